// SPDX-License-Identifier: MIT
package narae;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import com.google.gson.Gson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of the library, of every algorithm that this provider has. */
class VectorsTest {
    private static final Path FOLDER = Paths.get(System.getProperty("narae.vectors"));
    private static final List<String> ELSEWHERE = Arrays.asList("permutation", "stream", "poly1305", "kbkdf", "pbkdf2", "ctr-drbg",
            "hash-drbg", "hmac-drbg"); // without a name in JCA, or not a Cipher, Mac or MessageDigest
    private static final List<String> NOT_IN_JAVA = Arrays.asList("ascon-128", "ascon-128a", "ascon-xof128", "ascon-cxof128");
    private static final Map<String, String> HASHES = new HashMap<>();

    static {
        for (Hash hash : Hash.values())
            HASHES.put(hash.algorithm.toLowerCase(Locale.ROOT), hash.algorithm);
        HASHES.put("shake128", "SHAKE128-256");
        HASHES.put("shake256", "SHAKE256-512");
    }

    private static final class File {
        List<Map<String, Object>> vectors;
    }

    static List<Path> files() throws Exception {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(FOLDER, Files::isDirectory)) {
            for (Path folder : folders)
                if (!folder.endsWith("null") && !folder.getFileName().toString().startsWith("__"))
                    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.json")) {
                        entries.forEach(file -> files.add(FOLDER.relativize(file)));
                    }
        }
        Collections.sort(files);
        return files;
    }

    @Test
    void filesAreFound() throws Exception {
        assertTrue(files().size() > 50, "only " + files().size());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyVectorPasses(Path name) throws Exception {
        File file;
        try (Reader reader = Files.newBufferedReader(FOLDER.resolve(name), StandardCharsets.UTF_8)) {
            file = new Gson().fromJson(reader, File.class);
        }
        for (Map<String, Object> fields : file.vectors) {
            Vector v = new Vector(name, fields);
            if (ELSEWHERE.contains(v.mode) || NOT_IN_JAVA.contains(v.cipher) || v.hash() == null && v.isHash())
                continue;
            if (v.isHash())
                v.checkHash();
            else if (v.mode.equals("hmac") || v.mode.equals("cmac") || v.mode.equals("gmac"))
                v.checkMac();
            else
                v.checkCipher();
        }
    }

    private static final class Vector {
        final Path file;
        final Map<String, Object> fields;
        final String cipher;
        final String mode;
        final boolean invalid;

        Vector(Path file, Map<String, Object> fields) {
            this.file = file;
            this.fields = fields;
            cipher = (String) fields.get("cipher");
            mode = (String) fields.get("mode");
            invalid = "invalid".equals(fields.get("result"));
        }

        byte[] bytes(String field) {
            return Data.hex((String) fields.getOrDefault(field, ""));
        }

        @Override
        public String toString() {
            return file + " " + fields.get("id");
        }

        boolean isHash() {
            return mode.equals("hash");
        }

        String hash() {
            return HASHES.get(cipher);
        }

        void checkHash() throws Exception {
            MessageDigest digest = MessageDigest.getInstance(hash(), Data.NARAE);
            byte[] message = bytes("message");
            byte[] expected = bytes("digest");
            if (expected.length != digest.getDigestLength())
                return; // of a function with output of any length
            assertArrayEquals(expected, digest.digest(message), toString());
            digest.update(Data.direct(message));
            assertArrayEquals(expected, digest.digest(), toString());
        }

        void checkMac() throws Exception {
            byte[] tag = bytes("tag");
            String name = mode.equals("hmac") ? "Hmac" + hash().replace("SHA-", "SHA") : base() + "-" + mode.toUpperCase(Locale.ROOT);
            Mac mac = Mac.getInstance(name, Data.NARAE);
            byte[] computed = null;
            try {
                SecretKeySpec key = new SecretKeySpec(bytes("key"), name);
                mac.init(key, mode.equals("gmac") ? new IvParameterSpec(bytes("nonce")) : null);
                computed = Data.first(mac.doFinal(bytes("message")), tag.length);
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                assertTrue(invalid, this + ": " + e);
            }
            assertTrue(invalid != Arrays.equals(tag, computed), toString());
        }

        String base() {
            return cipher.replaceFirst("-.*", "").toUpperCase(Locale.ROOT);
        }

        String transformation() {
            switch (cipher) {
                case "chacha20-poly1305":
                    return "ChaCha20-Poly1305";
                case "xchacha20-poly1305":
                    return "XChaCha20-Poly1305";
                case "ascon-aead128":
                    return "Ascon-AEAD128";
                default:
                    return base() + "/" + (mode.equals("block") ? "ECB/NoPadding" : mode.equals("cbc-pkcs7") ? "CBC/PKCS5Padding"
                            : mode.toUpperCase(Locale.ROOT) + "/NoPadding");
            }
        }

        void checkCipher() throws Exception {
            byte[] plaintext = bytes("plaintext");
            byte[] tag = bytes("tag");
            byte[] ciphertext = Data.joined(bytes("ciphertext"), tag);
            byte[] ad = bytes("ad");
            if (this.cipher.equals("ascon-aead128") && tag.length < 16)
                return; // tags of 16 bytes alone have a name in JCA
            AlgorithmParameterSpec spec = null;
            if (mode.equals("gcm") || mode.equals("ccm"))
                spec = new GCMParameterSpec(8 * tag.length, bytes("nonce"));
            else if (!mode.equals("block") && !mode.startsWith("kw"))
                spec = new IvParameterSpec(bytes("nonce"));
            Cipher cipher = Cipher.getInstance(transformation(), Data.NARAE);
            byte[] opened;
            try {
                SecretKeySpec key = new SecretKeySpec(bytes("key"), base());
                cipher.init(Cipher.DECRYPT_MODE, key, spec);
                if (ad.length > 0)
                    cipher.updateAAD(ad);
                opened = cipher.doFinal(ciphertext);
                if (!invalid) {
                    cipher.init(Cipher.ENCRYPT_MODE, key, spec);
                    if (ad.length > 0)
                        cipher.updateAAD(ad);
                    int half = plaintext.length / 2;
                    byte[] begin = cipher.update(plaintext, 0, half);
                    assertArrayEquals(ciphertext, Data.joined(begin, cipher.doFinal(plaintext, half, plaintext.length - half)),
                            toString());
                }
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                assertTrue(invalid, this + ": " + e);
                return;
            }
            assertTrue(!invalid, this + " was accepted");
            assertArrayEquals(plaintext, opened, toString());
        }
    }

    @Test
    void aWrongVectorFails() {
        Map<String, Object> fields = new HashMap<>();
        fields.put("cipher", "lea-128");
        fields.put("mode", "block");
        fields.put("key", "00000000000000000000000000000000");
        fields.put("plaintext", "00000000000000000000000000000000");
        fields.put("ciphertext", "00000000000000000000000000000000");
        assertThrows(AssertionError.class, () -> new Vector(FOLDER, fields).checkCipher());
    }
}
