// SPDX-License-Identifier: MIT
package narae;

/** The hash functions, in the order of the native table. */
enum Hash {
    SHA224("SHA-224", 28),
    SHA256("SHA-256", 32),
    SHA384("SHA-384", 48),
    SHA512("SHA-512", 64),
    SHA512_224("SHA-512/224", 28),
    SHA512_256("SHA-512/256", 32),
    SHA3_224("SHA3-224", 28),
    SHA3_256("SHA3-256", 32),
    SHA3_384("SHA3-384", 48),
    SHA3_512("SHA3-512", 64),
    LSH256_224("LSH-256-224", 28),
    LSH256_256("LSH-256-256", 32),
    LSH512_224("LSH-512-224", 28),
    LSH512_256("LSH-512-256", 32),
    LSH512_384("LSH-512-384", 48),
    LSH512_512("LSH-512-512", 64),
    SHAKE128("SHAKE128-256", 32),
    SHAKE256("SHAKE256-512", 64),
    ASCON_HASH256("Ascon-Hash256", 32);

    final String algorithm;
    final int digestBytes;

    Hash(String algorithm, int digestBytes) {
        this.algorithm = algorithm;
        this.digestBytes = digestBytes;
    }

    /** Does HMAC of it exist? */
    boolean hasHmac() {
        return compareTo(SHAKE128) < 0;
    }
}
