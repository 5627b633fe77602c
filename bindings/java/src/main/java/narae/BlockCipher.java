// SPDX-License-Identifier: MIT
package narae;

/** The block ciphers, in the order of the native table. */
enum BlockCipher {
    AES(16, 256, 16, 24, 32),
    ARIA(16, 256, 16, 24, 32),
    HIGHT(8, 128, 16),
    LEA(16, 128, 16, 24, 32),
    PIPO(8, 128, 16, 32),
    SEED(16, 128, 16);

    final int blockBytes;
    /** What a KeyGenerator makes without a size. */
    final int defaultKeyBits;
    final int[] keyBytes;

    BlockCipher(int blockBytes, int defaultKeyBits, int... keyBytes) {
        this.blockBytes = blockBytes;
        this.defaultKeyBits = defaultKeyBits;
        this.keyBytes = keyBytes;
    }

    /** The sizes of keys in a mode. */
    int[] keyBytesOf(Mode mode) {
        int[] sizes = keyBytes.clone();
        for (int i = 0; i < sizes.length && mode == Mode.XTS; i++)
            sizes[i] *= 2;
        return sizes;
    }
}
