// SPDX-License-Identifier: MIT
package narae;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guide compile, run, and print what they decrypt. */
class GuideTest {
    @Test
    void theProgramsOfTheGuideRun(@TempDir Path folder) throws Exception {
        assumeTrue(ToolProvider.getSystemJavaCompiler() != null, "a Java without a compiler");
        String guide = new String(Files.readAllBytes(Paths.get(System.getProperty("narae.guide"))), StandardCharsets.UTF_8);
        Matcher program = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(guide);
        int programs = 0;
        while (program.find()) {
            Matcher name = Pattern.compile("public class (\\w+)").matcher(program.group(1));
            assertTrue(name.find());
            Path source = folder.resolve(name.group(1) + ".java");
            Files.write(source, program.group(1).getBytes(StandardCharsets.UTF_8));
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            String classes = Paths.get(NaraeProvider.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
            assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, messages, messages, "-cp", classes, "-d", folder.toString(),
                    source.toString()), messages.toString());
            assertEquals("wing\n", output(folder, name.group(1)));
            programs++;
        }
        assertEquals(2, programs);
    }

    @Test
    void theNamesOfTheGuideAreThere() throws Exception {
        String guide = new String(Files.readAllBytes(Paths.get(System.getProperty("narae.guide"))), StandardCharsets.UTF_8);
        Matcher row = Pattern.compile("^\\| ([A-Z]\\w+) \\| (.*`) ?.* \\|$", Pattern.MULTILINE).matcher(guide);
        int names = 0;
        while (row.find()) {
            Matcher name = Pattern.compile("`([\\w-]+)`").matcher(row.group(2));
            for (; name.find(); names++) // next to classes and paddings
                assertTrue(name.group(1).matches(".*(Spec|Padding)") || Data.NARAE.getService(row.group(1), name.group(1)) != null,
                        row.group(1) + " " + name.group(1));
        }
        assertTrue(names > 40, names + " names");
    }

    private static String output(Path folder, String name) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, GuideTest.class.getClassLoader())) {
            System.setOut(new PrintStream(out, true));
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
            java.security.Security.removeProvider("Narae");
        }
        return out.toString();
    }
}
