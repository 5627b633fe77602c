/* SPDX-License-Identifier: MIT */
/* Botan as an oracle: everything but LEA, GCM with 4-byte tags, and CCM with
 * 65280 bytes of associated data or more. */

#include "support.hpp"

#include <botan/aead.h>
#include <botan/block_cipher.h>
#include <botan/hash.h>
#include <botan/mac.h>
#include <botan/nist_keywrap.h>
#include <botan/stream_cipher.h>

namespace
{

class BotanOracle : public Oracle
{
  public:
    const char *
    name() const override
    {
        return "Botan";
    }

    Answer
    encrypt(const std::string &cipher, const std::string &mode, const Bytes &key, const Bytes &iv,
            const Bytes &in) override
    {
        const bool xts = mode == "xts";
        const Bytes named(key.begin(), key.end() - (xts ? long(key.size() / 2) : 0));
        const std::string block = block_name(cipher, named);

        if (block.empty())
            return {};

        Bytes out = in;

        if (mode == "ecb") {
            auto c = Botan::BlockCipher::create_or_throw(block);

            c->set_key(key);
            c->encrypt(out);
        } else if (mode == "ctr") {
            auto c = Botan::StreamCipher::create_or_throw("CTR-BE(" + block + ")");

            c->set_key(key);
            c->set_iv(iv.data(), iv.size());
            c->cipher1(out.data(), out.size());
        } else if (mode == "kw" || mode == "kwp") {
            auto c = Botan::BlockCipher::create_or_throw(block);

            c->set_key(key);
            out = mode == "kw" ? Botan::nist_key_wrap(in.data(), in.size(), *c)
                               : Botan::nist_key_wrap_padded(in.data(), in.size(), *c);
        } else if (mode == "ofb") {
            auto c = Botan::StreamCipher::create_or_throw("OFB(" + block + ")");

            c->set_key(key);
            c->set_iv(iv.data(), iv.size());
            c->cipher1(out.data(), out.size());
        } else {
            const char *padding = mode == "cbc-pkcs7" ? "/CBC/PKCS7"
                                  : mode == "cfb"     ? "/CFB"
                                  : mode == "cfb8"    ? "/CFB(8)"
                                  : xts               ? "/XTS"
                                                      : "/CBC/NoPadding";
            auto c = Botan::Cipher_Mode::create_or_throw(block + padding, Botan::ENCRYPTION);
            Botan::secure_vector<uint8_t> buffer(in.begin(), in.end());

            c->set_key(key);
            c->start(iv);
            c->finish(buffer);
            out.assign(buffer.begin(), buffer.end());
        }
        return out;
    }

    Answer
    cmac(const std::string &cipher, const Bytes &key, const Bytes &in) override
    {
        const std::string block = block_name(cipher, key);

        return block.empty() ? Answer() : mac("CMAC(" + block + ")", key, in);
    }

    Answer
    seal(const std::string &cipher, const std::string &mode, const Bytes &key, const Bytes &nonce,
         const Bytes &ad, const Bytes &in, size_t tag_bytes) override
    {
        const std::string block = block_name(cipher, key), tag = std::to_string(tag_bytes);

        if ((block.empty() && !cipher.empty()) || (mode == "gcm" && tag_bytes < 8) ||
            (mode == "ccm" && ad.size() >= 0xff00))
            return {};

        auto aead = Botan::AEAD_Mode::create_or_throw(
            cipher.empty()  ? "ChaCha20Poly1305"
            : mode == "gcm" ? block + "/GCM(" + tag + ")"
                            : block + "/CCM(" + tag + "," + std::to_string(15 - nonce.size()) + ")",
            Botan::ENCRYPTION);
        Botan::secure_vector<uint8_t> buffer(in.begin(), in.end());

        aead->set_key(key);
        aead->set_ad(ad);
        aead->start(nonce);
        aead->finish(buffer);
        return Bytes(buffer.begin(), buffer.end());
    }

    /* It seeks by bytes, so the counter ends at 2^58. */
    Answer
    chacha(unsigned rounds, const Bytes &key, const Bytes &nonce, uint64_t counter, const Bytes &in) override
    {
        auto c = Botan::StreamCipher::create_or_throw("ChaCha(" + std::to_string(rounds) + ")");
        Bytes out = in;

        c->set_key(key);
        c->set_iv(nonce.data(), nonce.size());
        c->seek(64 * counter);
        c->cipher1(out.data(), out.size());
        return out;
    }

    Answer
    poly1305(const Bytes &key, const Bytes &in) override
    {
        return mac("Poly1305", key, in);
    }

    Answer
    hash(const std::string &hash, const Bytes &in, size_t bytes) override
    {
        const std::string bits = std::to_string(8 * bytes);
        auto function = Botan::HashFunction::create(hash.substr(0, 5) == "shake"
                                                        ? "SHAKE-" + hash.substr(5) + "(" + bits + ")"
                                                    : hash.substr(0, 5) == "sha3-"    ? "SHA-3(" + bits + ")"
                                                    : hash.substr(0, 8) == "sha-512/" ? "SHA-512-" + bits
                                                                                      : "SHA-" + bits);

        if (!function)
            return std::nullopt;

        auto out = function->process(in);

        return Bytes(out.begin(), out.end());
    }

  private:
    static std::string
    block_name(const std::string &cipher, const Bytes &key)
    {
        const std::string bits = std::to_string(8 * key.size());

        return cipher == "aes"    ? "AES-" + bits
               : cipher == "aria" ? "ARIA-" + bits
               : cipher == "seed" ? "SEED"
                                  : "";
    }

    static Bytes
    mac(const std::string &name, const Bytes &key, const Bytes &in)
    {
        auto function = Botan::MessageAuthenticationCode::create_or_throw(name);

        function->set_key(key);

        auto tag = function->process(in);

        return Bytes(tag.begin(), tag.end());
    }
};

} // namespace

std::unique_ptr<Oracle>
make_botan()
{
    return std::make_unique<BotanOracle>();
}
