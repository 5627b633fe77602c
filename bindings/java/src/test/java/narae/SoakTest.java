// SPDX-License-Identifier: MIT
package narae;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

import org.junit.jupiter.api.Test;

/** Many objects on eight threads with garbage collection forced: no crash, no wrong result, no leak. */
class SoakTest {
    private static final int THREADS = 8;
    private static final int MIN_MESSAGES = 25;  // of a thread, even on a busy machine
    private static final long LEFT_BYTES = 1 << 20;

    @Test
    void eightThreadsForAWhile() throws Exception {
        double seconds = Double.parseDouble(System.getProperty("narae.seconds", "5"));
        long end = System.nanoTime() + (long) (seconds * 1e9);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicLong messages = new AtomicLong();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                Random random = new Random(number);
                try {
                    for (int n = 0; (n < MIN_MESSAGES || System.nanoTime() < end) && failure.get() == null; n++) {
                        message(random);
                        messages.incrementAndGet();
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads[i].start();
        }
        while (System.nanoTime() < end && failure.get() == null) {
            System.gc();
            Thread.sleep(100);
        }
        for (Thread thread : threads)
            thread.join();
        assertNull(failure.get());
        for (int i = 0; i < 100 && Session.nativeBytes() > LEFT_BYTES; i++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println("soak: " + messages + " messages, " + Session.nativeBytes() + " native bytes left");
        assertTrue(Session.nativeBytes() <= LEFT_BYTES, Session.nativeBytes() + " native bytes left");
    }

    private static void message(Random random) throws Exception {
        String[] names = {"LEA/GCM/NoPadding", "ARIA/CBC/PKCS5Padding", "AES/CTR/NoPadding", "SEED/CCM/NoPadding",
            "ChaCha20-Poly1305", "Ascon-AEAD128", "PIPO/CFB/NoPadding"};
        String name = names[random.nextInt(names.length)];
        SecretKey key = KeyGenerator.getInstance(name.split("/")[0], Data.NARAE).generateKey();
        byte[] text = Data.random(random, random.nextInt(random.nextInt(20) == 0 ? 60_000 : 500));
        Cipher cipher = Cipher.getInstance(name, Data.NARAE);
        cipher.init(Cipher.ENCRYPT_MODE, key);
        byte[] sealed;
        if (random.nextBoolean()) {
            sealed = cipher.doFinal(text);
        } else {
            ByteBuffer out = ByteBuffer.allocateDirect(cipher.getOutputSize(text.length));
            cipher.doFinal(Data.direct(text), out);
            sealed = Data.written(out);
        }
        Cipher other = Cipher.getInstance(name, Data.NARAE);
        other.init(Cipher.DECRYPT_MODE, key, cipher.getParameters());
        assertArrayEquals(text, other.doFinal(sealed), name);
        Mac mac = Mac.getInstance(random.nextBoolean() ? "LEA-CMAC" : "HmacSHA256", Data.NARAE);
        mac.init(KeyGenerator.getInstance("LEA", Data.NARAE).generateKey());
        mac.update(sealed);
        assertArrayEquals(((Mac) mac.clone()).doFinal(), mac.doFinal());
        MessageDigest digest = MessageDigest.getInstance("LSH-512-256", Data.NARAE);
        assertEquals(32, digest.digest(sealed).length);
        if (random.nextInt(4) == 0)
            key.destroy();
    }
}
