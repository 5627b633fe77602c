/* SPDX-License-Identifier: MIT */
/* Botan 2.  Its modes work in place and append the tag: a message is copied
 * to `out`, its whole units are processed there, and the rest goes through a small
 * vector with the tag.  CCM keeps the whole message in a vector; CBC cannot decrypt
 * an empty message. */

#include "peer.hpp"

#include <algorithm>
#include <cstring>

#include <botan/aead.h>
#include <botan/block_cipher.h>
#include <botan/hash.h>
#include <botan/mac.h>
#include <botan/stream_cipher.h>

namespace
{

using namespace Botan;

class Block : public Peer
{
  public:
    explicit Block(const std::string &name) : cipher(BlockCipher::create_or_throw(name))
    {
    }

    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        cipher->set_key(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        cipher->encrypt_n(in, out, bytes / 16);
    }

    bool
    open(PEER_OPEN) override
    {
        cipher->decrypt_n(in, out, bytes / 16);
        return true;
    }

  private:
    std::unique_ptr<BlockCipher> cipher;
};

class Stream : public Peer
{
  public:
    explicit Stream(const std::string &name) : cipher(StreamCipher::create_or_throw(name))
    {
    }

    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        cipher->set_key(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        cipher->set_iv(nonce, nonce_bytes);
        cipher->cipher(in, out, bytes);
    }

  private:
    std::unique_ptr<StreamCipher> cipher;
};

/* CBC and the AEADs; CBC has no tag and takes no associated data. */
class Mode : public Peer
{
  public:
    explicit Mode(const std::string &name)
        : encryption(Cipher_Mode::create_or_throw(name, ENCRYPTION)),
          decryption(Cipher_Mode::create_or_throw(name, DECRYPTION)),
          in_place(name.find("CCM") == std::string::npos)
    {
    }

    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        encryption->set_key(key, key_bytes);
        decryption->set_key(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        const size_t done = start(*encryption, nonce, nonce_bytes, ad, ad_bytes, out, in, bytes);

        rest.assign(in + done, in + bytes);
        encryption->finish(rest);
        std::memcpy(out + done, rest.data(), bytes - done);
        if (tag_bytes != 0)
            std::memcpy(tag, rest.data() + bytes - done, tag_bytes);
    }

    bool
    open(PEER_OPEN) override
    {
        if (bytes + tag_bytes == 0)
            return true;

        const size_t done = start(*decryption, nonce, nonce_bytes, ad, ad_bytes, out, in, bytes);

        rest.assign(in + done, in + bytes);
        rest.insert(rest.end(), tag, tag + tag_bytes);
        decryption->finish(rest);
        std::memcpy(out + done, rest.data(), bytes - done);
        return true;
    }

  private:
    std::unique_ptr<Cipher_Mode> encryption, decryption;
    secure_vector<uint8_t> rest;
    bool in_place;

    /* Returns the bytes processed: all but the last unit, which CBC needs at the end. */
    size_t
    start(Cipher_Mode &mode, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
          uint8_t *out, const uint8_t *in, size_t bytes)
    {
        const size_t unit = mode.update_granularity();
        const size_t done = in_place && bytes > unit ? (bytes - 1) / unit * unit : 0;

        if (auto *aead = dynamic_cast<AEAD_Mode *>(&mode))
            aead->set_associated_data(ad, ad_bytes);
        mode.start(nonce, nonce_bytes);
        if (done != 0) {
            if (out != in)
                std::memcpy(out, in, done);
            mode.process(out, done);
        }
        return done;
    }
};

class Mac : public Peer
{
  public:
    explicit Mac(const std::string &name) : mac(MessageAuthenticationCode::create_or_throw(name))
    {
    }

    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        mac->set_key(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        mac->update(in, bytes);
        mac->final(tag);
    }

    bool
    open(PEER_OPEN) override
    {
        mac->update(in, bytes);
        return mac->verify_mac(tag, tag_bytes);
    }

  private:
    std::unique_ptr<MessageAuthenticationCode> mac;
};

class Hash : public Peer
{
  public:
    explicit Hash(const std::string &name) : function(HashFunction::create_or_throw(name))
    {
    }

    void
    seal(PEER_SEAL) override
    {
        function->update(in, bytes);
        function->final(tag);
    }

  private:
    std::unique_ptr<HashFunction> function;
};

} // namespace

std::unique_ptr<Peer>
make_peer(const std::string &cipher, const std::string &mode)
{
    std::string block = cipher;

    std::transform(block.begin(), block.end(), block.begin(), ::toupper);
    if (block == "SEED-128") /* its only key size */
        block = "SEED";
    if (mode == "hash")
        return std::make_unique<Hash>(cipher == "shake128"   ? "SHAKE-128(256)"
                                      : cipher == "sha3-256" ? "SHA-3(256)"
                                                             : block);
    if (mode == "stream")
        return std::make_unique<Stream>("ChaCha(" + cipher.substr(6) + ")");
    if (mode == "poly1305")
        return std::make_unique<Mode>("ChaCha20Poly1305");
    if (mode == "block")
        return std::make_unique<Block>(block);
    if (mode == "ctr")
        return std::make_unique<Stream>("CTR-BE(" + block + ")");
    if (mode == "cmac")
        return std::make_unique<Mac>("CMAC(" + block + ")");
    return std::make_unique<Mode>(block + (mode == "cbc"   ? "/CBC/NoPadding"
                                           : mode == "gcm" ? "/GCM"
                                                           : "/CCM(16,3)"));
}
