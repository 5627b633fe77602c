// SPDX-License-Identifier: MIT
package narae;

import java.security.InvalidKeyException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.util.Arrays;

import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;

/** KBKDF: keys from keys, by HMAC or CMAC. */
final class NaraeDerivation extends SecretKeyFactorySpi {
    private static final int COUNTER_BYTES = 4;
    private static final int LENGTH_BYTES = 4;

    private final String algorithm;
    private final BlockCipher cipher; // of CMAC, or null
    private final Hash hash; // of HMAC, or null

    NaraeDerivation(String algorithm, BlockCipher cipher, Hash hash) {
        this.algorithm = algorithm;
        this.cipher = cipher;
        this.hash = hash;
    }

    @Override
    protected SecretKey engineGenerateSecret(KeySpec spec) throws InvalidKeySpecException {
        if (!(spec instanceof KbkdfKeySpec))
            throw new InvalidKeySpecException(algorithm + " needs a narae.KbkdfKeySpec");
        KbkdfKeySpec given = (KbkdfKeySpec) spec;
        if (given.keyLength < 8 || given.keyLength % 8 != 0)
            throw new InvalidKeySpecException(algorithm + " needs the size of the key in bits, whole bytes");
        byte[] derived = new byte[given.keyLength / 8];
        byte[] from;
        try {
            from = NaraeKey.encoded(given.key);
        } catch (InvalidKeyException e) {
            throw new InvalidKeySpecException(e.getMessage());
        }
        int status = Session.kbkdf(cipher == null ? -1 : cipher.ordinal(), hash == null ? -1 : hash.ordinal(), from,
                from.length, given.label, given.label.length, given.context, given.context.length, given.iv,
                given.iv == null ? 0 : given.iv.length, COUNTER_BYTES, LENGTH_BYTES, derived, derived.length);
        Arrays.fill(from, (byte) 0);
        if (status == Status.KEY_SIZE)
            throw new InvalidKeySpecException(cipher + " has no key of " + from.length + " bytes");
        Status.checked(status);
        return new NaraeKey(algorithm, derived);
    }

    @Override
    protected KeySpec engineGetKeySpec(SecretKey key, Class<?> specClass) throws InvalidKeySpecException {
        throw new InvalidKeySpecException("a key of " + algorithm + " does not keep what it was derived from");
    }

    @Override
    protected SecretKey engineTranslateKey(SecretKey key) throws InvalidKeyException {
        throw new InvalidKeyException("a key of " + algorithm + " is derived from a KbkdfKeySpec alone");
    }
}
