/* SPDX-License-Identifier: MIT */
/* OpenSSL as an oracle: everything but HIGHT, LEA, XChaCha and ChaCha with fewer
 * rounds. */

#include "support.hpp"

#include <map>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>

namespace
{

/* Calls that cannot fail unless the question is wrong. */
void
must(int one)
{
    require(one == 1, "OpenSSL answers");
}

class OpenSsl : public Oracle
{
  public:
    /* SEED is in the legacy provider; then the default one must be loaded explicitly. */
    OpenSsl()
    {
        require(OSSL_PROVIDER_load(nullptr, "legacy") != nullptr &&
                    OSSL_PROVIDER_load(nullptr, "default") != nullptr,
                "OpenSSL has its providers");
    }

    const char *
    name() const override
    {
        return "OpenSSL";
    }

    Answer
    encrypt(const std::string &cipher, const std::string &mode, const Bytes &key, const Bytes &iv,
            const Bytes &in) override
    {
        const bool xts = mode == "xts";
        const Bytes named(key.begin(), key.end() - (xts ? long(key.size() / 2) : 0));
        const EVP_CIPHER *c = mode == "kw" || mode == "kwp"
                                  ? nullptr
                                  : fetch(cipher, named, mode == "cbc-pkcs7" ? "cbc" : mode);

        return c == nullptr || (xts && named.size() == 24) ? Answer()
                                                           : run(c, key, iv, mode == "cbc-pkcs7", in);
    }

    Answer
    cmac(const std::string &cipher, const Bytes &key, const Bytes &in) override
    {
        std::string name = full_name(cipher, key, "cbc");

        if (fetch(cipher, key, "cbc") == nullptr)
            return {};

        OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, name.data(), 0),
                                   OSSL_PARAM_construct_end()};

        return mac("CMAC", key, in, parameters);
    }

    Answer
    seal(const std::string &cipher, const std::string &mode, const Bytes &key, const Bytes &nonce,
         const Bytes &ad, const Bytes &in, size_t tag_bytes) override
    {
        const bool ccm = mode == "ccm";
        const EVP_CIPHER *c =
            cipher.empty() ? fetch_name("ChaCha20-Poly1305") : fetch(cipher, key, ccm ? "ccm" : "gcm");

        if (c == nullptr || (cipher.empty() && nonce.size() != 12))
            return {};

        Bytes out(in.size() + tag_bytes);
        uint8_t none;
        int n;

        must(EVP_CIPHER_CTX_reset(context.get()));
        must(EVP_EncryptInit_ex2(context.get(), c, nullptr, nullptr, nullptr));
        must(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_IVLEN, int(nonce.size()), nullptr));
        if (ccm)
            must(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, int(tag_bytes), nullptr));
        must(EVP_EncryptInit_ex2(context.get(), nullptr, key.data(), nonce.data(), nullptr));
        if (ccm)
            must(EVP_EncryptUpdate(context.get(), nullptr, &n, nullptr, int(in.size())));
        if (!ad.empty())
            must(EVP_EncryptUpdate(context.get(), nullptr, &n, ad.data(), int(ad.size())));
        must(
            EVP_EncryptUpdate(context.get(), out.data(), &n, in.empty() ? &none : in.data(), int(in.size())));
        must(EVP_EncryptFinal_ex(context.get(), out.data() + in.size(), &n));
        must(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, int(tag_bytes),
                                 out.data() + in.size()));
        return out;
    }

    /* Its IV is the counter and the nonce, little-endian.  Only the low word
     * of the counter counts. */
    Answer
    chacha(unsigned rounds, const Bytes &key, const Bytes &nonce, uint64_t counter, const Bytes &in) override
    {
        if (rounds != 20 || nonce.size() == 24 || (counter & 0xffffffff) + (in.size() + 63) / 64 > 0xffffffff)
            return {};

        Bytes iv;

        for (size_t i = 0; i < 16 - nonce.size(); i++)
            iv.push_back(uint8_t(counter >> 8 * i));
        iv.insert(iv.end(), nonce.begin(), nonce.end());
        return run(fetch_name("ChaCha20"), key, iv, false, in);
    }

    Answer
    poly1305(const Bytes &key, const Bytes &in) override
    {
        return mac("POLY1305", key, in, nullptr);
    }

    Answer
    hash(const std::string &hash, const Bytes &in, size_t bytes) override
    {
        if (hash[0] == 'l')
            return {};

        std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> md(EVP_MD_fetch(nullptr, hash.c_str(), nullptr),
                                                           EVP_MD_free);
        std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> ctx(EVP_MD_CTX_new(), EVP_MD_CTX_free);
        Bytes out(bytes);

        must(EVP_DigestInit_ex2(ctx.get(), md.get(), nullptr));
        must(EVP_DigestUpdate(ctx.get(), in.data(), in.size()));
        must(hash[2] == 'a' && hash[3] == 'k' ? EVP_DigestFinalXOF(ctx.get(), out.data(), bytes)
                                              : EVP_DigestFinal_ex(ctx.get(), out.data(), nullptr));
        return out;
    }

  private:
    std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context{EVP_CIPHER_CTX_new(),
                                                                            EVP_CIPHER_CTX_free};
    std::map<std::string, std::unique_ptr<EVP_CIPHER, decltype(&EVP_CIPHER_free)>> ciphers;

    static std::string
    full_name(const std::string &cipher, const Bytes &key, const std::string &mode)
    {
        return cipher + (cipher == "seed" ? "-" : "-" + std::to_string(8 * key.size()) + "-") + mode;
    }

    const EVP_CIPHER *
    fetch_name(const std::string &name)
    {
        auto entry = ciphers.find(name);

        if (entry == ciphers.end())
            entry =
                ciphers.try_emplace(name, EVP_CIPHER_fetch(nullptr, name.c_str(), nullptr), EVP_CIPHER_free)
                    .first;
        return entry->second.get();
    }

    const EVP_CIPHER *
    fetch(const std::string &cipher, const Bytes &key, const std::string &mode)
    {
        return fetch_name(full_name(cipher, key, mode));
    }

    Bytes
    run(const EVP_CIPHER *cipher, const Bytes &key, const Bytes &iv, bool padding, const Bytes &in)
    {
        Bytes out(in.size() + 16);
        int n = 0, last = 0;

        must(EVP_CIPHER_CTX_reset(context.get()));
        must(EVP_EncryptInit_ex2(context.get(), cipher, key.data(), iv.empty() ? nullptr : iv.data(),
                                 nullptr));
        must(EVP_CIPHER_CTX_set_padding(context.get(), padding));
        if (!in.empty())
            must(EVP_EncryptUpdate(context.get(), out.data(), &n, in.data(), int(in.size())));
        must(EVP_EncryptFinal_ex(context.get(), out.data() + n, &last));
        out.resize(size_t(n + last));
        return out;
    }

    Bytes
    mac(const char *name, const Bytes &key, const Bytes &in, const OSSL_PARAM *parameters)
    {
        std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> mac(EVP_MAC_fetch(nullptr, name, nullptr),
                                                              EVP_MAC_free);
        std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> ctx(EVP_MAC_CTX_new(mac.get()),
                                                                      EVP_MAC_CTX_free);
        Bytes tag(16);
        size_t n;

        must(EVP_MAC_init(ctx.get(), key.data(), key.size(), parameters));
        must(EVP_MAC_update(ctx.get(), in.data(), in.size()));
        must(EVP_MAC_final(ctx.get(), tag.data(), &n, tag.size()));
        return tag;
    }
};

} // namespace

std::unique_ptr<Oracle>
make_openssl()
{
    return std::make_unique<OpenSsl>();
}
