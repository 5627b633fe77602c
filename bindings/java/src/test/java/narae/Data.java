// SPDX-License-Identifier: MIT
package narae;

import java.nio.ByteBuffer;
import java.security.Provider;
import java.util.Arrays;
import java.util.Random;

import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Shared by all tests. */
final class Data {
    static final Provider NARAE = new NaraeProvider();
    static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

    private Data() {
    }

    static byte[] hex(String text) {
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++)
            bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
        return bytes;
    }

    static byte[] random(Random random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return data;
    }

    static byte[] joined(byte[]... parts) {
        int bytes = 0;
        for (byte[] part : parts)
            bytes += part == null ? 0 : part.length;
        byte[] all = new byte[bytes];
        int at = 0;
        for (byte[] part : parts)
            if (part != null) {
                System.arraycopy(part, 0, all, at, part.length);
                at += part.length;
            }
        return all;
    }

    static byte[] flipped(byte[] data, int at) {
        byte[] other = data.clone();
        other[at] ^= 1;
        return other;
    }

    static ByteBuffer direct(byte[] data) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(data.length);
        buffer.put(data);
        buffer.flip();
        return buffer;
    }

    /** What a buffer has before its position. */
    static byte[] written(ByteBuffer buffer) {
        ByteBuffer view = buffer.duplicate();
        view.flip();
        byte[] data = new byte[view.remaining()];
        view.get(data);
        return data;
    }

    static byte[] first(byte[] data, int bytes) {
        return Arrays.copyOf(data, bytes);
    }
}
