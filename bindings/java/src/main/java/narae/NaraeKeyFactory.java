// SPDX-License-Identifier: MIT
package narae;

import java.security.InvalidKeyException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.util.Arrays;

import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;
import javax.crypto.spec.SecretKeySpec;

/** Keys outside the Java heap from bytes. */
final class NaraeKeyFactory extends SecretKeyFactorySpi {
    private final String algorithm;
    private final int[] allowedBytes;

    NaraeKeyFactory(String algorithm, int... allowedBytes) {
        this.algorithm = algorithm;
        this.allowedBytes = allowedBytes;
    }

    @Override
    protected SecretKey engineGenerateSecret(KeySpec spec) throws InvalidKeySpecException {
        if (!(spec instanceof SecretKeySpec))
            throw new InvalidKeySpecException("a key of " + algorithm + " comes from a SecretKeySpec");
        try {
            return keyOf(((SecretKeySpec) spec).getEncoded());
        } catch (InvalidKeyException e) {
            throw new InvalidKeySpecException(e.getMessage(), e);
        }
    }

    private SecretKey keyOf(byte[] bytes) throws InvalidKeyException {
        for (int size : allowedBytes)
            if (bytes.length == size)
                return new NaraeKey(algorithm, bytes);
        Arrays.fill(bytes, (byte) 0);
        throw new InvalidKeyException(algorithm + " has no keys of " + bytes.length + " bytes");
    }

    @Override
    protected KeySpec engineGetKeySpec(SecretKey key, Class<?> specClass) throws InvalidKeySpecException {
        if (key == null || specClass == null || !specClass.isAssignableFrom(SecretKeySpec.class))
            throw new InvalidKeySpecException("a key of " + algorithm + " is given as SecretKeySpec");
        return new SecretKeySpec(key.getEncoded(), algorithm);
    }

    @Override
    protected SecretKey engineTranslateKey(SecretKey key) throws InvalidKeyException {
        return keyOf(NaraeKey.encoded(key));
    }
}
