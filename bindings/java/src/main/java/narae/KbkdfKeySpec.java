// SPDX-License-Identifier: MIT
package narae;

import java.security.spec.KeySpec;

import javax.crypto.SecretKey;

/**
 * What a key is derived from by a SecretKeyFactory {@code KBKDFWithHmacSHA256} or {@code KBKDFWithLEA-CMAC}: NIST SP
 * 800-108 Rev. 1, with a counter of 32 bits, and after label and context a length of 32 bits.
 */
public final class KbkdfKeySpec implements KeySpec {
    final SecretKey key;
    final byte[] label;
    final byte[] context;
    final byte[] iv;
    final int keyLength;

    /**
     * Counter mode, clause 4.1.
     *
     * @param key the key to derive from
     * @param label what the new key is for
     * @param context who shares it; empty if that is nothing to tell
     * @param keyLength its bits, in whole bytes
     */
    public KbkdfKeySpec(SecretKey key, byte[] label, byte[] context, int keyLength) {
        this(key, label, context, keyLength, null);
    }

    /**
     * Feedback mode, clause 4.2.
     *
     * @param key the key to derive from
     * @param label what the new key is for
     * @param context who shares it; empty if that is nothing to tell
     * @param keyLength its bits, in whole bytes
     * @param iv what the first block follows, which may be empty; null for counter mode
     */
    public KbkdfKeySpec(SecretKey key, byte[] label, byte[] context, int keyLength, byte[] iv) {
        this.key = key;
        this.label = label.clone();
        this.context = context.clone();
        this.keyLength = keyLength;
        this.iv = iv == null ? null : iv.clone();
    }
}
