// SPDX-License-Identifier: MIT
package narae;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidParameterException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;

/** Random keys. */
final class NaraeKeyGenerator extends KeyGeneratorSpi {
    private final String algorithm;
    private final int[] allowedBytes; // none: any number of whole bytes
    private int bytes;
    private SecureRandom random;

    NaraeKeyGenerator(String algorithm, int defaultBytes, int... allowedBytes) {
        this.algorithm = algorithm;
        this.allowedBytes = allowedBytes;
        bytes = defaultBytes;
    }

    @Override
    protected void engineInit(SecureRandom source) {
        random = source;
    }

    @Override
    protected void engineInit(AlgorithmParameterSpec spec, SecureRandom source)
            throws InvalidAlgorithmParameterException {
        throw new InvalidAlgorithmParameterException("keys of " + algorithm + " have a size and no other parameters");
    }

    @Override
    protected void engineInit(int bits, SecureRandom source) {
        boolean allowed = allowedBytes.length == 0 && bits >= 8 && bits % 8 == 0;
        for (int size : allowedBytes)
            allowed |= bits == 8 * size;
        if (!allowed)
            throw new InvalidParameterException(algorithm + " has no keys of " + bits + " bits");
        bytes = bits / 8;
        random = source;
    }

    @Override
    protected SecretKey engineGenerateKey() {
        if (random == null)
            random = new SecureRandom();
        byte[] key = new byte[bytes];
        random.nextBytes(key);
        return new NaraeKey(algorithm, key);
    }
}
