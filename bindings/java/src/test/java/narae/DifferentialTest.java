// SPDX-License-Identifier: MIT
package narae;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.engines.ARIAEngine;
import org.bouncycastle.crypto.engines.LEAEngine;
import org.bouncycastle.crypto.generators.KDFCounterBytesGenerator;
import org.bouncycastle.crypto.generators.KDFFeedbackBytesGenerator;
import org.bouncycastle.crypto.macs.CMac;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KDFCounterParameters;
import org.bouncycastle.crypto.params.KDFFeedbackParameters;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random messages, in random parts, against Bouncy Castle. */
class DifferentialTest {
    private static final int TRIES = Integer.getInteger("narae.tries", 40);
    private static final long SEED = Long.getLong("narae.seed", System.nanoTime());
    private final Random random = new Random(SEED);

    static List<String> transformations() {
        List<String> all = new ArrayList<>();
        for (String cipher : new String[] {"AES", "ARIA", "LEA", "SEED"}) {
            for (String mode : new String[] {"ECB", "CBC"})
                for (String padding : new String[] {"NoPadding", "PKCS5Padding"})
                    all.add(cipher + "/" + mode + "/" + padding);
            for (String mode : new String[] {"CTR", "CFB", "CFB8", "OFB", "GCM", "CCM"})
                all.add(cipher + "/" + mode + "/NoPadding");
        }
        all.addAll(Arrays.asList("ChaCha20-Poly1305", "XChaCha20-Poly1305", "Ascon-AEAD128"));
        return all;
    }

    @ParameterizedTest
    @MethodSource("transformations")
    void ciphersAgree(String transformation) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            Message message = new Message(transformation, i < 2 ? 70_000 + 100_000 * i + 16 * random.nextInt(99) : -1);
            String label = transformation + " of " + message.text.length + " bytes, -Dnarae.seed=" + SEED;
            byte[] theirs = message.run(Data.BOUNCY_CASTLE, Cipher.ENCRYPT_MODE, message.text, false);
            assertArrayEquals(theirs, message.run(Data.NARAE, Cipher.ENCRYPT_MODE, message.text, false), label);
            assertArrayEquals(theirs, message.run(Data.NARAE, Cipher.ENCRYPT_MODE, message.text, true), label);
            assertArrayEquals(message.text, message.run(Data.NARAE, Cipher.DECRYPT_MODE, theirs, false), label);
            assertArrayEquals(message.text, message.run(Data.NARAE, Cipher.DECRYPT_MODE, theirs, true), label);
        }
    }

    /** A random one; `bytes` < 0 for any size. */
    private final class Message {
        final String transformation;
        final SecretKeySpec key;
        final AlgorithmParameterSpec spec;
        final byte[] text;
        final byte[] ad;

        Message(String transformation, int bytes) {
            this.transformation = transformation;
            String[] parts = transformation.split("/");
            String mode = parts.length > 1 ? parts[1] : transformation;
            boolean aead = parts.length == 1 || mode.equals("GCM") || mode.equals("CCM");
            int keyBytes = transformation.startsWith("Ascon") || parts[0].equals("SEED") ? 16
                    : parts.length == 1 ? 32 : 16 + 8 * random.nextInt(3);
            key = new SecretKeySpec(Data.random(random, keyBytes), parts[0]);
            int size = bytes >= 0 ? bytes : random.nextInt(random.nextInt(4) == 0 ? 2000 : 100);
            if (transformation.endsWith("ECB/NoPadding") || transformation.endsWith("CBC/NoPadding"))
                size -= size % 16;
            if (mode.equals("CCM"))
                size = Math.min(size, 65_000);
            text = Data.random(random, size);
            ad = Data.random(random, aead ? random.nextInt(50) : 0);
            if (mode.equals("GCM"))
                spec = new GCMParameterSpec(96 + 8 * random.nextInt(5), Data.random(random, 1 + random.nextInt(20)));
            else if (mode.equals("CCM"))
                spec = new GCMParameterSpec(32 + 16 * random.nextInt(7), Data.random(random, 7 + random.nextInt(7)));
            else if (mode.equals("ECB"))
                spec = null;
            else if (mode.equals("CTR"))
                spec = new IvParameterSpec(Data.random(random, random.nextBoolean() ? 16 : 8 + random.nextInt(5)));
            else
                spec = new IvParameterSpec(Data.random(random, transformation.equals("ChaCha20-Poly1305") ? 12
                        : transformation.startsWith("XChaCha20") ? 24 : 16));
        }

        /** In random parts: arrays, or direct buffers, or both, also in place. */
        byte[] run(Provider provider, int operation, byte[] in, boolean buffers) throws Exception {
            Cipher cipher = Cipher.getInstance(transformation, provider);
            cipher.init(operation, key, spec);
            for (int at = 0; at < ad.length;) {
                int some = 1 + random.nextInt(ad.length - at);
                cipher.updateAAD(ad, at, some);
                at += some;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int at = 0;
            for (int parts = random.nextInt(4); parts > 0; parts--) {
                int some = random.nextInt(in.length - at + 1);
                out.write(buffers ? throughBuffers(cipher, in, at, some, false) : orNothing(cipher.update(in, at, some)));
                at += some;
            }
            out.write(buffers ? throughBuffers(cipher, in, at, in.length - at, true)
                    : cipher.doFinal(in, at, in.length - at));
            return out.toByteArray();
        }

        private byte[] throughBuffers(Cipher cipher, byte[] in, int at, int bytes, boolean last) throws Exception {
            int space = cipher.getOutputSize(bytes);
            ByteBuffer from;
            ByteBuffer to;
            if (random.nextInt(3) == 0) { // one buffer, at distances that overlap
                int shift = random.nextInt(40) - 20;
                boolean direct = random.nextBoolean();
                int room = Math.max(bytes, space) + 64;
                ByteBuffer all = direct ? ByteBuffer.allocateDirect(room) : ByteBuffer.allocate(room);
                from = all.duplicate();
                from.position(20);
                from.limit(20 + bytes);
                from.duplicate().put(in, at, bytes);
                to = all.duplicate();
                to.position(20 + shift);
                to = to.slice();
            } else {
                byte[] part = Arrays.copyOfRange(in, at, at + bytes);
                from = random.nextBoolean() ? Data.direct(part) : ByteBuffer.wrap(part);
                if (random.nextBoolean())
                    from = from.asReadOnlyBuffer();
                to = random.nextBoolean() ? ByteBuffer.allocateDirect(space) : ByteBuffer.allocate(space);
            }
            int written = last ? cipher.doFinal(from, to) : cipher.update(from, to);
            assertEquals(0, from.remaining());
            byte[] result = Data.written(to);
            assertEquals(written, result.length);
            return result;
        }
    }

    private static byte[] orNothing(byte[] data) {
        return data == null ? new byte[0] : data;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARIAWRAP", "ARIAWRAPPAD", "SEEDWRAP", "AESWRAP", "AESWRAPPAD"})
    void wrappedKeysAgree(String name) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            boolean padded = name.endsWith("PAD");
            int bytes = padded ? 1 + random.nextInt(60) : 16 + 8 * random.nextInt(7);
            SecretKeySpec key = new SecretKeySpec(Data.random(random, 16), name.substring(0, 4));
            SecretKeySpec secret = new SecretKeySpec(Data.random(random, bytes), "Raw");
            Cipher ours = Cipher.getInstance(name, Data.NARAE);
            Cipher theirs = Cipher.getInstance(name, Data.BOUNCY_CASTLE);
            ours.init(Cipher.WRAP_MODE, key);
            theirs.init(Cipher.WRAP_MODE, key);
            byte[] wrapped = ours.wrap(secret);
            assertArrayEquals(theirs.wrap(secret), wrapped);
            ours.init(Cipher.UNWRAP_MODE, key);
            assertArrayEquals(secret.getEncoded(), ours.unwrap(wrapped, "Raw", Cipher.SECRET_KEY).getEncoded());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AESCMAC", "LEA-CMAC", "SEED-CMAC", "AES-GMAC", "ARIA-GMAC", "LEAGMAC", "SEED-GMAC",
        "HMAC-SHA224", "HmacSHA256", "HmacSHA384", "HMAC/SHA512", "HmacSHA512/224", "HmacSHA512/256", "HmacSHA3-224",
        "HmacSHA3-256", "HmacSHA3-384", "HmacSHA3-512"})
    void macsAgree(String name) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            SecretKeySpec key = new SecretKeySpec(Data.random(random, name.startsWith("H") ? 1 + random.nextInt(300) : 16), "X");
            AlgorithmParameterSpec spec = name.endsWith("GMAC") ? new IvParameterSpec(Data.random(random, 12)) : null;
            Mac ours = Mac.getInstance(name, Data.NARAE);
            Mac theirs = Mac.getInstance(name, Data.BOUNCY_CASTLE);
            ours.init(key, spec);
            theirs.init(key, spec);
            byte[] text = Data.random(random, i == 0 ? 200_000 : random.nextInt(500));
            theirs.update(text);
            int at = random.nextInt(text.length + 1);
            ours.update(text, 0, at);
            Mac[] copies = spec == null ? new Mac[] {ours, (Mac) ours.clone()} : new Mac[] {ours};
            for (Mac mac : copies)
                mac.update(Data.direct(Arrays.copyOfRange(text, at, text.length)));
            byte[] expected = theirs.doFinal();
            for (Mac mac : copies)
                assertArrayEquals(expected, mac.doFinal(), name + ", -Dnarae.seed=" + SEED);
        }
    }

    @Test
    void hashesAgree() throws Exception {
        int compared = 0;
        for (Hash hash : Hash.values()) {
            if (Data.BOUNCY_CASTLE.getService("MessageDigest", hash.algorithm) == null)
                continue;
            compared++;
            MessageDigest ours = MessageDigest.getInstance(hash.algorithm, Data.NARAE);
            MessageDigest theirs = MessageDigest.getInstance(hash.algorithm, Data.BOUNCY_CASTLE);
            for (int i = 0; i < TRIES; i++) {
                byte[] text = Data.random(random, i == 0 ? 200_000 : random.nextInt(500));
                int at = text.length - random.nextInt(Math.min(text.length, 500) + 1);
                ours.update(text, 0, at);
                MessageDigest copy = (MessageDigest) ours.clone();
                for (int j = at; j < text.length; j++)
                    ours.update(text[j]);
                copy.update(java.nio.ByteBuffer.wrap(text, at, text.length - at).asReadOnlyBuffer());
                byte[] expected = theirs.digest(text);
                assertArrayEquals(expected, ours.digest(), hash + ", -Dnarae.seed=" + SEED);
                assertArrayEquals(expected, copy.digest(), hash + ", the copy");
            }
        }
        assertTrue(compared >= 12, "Bouncy Castle has only " + compared);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PBKDF2WithHmacSHA224", "PBKDF2WithHmacSHA256", "PBKDF2WithHmacSHA512"})
    void passwordsAgree(String name) throws Exception {
        PBEKeySpec spec = new PBEKeySpec("나래 wing".toCharArray(), Data.random(random, 16), 100, 392);
        SecretKey ours = SecretKeyFactory.getInstance(name, Data.NARAE).generateSecret(spec);
        SecretKey theirs = SecretKeyFactory.getInstance(name, Security.getProvider("SunJCE")).generateSecret(spec);
        assertArrayEquals(theirs.getEncoded(), ours.getEncoded());
    }

    /** Bouncy Castle has no XTS: IEEE 1619-2018, clause 5.3, for whole blocks over its ECB. */
    @ParameterizedTest
    @ValueSource(strings = {"AES", "ARIA", "LEA", "SEED"})
    void dataUnitsAgree(String name) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            int keyBytes = name.equals("SEED") ? 16 : 16 + 8 * random.nextInt(3);
            byte[] key = Data.random(random, 2 * keyBytes);
            byte[] tweak = Data.random(random, 16);
            byte[] text = Data.random(random, 16 * (1 + random.nextInt(i == 0 ? 9000 : 40)));
            Cipher ecb = Cipher.getInstance(name + "/ECB/NoPadding", Data.BOUNCY_CASTLE);
            ecb.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, keyBytes, keyBytes, name));
            byte[] t = ecb.doFinal(tweak);
            byte[] mask = new byte[text.length];
            for (int at = 0; at < text.length; at += 16) {
                System.arraycopy(t, 0, mask, at, 16);
                int carry = t[15] < 0 ? 0x87 : 0;
                for (int j = 15; j > 0; j--)
                    t[j] = (byte) (t[j] << 1 | (t[j - 1] & 0xff) >>> 7);
                t[0] = (byte) (t[0] << 1 ^ carry);
            }
            ecb.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, 0, keyBytes, name));
            byte[] expected = xor(ecb.doFinal(xor(text, mask)), mask);
            Cipher ours = Cipher.getInstance(name + "/XTS/NoPadding", Data.NARAE);
            ours.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, name), new IvParameterSpec(tweak));
            assertArrayEquals(expected, ours.doFinal(text), name + ", -Dnarae.seed=" + SEED);
            ours.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, name), ours.getParameters());
            ByteBuffer out = ByteBuffer.allocateDirect(text.length);
            ours.doFinal(Data.direct(expected), out);
            assertArrayEquals(text, Data.written(out), name + ", -Dnarae.seed=" + SEED);
        }
    }

    private static byte[] xor(byte[] a, byte[] b) {
        byte[] sum = new byte[a.length];
        for (int i = 0; i < a.length; i++)
            sum[i] = (byte) (a[i] ^ b[i]);
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"HmacSHA256", "HmacSHA3-512", "LEA-CMAC", "ARIA-CMAC"})
    void derivedKeysAgree(String name) throws Exception {
        org.bouncycastle.crypto.Mac theirs = name.equals("HmacSHA256") ? new HMac(new SHA256Digest())
                : name.startsWith("Hmac") ? new HMac(new SHA3Digest(512))
                : new CMac(name.startsWith("LEA") ? new LEAEngine() : new ARIAEngine());
        SecretKeyFactory factory = SecretKeyFactory.getInstance("KBKDFWith" + name, Data.NARAE);
        for (int i = 0; i < TRIES; i++) {
            SecretKeySpec key = new SecretKeySpec(Data.random(random, 16), "X");
            byte[] label = Data.random(random, random.nextInt(20));
            byte[] context = Data.random(random, random.nextInt(20));
            byte[] iv = i % 2 == 0 ? null : Data.random(random, random.nextInt(20));
            byte[] expected = new byte[1 + random.nextInt(200)];
            byte[] fixed = Data.joined(label, new byte[1], context,
                    ByteBuffer.allocate(4).putInt(8 * expected.length).array());
            if (iv == null) {
                KDFCounterBytesGenerator counter = new KDFCounterBytesGenerator(theirs);
                counter.init(new KDFCounterParameters(key.getEncoded(), fixed, 32));
                counter.generateBytes(expected, 0, expected.length);
            } else {
                KDFFeedbackBytesGenerator feedback = new KDFFeedbackBytesGenerator(theirs);
                feedback.init(KDFFeedbackParameters.createWithCounter(key.getEncoded(), iv, fixed, 32));
                feedback.generateBytes(expected, 0, expected.length);
            }
            byte[] derived = factory.generateSecret(new KbkdfKeySpec(key, label, context, 8 * expected.length, iv)).getEncoded();
            assertArrayEquals(expected, derived, name + ", -Dnarae.seed=" + SEED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEA", "ARIA", "SEED", "AES", "GCM", "CCM"})
    void encodedParametersAgree(String name) throws Exception {
        AlgorithmParameterSpec[] specs = name.endsWith("CM")
                ? new AlgorithmParameterSpec[] {new GCMParameterSpec(96, new byte[12]), new GCMParameterSpec(128, Data.random(random, 13))}
                : new AlgorithmParameterSpec[] {new IvParameterSpec(Data.random(random, 16))};
        for (AlgorithmParameterSpec spec : specs) {
            AlgorithmParameters ours = AlgorithmParameters.getInstance(name, Data.NARAE);
            AlgorithmParameters theirs = AlgorithmParameters.getInstance(name, Data.BOUNCY_CASTLE);
            ours.init(spec);
            theirs.init(spec);
            assertArrayEquals(theirs.getEncoded(), ours.getEncoded());
            AlgorithmParameters again = AlgorithmParameters.getInstance(name, Data.NARAE);
            again.init(ours.getEncoded());
            assertArrayEquals(ours.getEncoded(), again.getEncoded("ASN.1"));
        }
    }
}
