// SPDX-License-Identifier: MIT
package narae;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * The provider "Narae": LEA, ARIA, SEED, HIGHT, PIPO, AES, ChaCha20-Poly1305 and Ascon-AEAD128, with their modes and
 * MACs; SHA-2, SHA-3, LSH and Ascon-Hash256, with HMAC, PBKDF2 and KBKDF.
 *
 * <pre>{@code
 * Security.insertProviderAt(new NaraeProvider(), 1);
 * Cipher cipher = Cipher.getInstance("LEA/GCM/NoPadding");
 * }</pre>
 *
 * <p>Names and object identifiers are those of the provider of Bouncy Castle, where it has them.
 */
public final class NaraeProvider extends Provider {
    private static final long serialVersionUID = 1L;
    private static final String ARIA_OIDS = "1.2.410.200046.1.1.";
    private static final String AES_OIDS = "2.16.840.1.101.3.4.1.";
    private static final String HASH_OIDS = "2.16.840.1.101.3.4.2.";

    /**
     * Loads the native library.
     *
     * @throws ProviderException if there is none for this platform, or it cannot be loaded; the message says why
     */
    @SuppressWarnings("deprecation") // the other constructor came with Java 9
    public NaraeProvider() {
        super("Narae", 2.0, "Narae: lightweight and Korean-standard ciphers in constant time");
        Library.load();
        for (BlockCipher cipher : BlockCipher.values())
            addBlockCipher(cipher);
        addObjectIdentifiers();
        addAead("ChaCha20-Poly1305", Mode.CHACHA20_POLY1305, 12, 32);
        addAead("XChaCha20-Poly1305", Mode.CHACHA20_POLY1305, 24, 32);
        addAead("Ascon-AEAD128", Mode.ASCON_AEAD128, 16, 16);
        add("KeyGenerator", "ChaCha20", () -> new NaraeKeyGenerator("ChaCha20", 32, 32));
        add("AlgorithmParameters", "GCM", () -> new NaraeParameters(true));
        add("AlgorithmParameters", "CCM", () -> new NaraeParameters(true));
        for (Hash hash : Hash.values())
            addHash(hash);
    }

    /**
     * The kernels that this CPU runs, such as {@code avx512-gfni}: narae/kernels.h.
     *
     * @return their name
     */
    public static String kernels() {
        Library.load();
        return Session.kernels();
    }

    private void addBlockCipher(BlockCipher cipher) {
        String name = cipher.name();
        add("Cipher", name, () -> new NaraeCipher(this, name, cipher, Mode.ECB, false, 0));
        add("AlgorithmParameters", name, () -> new NaraeParameters(false));
        add("SecretKeyFactory", name, () -> new NaraeKeyFactory(name, cipher.keyBytes));
        addKeyGenerator(name, cipher, cipher.defaultKeyBits / 8, name + "-CMAC", name + "CMAC", name + "-GMAC",
                name + "GMAC", name + "-GCM", name + "GCM", name + "-CCM", name + "CCM");
        add("Mac", name + "-CMAC", () -> new NaraeMac(Mode.CMAC, cipher), name + "CMAC");
        add("SecretKeyFactory", "KBKDFWith" + name + "-CMAC",
                () -> new NaraeDerivation("KBKDFWith" + name + "-CMAC", cipher, null));
        if (cipher.blockBytes == 16) {
            add("Mac", name + "-GMAC", () -> new NaraeMac(Mode.GMAC, cipher), name + "GMAC");
            for (Mode mode : new Mode[] {Mode.GCM, Mode.CCM}) {
                addCipher(name + "-" + mode, cipher, mode, name + mode);
                add("AlgorithmParameters", name + "-" + mode, () -> new NaraeParameters(true), name + mode);
            }
            addXts(name, cipher);
            addCipher(name + "WRAP", cipher, Mode.KW, name + "KW");
            addCipher(name + "WRAPPAD", cipher, Mode.KWP, name + "KWP");
        }
    }

    /** Its keys are two of the cipher's. */
    private void addXts(String name, BlockCipher cipher) {
        String xts = name + "-XTS";
        int[] sizes = cipher.keyBytesOf(Mode.XTS);
        addCipher(xts, cipher, Mode.XTS, name + "XTS");
        add("AlgorithmParameters", xts, () -> new NaraeParameters(false), name + "XTS");
        add("KeyGenerator", xts, () -> new NaraeKeyGenerator(xts, cipher.defaultKeyBits / 4, sizes), name + "XTS");
        add("SecretKeyFactory", xts, () -> new NaraeKeyFactory(xts, sizes), name + "XTS");
    }

    private void addObjectIdentifiers() {
        Mode[] first = {Mode.ECB, Mode.CBC, Mode.CFB, Mode.OFB, Mode.CTR}; // RFC 5794, appendix A
        Mode[] second = {Mode.GCM, Mode.CCM, Mode.KW, Mode.KWP};
        Mode[] aes = {Mode.ECB, Mode.CBC, Mode.OFB, Mode.CFB, Mode.KW, Mode.GCM, Mode.CCM, Mode.KWP}; // NIST's register
        for (int size = 0; size < 3; size++) {
            int bytes = 16 + 8 * size;
            for (int i = 0; i < first.length; i++)
                addIdentified(ARIA_OIDS + (1 + 5 * size + i), BlockCipher.ARIA, first[i], bytes);
            for (int i = 0; i < second.length; i++)
                addIdentified(ARIA_OIDS + (34 + 3 * i + size), BlockCipher.ARIA, second[i], bytes);
            for (int i = 0; i < aes.length; i++)
                addIdentified(AES_OIDS + (1 + 20 * size + i), BlockCipher.AES, aes[i], bytes);
        }
        addIdentified("1.2.410.200004.1.4", BlockCipher.SEED, Mode.CBC, 16); // RFC 4269, clause 3
        addIdentified("1.2.410.200004.7.1.1.1", BlockCipher.SEED, Mode.KW, 16); // RFC 4010, clause 3
    }

    /** An object identifier means a cipher, a mode and a size of keys. */
    private void addIdentified(String oid, BlockCipher cipher, Mode mode, int bytes) {
        addCipher(oid, cipher, mode);
        addKeyGenerator(oid, cipher, bytes);
        add("SecretKeyFactory", oid, () -> new NaraeKeyFactory(cipher.name(), bytes));
        if (mode != Mode.ECB && !mode.wrapsKeys())
            add("AlgorithmParameters", oid, () -> new NaraeParameters(mode.authenticates()));
    }

    private void addCipher(String algorithm, BlockCipher cipher, Mode mode, String... aliases) {
        add("Cipher", algorithm, () -> new NaraeCipher(this, cipher.name(), cipher, mode, true, 0), aliases);
    }

    private void addKeyGenerator(String algorithm, BlockCipher cipher, int bytes, String... aliases) {
        add("KeyGenerator", algorithm, () -> new NaraeKeyGenerator(cipher.name(), bytes, cipher.keyBytes), aliases);
    }

    private void addAead(String name, Mode mode, int nonceBytes, int keyBytes) {
        add("Cipher", name, () -> new NaraeCipher(this, name, null, mode, true, nonceBytes));
        add("AlgorithmParameters", name, () -> new NaraeParameters(false));
        add("KeyGenerator", name, () -> new NaraeKeyGenerator(name, keyBytes, keyBytes));
        add("SecretKeyFactory", name, () -> new NaraeKeyFactory(name, keyBytes));
    }

    private void addHash(Hash hash) {
        String name = hash.algorithm;
        add("MessageDigest", name, () -> new NaraeDigest(hash), hashAliases(name));
        if (!hash.hasHmac())
            return;
        String plain = name.startsWith("SHA-") ? "SHA" + name.substring(4) : name;
        String hmac = "Hmac" + plain;
        add("Mac", hmac, () -> new NaraeMac(hash), "HMAC-" + plain, "HMAC/" + plain);
        add("KeyGenerator", hmac, () -> new NaraeKeyGenerator(hmac, hash.digestBytes), "HMAC-" + plain, "HMAC/" + plain);
        add("SecretKeyFactory", "PBKDF2With" + hmac, () -> new NaraePasswordFactory("PBKDF2With" + hmac, hash));
        add("SecretKeyFactory", "KBKDFWith" + hmac, () -> new NaraeDerivation("KBKDFWith" + hmac, null, hash));
    }

    /** NIST's object identifiers, and how else the name is written. */
    private static String[] hashAliases(String name) {
        List<String> order = Arrays.asList("SHA-256", "SHA-384", "SHA-512", "SHA-224", "SHA-512/224", "SHA-512/256",
                "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512");
        List<String> aliases = new ArrayList<>();
        if (order.contains(name))
            aliases.add(HASH_OIDS + (1 + order.indexOf(name)));
        if (name.startsWith("SHA-"))
            aliases.add("SHA" + name.substring(4));
        if (name.startsWith("SHAKE"))
            aliases.add(name.substring(0, 8));
        return aliases.toArray(new String[0]);
    }

    private static boolean isObjectIdentifier(String name) {
        return Character.isDigit(name.charAt(0));
    }

    private void add(String type, String algorithm, Supplier<Object> make, String... aliases) {
        List<String> others = new ArrayList<>(Arrays.asList(aliases));
        for (String name : Arrays.asList(aliases))
            if (isObjectIdentifier(name))
                others.add("OID." + name);
        if (isObjectIdentifier(algorithm))
            others.add("OID." + algorithm);
        putService(new Made(this, type, algorithm, others, make));
    }

    /** A service whose objects come from a function instead of a class of their own. */
    private static final class Made extends Service {
        private final Supplier<Object> make;

        Made(Provider provider, String type, String algorithm, List<String> aliases, Supplier<Object> make) {
            super(provider, type, algorithm, NaraeProvider.class.getName(), aliases, Collections.emptyMap());
            this.make = make;
        }

        @Override
        public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
            if (parameter != null)
                throw new NoSuchAlgorithmException(getAlgorithm() + " takes no parameter");
            return make.get();
        }
    }
}
