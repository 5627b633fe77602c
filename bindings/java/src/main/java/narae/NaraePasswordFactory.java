// SPDX-License-Identifier: MIT
package narae;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.util.Arrays;

import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;
import javax.crypto.spec.PBEKeySpec;

/** PBKDF2: keys from passwords, which are encoded in UTF-8. */
final class NaraePasswordFactory extends SecretKeyFactorySpi {
    private final String algorithm;
    private final Hash hash;

    NaraePasswordFactory(String algorithm, Hash hash) {
        this.algorithm = algorithm;
        this.hash = hash;
    }

    @Override
    protected SecretKey engineGenerateSecret(KeySpec spec) throws InvalidKeySpecException {
        if (!(spec instanceof PBEKeySpec))
            throw new InvalidKeySpecException(algorithm + " needs a PBEKeySpec");
        PBEKeySpec given = (PBEKeySpec) spec;
        byte[] salt = given.getSalt();
        if (salt == null || given.getIterationCount() < 1)
            throw new InvalidKeySpecException(algorithm + " needs a salt and a number of iterations");
        if (given.getKeyLength() < 8 || given.getKeyLength() % 8 != 0)
            throw new InvalidKeySpecException(algorithm + " needs the size of the key in bits, whole bytes");
        char[] characters = given.getPassword();
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(characters));
        byte[] password = encoded.array();
        byte[] key = new byte[given.getKeyLength() / 8];
        try {
            Status.checked(Session.pbkdf2(hash.ordinal(), password, encoded.limit(), salt, salt.length,
                    given.getIterationCount(), key, key.length));
        } finally {
            Arrays.fill(password, (byte) 0);
            Arrays.fill(characters, '\0');
        }
        return new NaraeKey(algorithm, key);
    }

    @Override
    protected KeySpec engineGetKeySpec(SecretKey key, Class<?> specClass) throws InvalidKeySpecException {
        throw new InvalidKeySpecException("a key of " + algorithm + " does not keep its password");
    }

    @Override
    protected SecretKey engineTranslateKey(SecretKey key) throws InvalidKeyException {
        throw new InvalidKeyException("a key of " + algorithm + " is derived from a password only");
    }
}
