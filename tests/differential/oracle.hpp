/* SPDX-License-Identifier: MIT */
/* Another library as oracle.  Each query returns the whole output, or nothing if the
 * primitive or parameters are not supported. */
#ifndef NARAE_DIFFERENTIAL_ORACLE_HPP
#define NARAE_DIFFERENTIAL_ORACLE_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;
using Answer = std::optional<Bytes>;

class Oracle
{
  public:
    virtual ~Oracle() = default;
    virtual const char *name() const = 0;

    /* `cipher` is "aes", "aria", "hight", "lea" or "seed"; `mode` "ecb", "ctr", "cbc",
     * "cbc-pkcs7", "cfb", "cfb8", "ofb", "xts" with both keys and a tweak, "kw" or "kwp". */
    virtual Answer encrypt(const std::string &cipher, const std::string &mode, const Bytes &key,
                           const Bytes &iv, const Bytes &in) = 0;
    virtual Answer cmac(const std::string &cipher, const Bytes &key, const Bytes &in) = 0;

    /* The ciphertext with the tag behind it.  `mode` is "gcm", "ccm" or, with
     * an empty cipher, "chacha20-poly1305". */
    virtual Answer seal(const std::string &cipher, const std::string &mode, const Bytes &key,
                        const Bytes &nonce, const Bytes &ad, const Bytes &in, size_t tag_bytes) = 0;

    virtual Answer chacha(unsigned rounds, const Bytes &key, const Bytes &nonce, uint64_t counter,
                          const Bytes &in) = 0;
    virtual Answer poly1305(const Bytes &key, const Bytes &in) = 0;

    /* `hash` is "sha3-256", "shake128", "lsh-512-384", ... */
    virtual Answer hash(const std::string &hash, const Bytes &in, size_t bytes) = 0;
};

std::unique_ptr<Oracle> make_openssl();
std::unique_ptr<Oracle> make_cryptopp();
std::unique_ptr<Oracle> make_botan();

#endif
