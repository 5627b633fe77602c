// SPDX-License-Identifier: MIT
package narae;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;

import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of javax.crypto. */
class RulesTest {
    private static final byte[] TEXT = "a message of more than two blocks, not whole".getBytes();
    private static final IvParameterSpec IV = new IvParameterSpec(new byte[16]);

    private static Cipher cipher(String transformation) throws Exception {
        return Cipher.getInstance(transformation, Data.NARAE);
    }

    private static SecretKey key(String algorithm, int bytes) {
        byte[] key = new byte[bytes];
        Arrays.fill(key, (byte) 7);
        return new SecretKeySpec(key, algorithm);
    }

    private static byte[] sealed(String transformation, byte[] text) throws Exception {
        Cipher cipher = cipher(transformation);
        cipher.init(Cipher.ENCRYPT_MODE, key("X", keyBytes(transformation)), spec(transformation));
        return cipher.doFinal(text);
    }

    private static Cipher opening(String transformation) throws Exception {
        Cipher cipher = cipher(transformation);
        cipher.init(Cipher.DECRYPT_MODE, key("X", keyBytes(transformation)), spec(transformation));
        return cipher;
    }

    private static int keyBytes(String transformation) {
        return transformation.contains("ChaCha") ? 32 : 16;
    }

    private static java.security.spec.AlgorithmParameterSpec spec(String transformation) {
        if (transformation.contains("CM/"))
            return new GCMParameterSpec(128, new byte[12]);
        return new IvParameterSpec(new byte[transformation.contains("ChaCha") ? 12 : 16]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEA/GCM/NoPadding", "ARIA/CCM/NoPadding", "ChaCha20-Poly1305", "Ascon-AEAD128"})
    void nothingIsReleasedBeforeTheTagIsVerified(String transformation) throws Exception {
        for (int bytes : new int[] {0, 1, 44, 1000, Session.CRITICAL_BYTES + 1, 1 << 20}) {
            if (transformation.contains("CCM"))
                bytes = Math.min(bytes, 70_000);
            byte[] text = new byte[bytes];
            Arrays.fill(text, (byte) 0x5a);
            byte[] sealed = sealed(transformation, text);
            Cipher cipher = opening(transformation);
            assertArrayEquals(text, cipher.doFinal(sealed));
            for (int at : new int[] {0, sealed.length / 2, sealed.length - 1}) {
                byte[] forged = Data.flipped(sealed, at);
                byte[] out = new byte[text.length];
                Arrays.fill(out, (byte) 1);
                assertEquals(0, cipher.update(forged, 0, forged.length / 2, out, 0), "output of an update");
                assertThrows(AEADBadTagException.class,
                        () -> cipher.doFinal(forged, forged.length / 2, forged.length - forged.length / 2, out, 0));
                for (byte b : out)
                    assertEquals(0, b, "of a forged message the output has zeros");
                ByteBuffer direct = ByteBuffer.allocateDirect(text.length);
                assertThrows(AEADBadTagException.class, () -> cipher.doFinal(Data.direct(forged), direct));
                for (int i = 0; i < text.length; i++)
                    assertEquals(0, direct.get(i));
            }
            assertArrayEquals(text, cipher.doFinal(sealed), "the cipher serves the next message");
            assertThrows(AEADBadTagException.class, () -> cipher.doFinal(sealed, 0, 15));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEA/GCM/NoPadding", "LEA/CCM/NoPadding", "ChaCha20-Poly1305", "Ascon-AEAD128"})
    void aNonceServesOneEncryption(String transformation) throws Exception {
        Cipher cipher = cipher(transformation);
        SecretKey key = key("X", keyBytes(transformation));
        cipher.init(Cipher.ENCRYPT_MODE, key, spec(transformation));
        cipher.doFinal(TEXT);
        assertThrows(IllegalStateException.class, () -> cipher.doFinal(TEXT));
        assertThrows(IllegalStateException.class, () -> cipher.update(TEXT));
        assertThrows(IllegalStateException.class, () -> cipher.updateAAD(TEXT));
        assertThrows(InvalidAlgorithmParameterException.class,
                () -> cipher.init(Cipher.ENCRYPT_MODE, key, spec(transformation)));
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[keyBytes(transformation)], "X"), spec(transformation));
        cipher.doFinal(TEXT);
        cipher.init(Cipher.ENCRYPT_MODE, key);
        byte[] first = cipher.getIV();
        cipher.init(Cipher.ENCRYPT_MODE, key);
        assertFalse(Arrays.equals(first, cipher.getIV()), "two random nonces");
    }

    @Test
    void associatedDataComeFirst() throws Exception {
        Cipher cipher = cipher("LEA/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key("LEA", 16));
        cipher.updateAAD(ByteBuffer.wrap(TEXT));
        cipher.update(TEXT);
        assertThrows(IllegalStateException.class, () -> cipher.updateAAD(TEXT));
        Cipher chained = cipher("LEA/CBC/NoPadding");
        chained.init(Cipher.ENCRYPT_MODE, key("LEA", 16));
        assertThrows(UnsupportedOperationException.class, () -> chained.updateAAD(TEXT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEA/CBC/PKCS5Padding", "LEA/ECB/PKCS5Padding", "LEA/CTR/NoPadding", "LEA/GCM/NoPadding",
        "LEA/CCM/NoPadding", "Ascon-AEAD128", "PIPO/CBC/PKCS5Padding"})
    void aShortBufferChangesNothing(String transformation) throws Exception {
        boolean small = transformation.startsWith("PIPO");
        for (boolean decrypt : new boolean[] {false, true}) {
            Cipher cipher = cipher(transformation);
            boolean ecb = transformation.contains("ECB");
            java.security.spec.AlgorithmParameterSpec spec = ecb ? null : small ? new IvParameterSpec(new byte[8]) : spec(transformation);
            cipher.init(Cipher.ENCRYPT_MODE, key("X", 16), spec);
            byte[] sealed = cipher.doFinal(TEXT);
            byte[] in = decrypt ? sealed : TEXT;
            byte[] expected = decrypt ? TEXT : sealed;
            Cipher other = cipher(transformation);
            other.init(decrypt ? Cipher.DECRYPT_MODE : Cipher.ENCRYPT_MODE, key("X", 16), spec);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = other.update(in, 0, 21);
            if (part != null)
                out.write(part);
            int missing = expected.length - out.size();
            byte[] tooSmall = new byte[missing - 1];
            assertThrows(ShortBufferException.class, () -> other.doFinal(in, 21, in.length - 21, tooSmall, 0));
            ByteBuffer from = ByteBuffer.wrap(in, 21, in.length - 21);
            ByteBuffer to = ByteBuffer.allocateDirect(missing - 1);
            assertThrows(ShortBufferException.class, () -> other.doFinal(from, to));
            assertEquals(21, from.position());
            assertEquals(0, to.position());
            byte[] exact = new byte[missing];
            assertEquals(missing, other.doFinal(in, 21, in.length - 21, exact, 0));
            out.write(exact);
            assertArrayEquals(expected, out.toByteArray(), transformation + (decrypt ? " decrypting" : ""));
        }
    }

    @Test
    void anUpdateNeedsSpaceForItsBlocks() throws Exception {
        Cipher cipher = cipher("LEA/CBC/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key("LEA", 16), IV);
        assertEquals(0, cipher.update(TEXT, 0, 15, new byte[0], 0));
        assertThrows(ShortBufferException.class, () -> cipher.update(TEXT, 15, 1, new byte[15], 0));
        assertEquals(16, cipher.update(TEXT, 15, 1, new byte[16], 0));
    }

    @Test
    void incompleteBlocksAndWrongPaddingAreRefused() throws Exception {
        Cipher cipher = cipher("ARIA/CBC/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key("ARIA", 16), IV);
        assertThrows(IllegalBlockSizeException.class, () -> cipher.doFinal(TEXT, 0, 17));
        assertEquals(16, cipher.doFinal(TEXT, 0, 16).length, "the cipher serves the next message");
        Cipher padded = cipher("ARIA/CBC/PKCS5Padding");
        padded.init(Cipher.DECRYPT_MODE, key("ARIA", 16), IV);
        assertThrows(IllegalBlockSizeException.class, () -> padded.doFinal(TEXT, 0, 17));
        assertThrows(IllegalBlockSizeException.class, () -> padded.doFinal());
        for (int wrong : new int[] {0, 17, 255}) {
            byte[] block = new byte[16];
            block[15] = (byte) wrong;
            byte[] encrypted = cipher.doFinal(block);
            assertThrows(BadPaddingException.class, () -> padded.doFinal(encrypted));
        }
        byte[] almost = new byte[16];
        Arrays.fill(almost, (byte) 16);
        byte[] whole = cipher.doFinal(almost);
        assertEquals(0, padded.doFinal(whole).length);
        almost[0] = 15;
        byte[] encrypted = cipher.doFinal(almost);
        assertThrows(BadPaddingException.class, () -> padded.doFinal(encrypted));
    }

    @Test
    void wrongKeysAndParametersAreRefusedWithASentence() throws Exception {
        Cipher cbc = cipher("LEA/CBC/NoPadding");
        assertEquals("LEA has keys of 16, 24 or 32 bytes, not of 17",
                assertThrows(InvalidKeyException.class, () -> cbc.init(Cipher.ENCRYPT_MODE, key("LEA", 17), IV)).getMessage());
        assertEquals("LEA/CBC has an IV of 16 bytes, not of 12", assertThrows(InvalidAlgorithmParameterException.class,
                () -> cbc.init(Cipher.ENCRYPT_MODE, key("LEA", 16), new IvParameterSpec(new byte[12]))).getMessage());
        assertThrows(InvalidAlgorithmParameterException.class,
                () -> cbc.init(Cipher.ENCRYPT_MODE, key("LEA", 16), new GCMParameterSpec(128, new byte[16])));
        assertThrows(InvalidKeyException.class, () -> cbc.init(Cipher.DECRYPT_MODE, key("LEA", 16)), "no IV");
        assertThrows(IllegalStateException.class, () -> cbc.update(TEXT), "never initialised");
        Cipher gcm = cipher("LEA/GCM/NoPadding");
        for (int bits : new int[] {24, 40, 88, 127, 136})
            assertThrows(InvalidAlgorithmParameterException.class,
                    () -> gcm.init(Cipher.ENCRYPT_MODE, key("LEA", 16), new GCMParameterSpec(bits, new byte[12])));
        assertThrows(InvalidAlgorithmParameterException.class,
                () -> gcm.init(Cipher.ENCRYPT_MODE, key("LEA", 16), new IvParameterSpec(new byte[12]) { }));
        assertThrows(InvalidAlgorithmParameterException.class,
                () -> cipher("LEA/ECB/NoPadding").init(Cipher.ENCRYPT_MODE, key("LEA", 16), IV));
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        assertThrows(InvalidKeyException.class, () -> cbc.init(Cipher.ENCRYPT_MODE, pair.getPublic(), IV));
        Mac mac = Mac.getInstance("HmacLSH-256-256", Data.NARAE); // which would take a key of any length
        assertThrows(InvalidKeyException.class, () -> mac.init(pair.getPublic()));
        assertThrows(InvalidKeyException.class, () -> mac.init(pair.getPrivate()));
    }

    @Test
    void aKeyThatIsMissingOrDestroyedIsNamed() throws Exception {
        SecretKey gone = KeyGenerator.getInstance("LEA", Data.NARAE).generateKey();
        gone.destroy();
        Cipher wrap = cipher("LEAWRAP");
        wrap.init(Cipher.WRAP_MODE, key("LEA", 16));
        assertEquals("the key was destroyed",
                assertThrows(InvalidKeyException.class, () -> wrap.wrap(gone)).getMessage());
        SecretKeyFactory kbkdf = SecretKeyFactory.getInstance("KBKDFWithLEA-CMAC", Data.NARAE);
        assertThrows(InvalidKeySpecException.class,
                () -> kbkdf.generateSecret(new KbkdfKeySpec(gone, TEXT, TEXT, 128)));
        assertThrows(InvalidKeySpecException.class,
                () -> kbkdf.generateSecret(new KbkdfKeySpec(null, TEXT, TEXT, 128)));
    }

    @Test
    void unknownTransformationsAreRefused() throws Exception {
        for (String mode : new String[] {"XEX", "CFB9", "CFB136", "OFB8", "GCM8", "CFB99999999999"})
            assertThrows(NoSuchAlgorithmException.class, () -> cipher("LEA/" + mode + "/NoPadding"), mode);
        assertThrows(NoSuchAlgorithmException.class, () -> cipher("PIPO/GCM/NoPadding"));
        for (String fixed : new String[] {"LEAWRAP/KW", "LEAKWP/KWP", "LEA-GCM/GCM", "LEACCM/CCM", "LEA-XTS/XTS",
            "1.2.410.200046.1.1.1/ECB", "OID.1.2.410.200046.1.1.3/CFB", "Ascon-AEAD128/NONE"}) {
            cipher(fixed + "/NoPadding");
            String name = fixed.substring(0, fixed.indexOf('/'));
            for (String mode : new String[] {"CBC", "CFB8", "SIC"})
                assertThrows(NoSuchAlgorithmException.class, () -> cipher(name + "/" + mode + "/NoPadding"), name);
        }
        for (String padding : new String[] {"LEA/CTR/PKCS5Padding", "LEA/CBC/ISO10126Padding"})
            assertThrows(Exception.class, () -> {
                try {
                    cipher(padding);
                } catch (NoSuchAlgorithmException | NoSuchPaddingException e) {
                    throw new Exception(e);
                }
            }, padding);
    }

    @Test
    void destroyWipesAKey() throws Exception {
        SecretKey key = KeyGenerator.getInstance("LEA", Data.NARAE).generateKey();
        assertEquals(16, key.getEncoded().length);
        Cipher cipher = cipher("LEA/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key, IV);
        byte[] before = cipher.doFinal(TEXT);
        Cipher again = cipher("LEA/CTR/NoPadding");
        again.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key.getEncoded(), "LEA"), IV);
        assertArrayEquals(before, again.doFinal(TEXT), "a key outside the heap and its copy on it");
        assertFalse(key.isDestroyed());
        key.destroy();
        assertTrue(key.isDestroyed());
        assertThrows(IllegalStateException.class, key::getEncoded);
        assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, key, IV));
    }

    @Test
    void destroyReachesTheNativeMemory() {
        byte[] bytes = {1, 2, 3, 4};
        Session memory = Session.ofKey(bytes);
        assertArrayEquals(bytes, memory.readKey(4));
        memory.wipeKey(4);
        assertArrayEquals(new byte[4], memory.readKey(4));
        byte[] given = {5, 6, 7};
        new NaraeKey("X", given);
        assertArrayEquals(new byte[3], given, "the array given for the key");
    }

    @Test
    void keysAreComparedAndNotSerialized() throws Exception {
        SecretKeyFactory factory = SecretKeyFactory.getInstance("LEA", Data.NARAE);
        SecretKey key = factory.generateSecret(new SecretKeySpec(new byte[24], "LEA"));
        assertEquals(key, new SecretKeySpec(new byte[24], "LEA"));
        assertEquals(key, factory.translateKey(new SecretKeySpec(new byte[24], "LEA")));
        assertFalse(key.equals(new SecretKeySpec(new byte[24], "ARIA")));
        assertFalse(key.equals(new SecretKeySpec(new byte[16], "LEA")));
        assertEquals("RAW", key.getFormat());
        assertThrows(java.io.NotSerializableException.class,
                () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(key));
        char[] password = "password".toCharArray();
        System.setProperty("jdk.jceks.iterationCount", "10000"); // not 200,000, which take seconds
        KeyStore store = KeyStore.getInstance("JCEKS"); // serializes
        store.load(null, null);
        assertThrows(KeyStoreException.class, () -> store.setKeyEntry("lea", key, password, null));
        store.setKeyEntry("lea", new SecretKeySpec(key.getEncoded(), "LEA"), password, null);
        assertEquals(key, store.getKey("lea", password));
        assertThrows(java.security.spec.InvalidKeySpecException.class,
                () -> factory.generateSecret(new SecretKeySpec(new byte[17], "LEA")));
        assertThrows(InvalidKeyException.class, () -> factory.translateKey(new SecretKeySpec(new byte[17], "LEA")));
        assertThrows(InvalidParameterException.class, () -> KeyGenerator.getInstance("PIPO", Data.NARAE).init(192));
    }

    @Test
    void aMessageEndsWhereInitLeftTheCipher() throws Exception {
        for (String transformation : new String[] {"LEA/CBC/PKCS5Padding", "LEA/CTR/NoPadding", "LEA/CFB8/NoPadding"}) {
            Cipher cipher = cipher(transformation);
            cipher.init(Cipher.ENCRYPT_MODE, key("LEA", 16), IV);
            byte[] first = cipher.doFinal(TEXT);
            assertArrayEquals(first, cipher.doFinal(TEXT), transformation);
            cipher.update(TEXT);
            cipher.init(Cipher.ENCRYPT_MODE, key("LEA", 16), IV);
            assertArrayEquals(first, cipher.doFinal(TEXT), transformation);
        }
    }

    @Test
    void parametersCarryTheIvToTheOtherSide() throws Exception {
        for (String transformation : new String[] {"LEA/CBC/PKCS5Padding", "HIGHT/CTR/NoPadding", "ARIA/GCM/NoPadding",
            "SEED/CCM/NoPadding", "ChaCha20-Poly1305", "Ascon-AEAD128"}) {
            Cipher cipher = cipher(transformation);
            SecretKey key = key("X", keyBytes(transformation));
            cipher.init(Cipher.ENCRYPT_MODE, key);
            byte[] sealed = cipher.doFinal(TEXT);
            assertNotNull(cipher.getParameters());
            Cipher other = cipher(transformation);
            other.init(Cipher.DECRYPT_MODE, key, cipher.getParameters());
            assertArrayEquals(TEXT, other.doFinal(sealed), transformation);
            assertArrayEquals(cipher.getIV(), other.getIV());
        }
        Cipher counter = cipher("LEA/CTR/NoPadding");
        counter.init(Cipher.ENCRYPT_MODE, key("LEA", 16), new IvParameterSpec(new byte[8]));
        assertEquals(8, counter.getIV().length);
    }

    @Test
    void sectorsOfXtsAreUnitsByTheirNumbers() throws Exception {
        SecretKey key = KeyGenerator.getInstance("LEA-XTS", Data.NARAE).generateKey();
        byte[] disk = new byte[3 * 520];
        new java.util.Random(3).nextBytes(disk);
        Cipher all = cipher("LEA/XTS/NoPadding");
        all.init(Cipher.ENCRYPT_MODE, key, new XtsParameterSpec(0xfffffffeL, 520));
        byte[] encrypted = Data.joined(all.update(disk, 0, 7), all.doFinal(disk, 7, disk.length - 7));
        Cipher one = cipher("LEAXTS");
        for (int i = 0; i < 3; i++) {
            byte[] tweak = {(byte) (0xfe + i), (byte) (i < 2 ? 0xff : 0), (byte) (i < 2 ? 0xff : 0),
                (byte) (i < 2 ? 0xff : 0), (byte) (i / 2), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
            one.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(tweak));
            assertArrayEquals(Arrays.copyOfRange(encrypted, 520 * i, 520 * i + 520), one.doFinal(disk, 520 * i, 520));
        }
        Cipher back = cipher("LEA/XTS/NoPadding");
        back.init(Cipher.DECRYPT_MODE, key, all.getParameters());
        assertArrayEquals(disk, back.doFinal(encrypted));
        for (String name : new String[] {"LEA", "LEA-XTS", "LEAXTS"}) {
            AlgorithmParameters named = AlgorithmParameters.getInstance(name, Data.NARAE);
            named.init(new XtsParameterSpec(0xfffffffeL, 520));
            back.init(Cipher.DECRYPT_MODE, key, named);
            assertArrayEquals(disk, back.doFinal(encrypted));
        }
        assertThrows(java.io.IOException.class, () -> all.getParameters().getEncoded());
        assertThrows(IllegalBlockSizeException.class, () -> back.doFinal(encrypted, 0, 519));
        assertEquals(0xfffffffeL, all.getParameters().getParameterSpec(XtsParameterSpec.class).getSector());
    }

    @Test
    void whatXtsForbidsIsRefused() throws Exception {
        Cipher cipher = cipher("ARIA/XTS/NoPadding");
        assertTrue(assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, key("ARIA", 32), IV))
                .getMessage().contains("halves"));
        assertTrue(assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, key("ARIA", 16), IV))
                .getMessage().contains("32, 48 or 64"));
        SecretKey key = KeyGenerator.getInstance("ARIA-XTS", Data.NARAE).generateKey();
        assertEquals(64, key.getEncoded().length);
        cipher.init(Cipher.ENCRYPT_MODE, key, IV);
        assertThrows(IllegalBlockSizeException.class, () -> cipher.doFinal(new byte[15]));
        assertThrows(InvalidAlgorithmParameterException.class,
                () -> cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[8])));
        assertThrows(IllegalArgumentException.class, () -> new XtsParameterSpec(0, 15));
        assertThrows(NoSuchAlgorithmException.class, () -> cipher("HIGHT/XTS/NoPadding"));
        Cipher other = cipher("ARIA/CBC/NoPadding");
        assertThrows(InvalidAlgorithmParameterException.class,
                () -> other.init(Cipher.ENCRYPT_MODE, key("ARIA", 16), new XtsParameterSpec(0, 512)));
    }

    @Test
    void derivedKeysNeedWhatTheyNeed() throws Exception {
        SecretKeyFactory factory = SecretKeyFactory.getInstance("KBKDFWithLEA-CMAC", Data.NARAE);
        byte[] some = {1, 2};
        assertThrows(java.security.spec.InvalidKeySpecException.class,
                () -> factory.generateSecret(new KbkdfKeySpec(key("LEA", 15), some, some, 128)));
        assertThrows(java.security.spec.InvalidKeySpecException.class,
                () -> factory.generateSecret(new KbkdfKeySpec(key("LEA", 16), some, some, 127)));
        assertThrows(java.security.spec.InvalidKeySpecException.class,
                () -> factory.generateSecret(new SecretKeySpec(some, "X")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 125, 127, 128, 250, 255, 256, 65527, 65535, 65536})
    void parametersOfAnyLengthAreReadBack(int bytes) throws Exception {
        byte[] iv = new byte[bytes];
        Arrays.fill(iv, (byte) 3);
        AlgorithmParameters written = AlgorithmParameters.getInstance("GCM", Data.NARAE);
        written.init(new GCMParameterSpec(128, iv));
        for (java.security.Provider other : new java.security.Provider[] {Data.NARAE, Security.getProvider("SunJCE")}) {
            AlgorithmParameters read = AlgorithmParameters.getInstance("GCM", other);
            read.init(written.getEncoded());
            assertArrayEquals(iv, read.getParameterSpec(GCMParameterSpec.class).getIV(), other.getName());
            assertArrayEquals(written.getEncoded(), read.getEncoded(), other.getName());
        }
    }

    @Test
    void malformedParametersAreRefused() throws Exception {
        for (byte[] wrong : new byte[][] {{}, {4}, {4, 2, 1}, {5, 1, 1}, {4, 1, 1, 1}, {4, (byte) 0x80}, {4, (byte) 0x81, 1, 1},
            {4, (byte) 0x83, 0, 0, 1, 1}, {4, (byte) 0x84, -1, -1, -1, -1, 1}, {4, (byte) 0x85, 0, 0, 0, 0, 1, 1}, {0x30, 0}}) {
            for (String name : new String[] {"LEA", "GCM"})
                assertThrows(java.io.IOException.class,
                        () -> java.security.AlgorithmParameters.getInstance(name, Data.NARAE).init(wrong));
        }
        for (int bits : new int[] {0, 7, 127, 136, 2056})
            assertThrows(java.security.spec.InvalidParameterSpecException.class, () -> java.security.AlgorithmParameters
                    .getInstance("GCM", Data.NARAE).init(new GCMParameterSpec(bits, new byte[12])));
    }

    @Test
    void keysOfAnyKindAreWrapped() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        Cipher cipher = cipher("LEAWRAPPAD");
        cipher.init(Cipher.WRAP_MODE, key("LEA", 32));
        byte[] wrapped = cipher.wrap(pair.getPrivate());
        cipher.init(Cipher.UNWRAP_MODE, key("LEA", 32));
        assertArrayEquals(pair.getPrivate().getEncoded(), cipher.unwrap(wrapped, "EC", Cipher.PRIVATE_KEY).getEncoded());
        assertThrows(InvalidKeyException.class, () -> cipher.unwrap(Data.flipped(wrapped, 3), "EC", Cipher.PRIVATE_KEY));
        Cipher strict = cipher("LEA/KW/NoPadding");
        strict.init(Cipher.WRAP_MODE, key("LEA", 16));
        assertThrows(IllegalBlockSizeException.class, () -> strict.wrap(new SecretKeySpec(new byte[17], "X")));
        Cipher sealing = cipher("ARIA/GCM/NoPadding");
        sealing.init(Cipher.WRAP_MODE, key("ARIA", 16), new GCMParameterSpec(128, new byte[12]));
        byte[] sealed = sealing.wrap(key("LEA", 24));
        sealing.init(Cipher.UNWRAP_MODE, key("ARIA", 16), new GCMParameterSpec(128, new byte[12]));
        assertEquals(key("LEA", 24), sealing.unwrap(sealed, "LEA", Cipher.SECRET_KEY));
    }

    @Test
    void macsNeedWhatTheyNeed() throws Exception {
        Mac gmac = Mac.getInstance("LEA-GMAC", Data.NARAE);
        assertThrows(InvalidAlgorithmParameterException.class, () -> gmac.init(key("LEA", 16), null));
        gmac.init(key("LEA", 16), IV);
        gmac.update(TEXT);
        gmac.reset();
        byte[] one = gmac.doFinal(TEXT);
        gmac.reset();
        assertThrows(IllegalStateException.class, () -> gmac.update(TEXT), "a second message under its nonce");
        assertThrows(IllegalStateException.class, () -> gmac.update((byte) 0));
        assertThrows(IllegalStateException.class, () -> gmac.update(ByteBuffer.allocate(1)));
        assertThrows(IllegalStateException.class, gmac::doFinal);
        gmac.init(key("LEA", 16), IV);
        assertArrayEquals(one, gmac.doFinal(TEXT), "who verifies has the nonce of the sender");
        assertThrows(CloneNotSupportedException.class, gmac::clone);
        Mac cmac = Mac.getInstance("LEACMAC", Data.NARAE);
        assertThrows(InvalidAlgorithmParameterException.class, () -> cmac.init(key("LEA", 16), IV));
        assertThrows(InvalidKeyException.class, () -> cmac.init(key("LEA", 15)));
        cmac.init(key("LEA", 16));
        byte[] tag = cmac.doFinal(TEXT);
        cmac.update(TEXT);
        cmac.reset();
        assertArrayEquals(tag, cmac.doFinal(TEXT), "after reset");
    }

    @Test
    void aDigestNeedsSpace() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("LSH-256-256", Data.NARAE);
        digest.update(TEXT);
        assertThrows(java.security.DigestException.class, () -> digest.digest(new byte[31], 0, 31));
        byte[] out = new byte[40];
        assertEquals(32, digest.digest(out, 8, 32));
        assertArrayEquals(digest.digest(TEXT), Arrays.copyOfRange(out, 8, 40));
    }

    @Test
    void aCounterThatWouldRepeatIsRefused() throws Exception {
        Cipher cipher = cipher("HIGHT/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key("HIGHT", 16), new IvParameterSpec(new byte[7]));
        int all = 256 * 8;
        assertEquals(all, cipher.update(new byte[all]).length);
        assertThrows(IllegalStateException.class, () -> cipher.update(new byte[1]));
    }

    /** Two threads in one object are a mistake, which must not reach the JVM's memory. */
    @Test
    void threadsInOneCipherDoNotCrash() throws Exception {
        Cipher cipher = cipher("LEA/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key("LEA", 16), IV);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                byte[] data = new byte[1000];
                for (int j = 0; j < 2000; j++)
                    cipher.update(data, 0, 1 + j % 999);
            });
            threads[i].start();
        }
        for (Thread thread : threads)
            thread.join();
    }
}
