// SPDX-License-Identifier: MIT
package narae;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.ProviderException;
import java.util.Locale;

/** Loads the native library of this platform from the jar. */
final class Library {
    private static final String NAME = "libnarae_java.so";
    private static boolean loaded;

    private Library() {
    }

    /** Loads it once; a ProviderException says why it cannot. */
    static synchronized void load() {
        if (loaded)
            return;
        String file = System.getProperty("narae.library");
        try {
            if (file != null)
                System.load(file);
            else
                loadFromJar();
        } catch (IOException | UnsatisfiedLinkError e) {
            throw new ProviderException("Narae cannot load its native library: " + e.getMessage()
                    + ". It needs a folder where programs may run: name one by -Djava.io.tmpdir, or the library itself"
                    + " by -Dnarae.library", e);
        }
        loaded = true;
    }

    /** The folder of this platform in the jar; os.arch has several names for one machine. */
    static String platform(String system, String machine) {
        String chip = machine.toLowerCase(Locale.ROOT);
        if (chip.equals("amd64") || chip.equals("x86-64"))
            chip = "x86_64";
        if (chip.equals("arm64"))
            chip = "aarch64";
        return system.toLowerCase(Locale.ROOT) + "-" + chip;
    }

    /** The library of a platform, from the jar. */
    static InputStream open(String platform) {
        InputStream stream = Library.class.getResourceAsStream(platform + "/" + NAME);
        if (stream == null)
            throw new ProviderException("Narae has no native code for " + platform + ", which this Java runs on"
                    + " (os.name " + System.getProperty("os.name") + ", os.arch " + System.getProperty("os.arch")
                    + "). The jar has linux-x86_64 and linux-aarch64, unless the jar was built without one of them");
        return stream;
    }

    private static void loadFromJar() throws IOException {
        try (InputStream from = open(platform(System.getProperty("os.name"), System.getProperty("os.arch")))) {
            Path copy = Files.createTempFile("narae-", ".so"); // only its owner can read it
            try {
                Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
                System.load(copy.toAbsolutePath().toString());
            } finally {
                Files.delete(copy); // once loaded it is not needed
            }
        }
    }
}
