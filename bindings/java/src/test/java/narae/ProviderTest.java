// SPDX-License-Identifier: MIT
package narae;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, order of providers, and the native library. */
class ProviderTest {
    @Test
    void everyServiceCanBeMade() throws Exception {
        int services = 0;
        for (Provider.Service service : Data.NARAE.getServices()) {
            assertNotNull(service.newInstance(null), service.getAlgorithm());
            services++;
        }
        assertTrue(services > 150, "only " + services);
    }

    /** Each identifier with a key of its size, and the IV that its mode needs. */
    @Test
    void objectIdentifiersMeanWhatTheyDoInBouncyCastle() throws Exception {
        int compared = 0;
        for (int size = 0; size < 3; size++) {
            for (int mode = 1; mode <= 5; mode++) // ECB, CBC, CFB, OFB, CTR
                compared += compare("1.2.410.200046.1.1." + (5 * size + mode), 16 + 8 * size, mode == 1 ? 0 : 16);
            compared += compare("1.2.410.200046.1.1." + (34 + size), 16 + 8 * size, 12);
            compared += compare("1.2.410.200046.1.1." + (40 + size), 16 + 8 * size, 0);
            compared += compare("1.2.410.200046.1.1." + (43 + size), 16 + 8 * size, 0);
            for (int mode = 1; mode <= 8; mode++) // ECB, CBC, OFB, CFB, KW, GCM, CCM, KWP
                compared += compare("2.16.840.1.101.3.4.1." + (20 * size + mode), 16 + 8 * size,
                        mode == 6 || mode == 7 ? 12 : mode >= 2 && mode <= 4 ? 16 : 0);
        }
        compared += compare("1.2.410.200004.1.4", 16, 16);
        compared += compare("1.2.410.200004.7.1.1.1", 16, 0);
        assertTrue(compared >= 40, "only " + compared);
    }

    /** Of its own schemes two are left out: Poly1305 with an encrypted nonce, and wrapping as in RFC 3211. */
    @Test
    void everyNameOfBouncyCastleIsHere() {
        List<String> missing = new ArrayList<>();
        int compared = 0;
        for (Map.Entry<Object, Object> entry : Data.BOUNCY_CASTLE.entrySet()) {
            Matcher name = Pattern.compile("(?:Alg[.]Alias[.])?(Cipher|Mac|KeyGenerator|SecretKeyFactory|AlgorithmParameters)[.]([^ ]+)")
                    .matcher(entry.getKey().toString());
            if (!name.matches() || !(name.group(2) + " " + entry.getValue()).matches(".*\\b(ARIA|LEA|SEED).*")
                    || name.group(2).matches(".*POLY1305.*|.*RFC3211.*"))
                continue;
            compared++;
            if (Data.NARAE.getService(name.group(1), name.group(2)) == null)
                missing.add(name.group());
        }
        assertEquals(new ArrayList<String>(), missing);
        assertTrue(compared > 80, "only " + compared);
    }

    private static int compare(String oid, int keyBytes, int ivBytes) throws Exception {
        Cipher ours = Cipher.getInstance(oid, Data.NARAE);
        if (Data.BOUNCY_CASTLE.getService("Cipher", oid) == null)
            return 0;
        Cipher theirs = Cipher.getInstance(oid, Data.BOUNCY_CASTLE);
        SecretKeySpec key = new SecretKeySpec(new byte[keyBytes], "X");
        byte[][] results = new byte[2][];
        Cipher[] both = {ours, theirs};
        for (int i = 0; i < 2; i++) {
            boolean wraps = ivBytes == 0 && !oid.matches(".*[.]1[.]1[.](1|6|11)|.*[.]4[.]1[.](1|21|41)");
            both[i].init(wraps ? Cipher.WRAP_MODE : Cipher.ENCRYPT_MODE, key, ivBytes == 0 ? null
                    : new IvParameterSpec(new byte[ivBytes]));
            results[i] = wraps ? both[i].wrap(key) : both[i].doFinal(new byte[48]);
        }
        assertArrayEquals(results[1], results[0], oid);
        return 1;
    }

    @Test
    void theServiceFileNamesTheProvider() {
        boolean loaded = false;
        for (Provider provider : java.util.ServiceLoader.load(Provider.class))
            loaded |= provider instanceof NaraeProvider;
        assertTrue(loaded);
    }

    /** What the child process of the next test runs. */
    public static final class Application {
        public static void main(String[] arguments) throws Exception {
            System.out.println(answer(Cipher.getInstance("ARIA/CBC/PKCS5Padding")));
        }

        static String answer(Cipher cipher) throws Exception {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "ARIA"), new IvParameterSpec(new byte[16]));
            StringBuilder hex = new StringBuilder();
            for (byte b : cipher.doFinal("wing".getBytes(StandardCharsets.US_ASCII)))
                hex.append(String.format("%02x", b));
            return cipher.getProvider().getName() + " " + hex;
        }
    }

    @Test
    void theOrderInJavaSecurityIsTheOnlyChange(@TempDir Path folder) throws Exception {
        String theirs = Application.answer(Cipher.getInstance("ARIA/CBC/PKCS5Padding", Data.BOUNCY_CASTLE));
        assertTrue(theirs.startsWith("BC "), theirs);
        String bouncyCastle = Data.BOUNCY_CASTLE.getClass().getName();
        for (boolean first : new boolean[] {true, false}) {
            List<String> order = new ArrayList<>(Arrays.asList(bouncyCastle));
            if (first)
                order.add(0, NaraeProvider.class.getName());
            for (Provider provider : Security.getProviders())
                order.add(provider.getName());
            StringBuilder text = new StringBuilder();
            if (!first) { // last, but preferred for one cipher
                order.add(NaraeProvider.class.getName());
                text.append("jdk.security.provider.preferred=Cipher.ARIA:Narae\n");
            }
            for (int at = 0; at < order.size(); at++)
                text.append("security.provider.").append(at + 1).append('=').append(order.get(at)).append('\n');
            Path file = folder.resolve("java.security." + first);
            Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
            assertEquals("Narae" + theirs.substring(2), run("-Djava.security.properties=" + file, "-Djava.io.tmpdir=" + folder));
        }
        try (java.nio.file.DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*.so")) {
            assertTrue(!left.iterator().hasNext(), "a copy of the library is left");
        }
    }

    /** Of the classes that run here, whatever loaded them. */
    private static String classPath() throws Exception {
        List<String> path = new ArrayList<>();
        for (Class<?> of : new Class<?>[] {NaraeProvider.class, Application.class, Data.BOUNCY_CASTLE.getClass()})
            path.add(Paths.get(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        return String.join(java.io.File.pathSeparator, path);
    }

    private static String run(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("narae.java", Paths.get(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Arrays.asList(options));
        command.addAll(Arrays.asList("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(),
                Application.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String last = "";
        try (Scanner lines = new Scanner(process.getInputStream(), "UTF-8")) {
            while (lines.hasNextLine())
                last = lines.nextLine();
        }
        process.waitFor();
        return last;
    }

    @Test
    void aMachineWithoutNativeCodeIsNamed() throws Exception {
        assertEquals("linux-x86_64", Library.platform("Linux", "amd64"));
        assertEquals("linux-aarch64", Library.platform("Linux", "aarch64"));
        String message = assertThrows(ProviderException.class, () -> Library.open(Library.platform("Linux", "riscv64")))
                .getMessage();
        assertTrue(message.contains("linux-riscv64") && message.contains("linux-x86_64 and linux-aarch64"), message);
        try (InputStream here = Library.open(Library.platform(System.getProperty("os.name"), System.getProperty("os.arch")))) {
            assertEquals(0x7f, here.read());
        }
    }

    @Test
    void kernelsAreNamed() {
        assertTrue(NaraeProvider.kernels().length() > 0);
    }
}
