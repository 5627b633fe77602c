/* SPDX-License-Identifier: MIT */
/* Crypto++ as an oracle: all primitives, and the only one here with HIGHT and LEA. */

#include "support.hpp"

#include <cryptopp/aes.h>
#include <cryptopp/aria.h>
#include <cryptopp/ccm.h>
#include <cryptopp/chacha.h>
#include <cryptopp/chachapoly.h>
#include <cryptopp/cmac.h>
#include <cryptopp/filters.h>
#include <cryptopp/gcm.h>
#include <cryptopp/hight.h>
#include <cryptopp/lea.h>
#include <cryptopp/lsh.h>
#include <cryptopp/modes.h>
#include <cryptopp/seed.h>
#include <cryptopp/poly1305.h>
#include <cryptopp/sha.h>
#include <cryptopp/sha3.h>
#include <cryptopp/shake.h>

namespace
{

using namespace CryptoPP;

template <class Mode>
Bytes
crypt(Mode &&mode, const Bytes &in)
{
    Bytes out(in.size());

    mode.ProcessData(out.data(), in.data(), in.size());
    return out;
}

template <class Cipher>
Answer
encrypt_with(const std::string &mode, const Bytes &key, const Bytes &iv, const Bytes &in)
{
    if (mode == "ecb")
        return crypt(typename ECB_Mode<Cipher>::Encryption(key.data(), key.size()), in);
    if (mode == "kw" || mode == "kwp" || mode == "xts") /* its XTS crashes on buffers of some addresses */
        return {};
    if (mode == "cfb")
        return crypt(typename CFB_Mode<Cipher>::Encryption(key.data(), key.size(), iv.data()), in);
    if (mode == "cfb8")
        return crypt(typename CFB_Mode<Cipher>::Encryption(key.data(), key.size(), iv.data(), 1), in);
    if (mode == "ofb")
        return crypt(typename OFB_Mode<Cipher>::Encryption(key.data(), key.size(), iv.data()), in);
    if (mode == "ctr")
        return crypt(typename CTR_Mode<Cipher>::Encryption(key.data(), key.size(), iv.data()), in);

    const size_t block = Cipher::BLOCKSIZE;
    Bytes padded = in;

    if (mode == "cbc-pkcs7")
        padded.insert(padded.end(), block - in.size() % block, uint8_t(block - in.size() % block));
    return crypt(typename CBC_Mode<Cipher>::Encryption(key.data(), key.size(), iv.data()), padded);
}

template <class Cipher>
Answer
cmac_with(const Bytes &key, const Bytes &in)
{
    CMAC<Cipher> mac(key.data(), key.size());
    Bytes tag(mac.DigestSize());

    mac.CalculateDigest(tag.data(), in.data(), in.size());
    return tag;
}

Answer
seal_with(AuthenticatedSymmetricCipher &&aead, const Bytes &key, const Bytes &nonce, const Bytes &ad,
          const Bytes &in, size_t tag_bytes)
{
    Bytes out(in.size() + tag_bytes);

    aead.SetKey(key.data(), key.size(),
                MakeParameters(Name::DigestSize(), int(tag_bytes),
                               false)(Name::IV(), ConstByteArrayParameter(nonce.data(), nonce.size())));
    aead.EncryptAndAuthenticate(out.data(), out.data() + in.size(), tag_bytes, nonce.data(),
                                int(nonce.size()), ad.data(), ad.size(), in.data(), in.size());
    return out;
}

template <class Cipher>
Answer
seal_mode(const std::string &mode, const Bytes &key, const Bytes &nonce, const Bytes &ad, const Bytes &in,
          size_t tag_bytes)
{
    if (mode == "gcm")
        return seal_with(typename GCM<Cipher>::Encryption(), key, nonce, ad, in, tag_bytes);
    return seal_with(typename CCM<Cipher>::Encryption(), key, nonce, ad, in, tag_bytes);
}

class CryptoPlusPlus : public Oracle
{
  public:
    const char *
    name() const override
    {
        return "Crypto++";
    }

    Answer
    encrypt(const std::string &cipher, const std::string &mode, const Bytes &key, const Bytes &iv,
            const Bytes &in) override
    {
        return cipher == "aes"    ? encrypt_with<AES>(mode, key, iv, in)
               : cipher == "aria" ? encrypt_with<ARIA>(mode, key, iv, in)
               : cipher == "lea"  ? encrypt_with<LEA>(mode, key, iv, in)
               : cipher == "seed" ? encrypt_with<SEED>(mode, key, iv, in)
                                  : encrypt_with<HIGHT>(mode, key, iv, in);
    }

    Answer
    cmac(const std::string &cipher, const Bytes &key, const Bytes &in) override
    {
        return cipher == "aes"    ? cmac_with<AES>(key, in)
               : cipher == "aria" ? cmac_with<ARIA>(key, in)
               : cipher == "lea"  ? cmac_with<LEA>(key, in)
               : cipher == "seed" ? cmac_with<SEED>(key, in)
                                  : cmac_with<HIGHT>(key, in);
    }

    Answer
    seal(const std::string &cipher, const std::string &mode, const Bytes &key, const Bytes &nonce,
         const Bytes &ad, const Bytes &in, size_t tag_bytes) override
    {
        if (cipher.empty())
            return nonce.size() == 12
                       ? seal_with(ChaCha20Poly1305::Encryption(), key, nonce, ad, in, tag_bytes)
                       : seal_with(XChaCha20Poly1305::Encryption(), key, nonce, ad, in, tag_bytes);
        return cipher == "aes"    ? seal_mode<AES>(mode, key, nonce, ad, in, tag_bytes)
               : cipher == "aria" ? seal_mode<ARIA>(mode, key, nonce, ad, in, tag_bytes)
               : cipher == "seed" ? seal_mode<SEED>(mode, key, nonce, ad, in, tag_bytes)
                                  : seal_mode<LEA>(mode, key, nonce, ad, in, tag_bytes);
    }

    /* Its XChaCha derives the key with 20 rounds whatever follows; the other
     * libraries, and we, with as many rounds as the stream has.  The original
     * ChaCha takes the counter from Seek alone, the others from InitialBlock
     * alone. */
    Answer
    chacha(unsigned rounds, const Bytes &key, const Bytes &nonce, uint64_t counter, const Bytes &in) override
    {
        if (nonce.size() != 8 && rounds != 20)
            return {};
        if (nonce.size() == 12)
            return stream(ChaChaTLS::Encryption(), rounds, key, nonce, counter, in);
        if (nonce.size() == 24)
            return stream(XChaCha20::Encryption(), rounds, key, nonce, counter, in);
        return stream(ChaCha::Encryption(), rounds, key, nonce, counter, in);
    }

    Answer
    poly1305(const Bytes &key, const Bytes &in) override
    {
        Poly1305TLS mac(key.data(), key.size());
        Bytes tag(16);

        mac.CalculateDigest(tag.data(), in.data(), in.size());
        return tag;
    }

    Answer
    hash(const std::string &hash, const Bytes &in, size_t bytes) override
    {
        return hash == "sha-224"       ? digest(SHA224(), in, bytes)
               : hash == "sha-256"     ? digest(SHA256(), in, bytes)
               : hash == "sha-384"     ? digest(SHA384(), in, bytes)
               : hash == "sha-512"     ? digest(SHA512(), in, bytes)
               : hash == "sha3-224"    ? digest(SHA3_224(), in, bytes)
               : hash == "sha3-256"    ? digest(SHA3_256(), in, bytes)
               : hash == "sha3-384"    ? digest(SHA3_384(), in, bytes)
               : hash == "sha3-512"    ? digest(SHA3_512(), in, bytes)
               : hash == "lsh-256-224" ? digest(LSH224(), in, bytes)
               : hash == "lsh-256-256" ? digest(LSH256(), in, bytes)
               : hash == "lsh-512-256" ? digest(LSH512_256(), in, bytes)
               : hash == "lsh-512-384" ? digest(LSH384(), in, bytes)
               : hash == "lsh-512-512" ? digest(LSH512(), in, bytes)
               : hash == "shake128"    ? digest(SHAKE128(unsigned(bytes)), in, bytes)
               : hash == "shake256"    ? digest(SHAKE256(unsigned(bytes)), in, bytes)
                                       : Answer();
    }

  private:
    static Bytes
    stream(SymmetricCipher &&cipher, unsigned rounds, const Bytes &key, const Bytes &nonce, uint64_t counter,
           const Bytes &in)
    {
        const bool original = nonce.size() == 8;

        cipher.SetKey(key.data(), key.size(),
                      MakeParameters("Rounds", int(rounds), false)("InitialBlock", word64(counter))(
                          Name::IV(), ConstByteArrayParameter(nonce.data(), nonce.size())));
        if (original)
            cipher.Seek(64 * counter);
        return crypt(cipher, in);
    }

    static Bytes
    digest(HashTransformation &&function, const Bytes &in, size_t bytes)
    {
        Bytes out(bytes);

        function.Update(in.data(), in.size());
        function.TruncatedFinal(out.data(), bytes);
        return out;
    }
};

} // namespace

std::unique_ptr<Oracle>
make_cryptopp()
{
    return std::make_unique<CryptoPlusPlus>();
}
