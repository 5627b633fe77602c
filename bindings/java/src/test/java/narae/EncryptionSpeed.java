// SPDX-License-Identifier: MIT
package narae;

import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.concurrent.TimeUnit;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One message, from init with a new nonce to the end, between arrays; keys of 128 bits. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncryptionSpeed {
    /** The cipher, and who has it. */
    @Param({"LEA/GCM/NoPadding Narae", "LEA/GCM/NoPadding BC", "ARIA/GCM/NoPadding Narae", "ARIA/GCM/NoPadding BC",
        "AES/GCM/NoPadding Narae", "AES/GCM/NoPadding SunJCE", "AES/GCM/NoPadding BC", "ARIA/CBC/PKCS5Padding Narae",
        "ARIA/CBC/PKCS5Padding BC"})
    public String what;

    /** Of the message. */
    @Param({"16", "64", "1024", "16384", "1048576"})
    public int bytes;

    private Cipher cipher;
    private SecretKeySpec key;
    private byte[] in;
    private byte[] out;
    private long count;

    /** Makes the cipher, and the buffers. */
    @Setup
    public void prepare() throws Exception {
        String[] parts = what.split(" ");
        Provider provider = parts[1].equals("Narae") ? Data.NARAE : parts[1].equals("BC") ? Data.BOUNCY_CASTLE
                : Security.getProvider(parts[1]);
        cipher = Cipher.getInstance(parts[0], provider);
        key = new SecretKeySpec(new byte[16], parts[0].substring(0, parts[0].indexOf('/')));
        in = new byte[bytes];
        out = new byte[bytes + 16];
    }

    /** Returns the bytes written. */
    @Benchmark
    public int encrypt() throws Exception {
        boolean gcm = what.contains("GCM");
        byte[] iv = new byte[gcm ? 12 : 16];
        count++;
        for (int i = 0; i < 8; i++)
            iv[i] = (byte) (count >> 8 * i);
        AlgorithmParameterSpec spec = gcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv);
        cipher.init(Cipher.ENCRYPT_MODE, key, spec);
        return cipher.doFinal(in, 0, bytes, out, 0);
    }
}
