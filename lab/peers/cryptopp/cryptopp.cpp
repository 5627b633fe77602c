/* SPDX-License-Identifier: MIT */
/* Crypto++: one object for each direction where the library has two classes,
 * keyed together; each message resynchronises with its nonce.
 *
 * Its ARIA in CTR is wrong in place (8.7), and so are GCM and CCM: such a message is
 * copied first.  Timed messages are not in place. */

#include "peer.hpp"

#include <utility>
#include <vector>

#include <cryptopp/aes.h>
#include <cryptopp/aria.h>
#include <cryptopp/ccm.h>
#include <cryptopp/chacha.h>
#include <cryptopp/chachapoly.h>
#include <cryptopp/cmac.h>
#include <cryptopp/gcm.h>
#include <cryptopp/hight.h>
#include <cryptopp/lea.h>
#include <cryptopp/lsh.h>
#include <cryptopp/modes.h>
#include <cryptopp/seed.h>
#include <cryptopp/sha.h>
#include <cryptopp/sha3.h>
#include <cryptopp/shake.h>

namespace
{

using namespace CryptoPP;

template <class Mode> class Blocks : public Peer
{
  public:
    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        static const byte zero[16] = {0};

        encryption.SetKeyWithIV(key, key_bytes, zero);
        decryption.SetKeyWithIV(key, key_bytes, zero);
    }

    void
    seal(PEER_SEAL) override
    {
        if (nonce != nullptr)
            encryption.Resynchronize(nonce, int(nonce_bytes));
        encryption.ProcessData(out, in, bytes);
    }

    bool
    open(PEER_OPEN) override
    {
        if (nonce != nullptr)
            decryption.Resynchronize(nonce, int(nonce_bytes));
        decryption.ProcessData(out, in, bytes);
        return true;
    }

  private:
    typename Mode::Encryption encryption;
    typename Mode::Decryption decryption;
};

template <class Cipher> class Ecb : public Peer
{
  public:
    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        encryption.SetKey(key, key_bytes);
        decryption.SetKey(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        encryption.ProcessData(out, in, bytes);
    }

    bool
    open(PEER_OPEN) override
    {
        decryption.ProcessData(out, in, bytes);
        return true;
    }

  private:
    typename ECB_Mode<Cipher>::Encryption encryption;
    typename ECB_Mode<Cipher>::Decryption decryption;
};

template <class Mode> class Stream : public Peer
{
  public:
    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        static const byte zero[16] = {0};

        stream.SetKeyWithIV(key, key_bytes, zero);
    }

    void
    seal(PEER_SEAL) override
    {
        stream.Resynchronize(nonce, int(nonce_bytes));
        stream.ProcessData(out, in, bytes);
    }

  private:
    typename Mode::Encryption stream;
};

template <class Mode> class Aead : public Peer
{
  public:
    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        static const byte zero[12] = {0};

        encryption.SetKeyWithIV(key, key_bytes, zero, sizeof zero);
        decryption.SetKeyWithIV(key, key_bytes, zero, sizeof zero);
    }

    void
    seal(PEER_SEAL) override
    {
        encryption.EncryptAndAuthenticate(out, tag, tag_bytes, nonce, int(nonce_bytes), ad, ad_bytes, in,
                                          bytes);
    }

    bool
    open(PEER_OPEN) override
    {
        return decryption.DecryptAndVerify(out, tag, tag_bytes, nonce, int(nonce_bytes), ad, ad_bytes, in,
                                           bytes);
    }

  private:
    typename Mode::Encryption encryption;
    typename Mode::Decryption decryption;
};

/* Wraps a peer whose in-place operation is wrong. */
class NotInPlace : public Peer
{
  public:
    explicit NotInPlace(std::unique_ptr<Peer> other) : peer(std::move(other))
    {
    }

    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        peer->set_key(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        peer->seal(out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, aside(out, in, bytes), bytes);
    }

    bool
    open(PEER_OPEN) override
    {
        return peer->open(out, nonce, nonce_bytes, ad, ad_bytes, aside(out, in, bytes), bytes, tag,
                          tag_bytes);
    }

  private:
    std::unique_ptr<Peer> peer;
    std::vector<uint8_t> copy;

    const uint8_t *
    aside(const uint8_t *out, const uint8_t *in, size_t bytes)
    {
        if (in != out)
            return in;
        copy.assign(in, in + bytes);
        return copy.data();
    }
};

template <class Cipher> class Mac : public Peer
{
  public:
    void
    set_key(const uint8_t *key, size_t key_bytes) override
    {
        mac.SetKey(key, key_bytes);
    }

    void
    seal(PEER_SEAL) override
    {
        mac.CalculateTruncatedDigest(tag, tag_bytes, in, bytes);
    }

    bool
    open(PEER_OPEN) override
    {
        return mac.VerifyTruncatedDigest(tag, tag_bytes, in, bytes);
    }

  private:
    CMAC<Cipher> mac;
};

template <class Function> class Hash : public Peer
{
  public:
    void
    seal(PEER_SEAL) override
    {
        function.CalculateTruncatedDigest(tag, tag_bytes, in, bytes);
    }

  private:
    Function function;
};

template <class Cipher>
std::unique_ptr<Peer>
make_block_peer(const std::string &mode)
{
    if (mode == "block")
        return std::make_unique<Ecb<Cipher>>();
    if (mode == "ctr")
        return std::make_unique<Stream<CTR_Mode<Cipher>>>();
    if (mode == "cbc")
        return std::make_unique<Blocks<CBC_Mode<Cipher>>>();
    if (mode == "gcm")
        return std::make_unique<Aead<GCM<Cipher>>>();
    if (mode == "ccm")
        return std::make_unique<Aead<CCM<Cipher, 16>>>();
    return std::make_unique<Mac<Cipher>>();
}

} // namespace

std::unique_ptr<Peer>
make_peer(const std::string &cipher, const std::string &mode)
{
    if (mode == "stream")
        return std::make_unique<Stream<ChaChaTLS>>();
    if (mode == "poly1305")
        return std::make_unique<Aead<ChaCha20Poly1305>>();
    if (cipher == "sha-256")
        return std::make_unique<Hash<SHA256>>();
    if (cipher == "sha-512")
        return std::make_unique<Hash<SHA512>>();
    if (cipher == "sha3-256")
        return std::make_unique<Hash<SHA3_256>>();
    if (cipher == "shake128")
        return std::make_unique<Hash<SHAKE128>>();
    if (cipher == "lsh-256-256")
        return std::make_unique<Hash<LSH256>>();
    if (cipher == "lsh-512-512")
        return std::make_unique<Hash<LSH512>>();

    const std::string family = cipher.substr(0, cipher.find('-'));

    if (family == "hight")
        return std::make_unique<Ecb<HIGHT>>();
    if (family == "lea")
        return make_block_peer<LEA>(mode);
    if (family == "aes")
        return make_block_peer<AES>(mode);
    if (family == "seed")
        return make_block_peer<SEED>(mode);
    if (mode == "ctr" || mode == "gcm" || mode == "ccm")
        return std::make_unique<NotInPlace>(make_block_peer<ARIA>(mode));
    return make_block_peer<ARIA>(mode);
}
