// SPDX-License-Identifier: MIT
package narae;

import java.io.IOException;
import java.security.AlgorithmParametersSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.Arrays;

import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/**
 * An IV, or the nonce and tag size of GCM and CCM. Encoded in DER: the IV as OCTET STRING, the other as SEQUENCE of
 * OCTET STRING and INTEGER, the bytes of the tag, which are 12 if it is absent (RFC 5084, clause 3).
 */
final class NaraeParameters extends AlgorithmParametersSpi {
    private static final int OCTET_STRING = 4;
    private static final int INTEGER = 2;
    private static final int SEQUENCE = 0x30;
    private static final int DEFAULT_TAG_BYTES = 12;

    private final boolean withTag;
    private byte[] iv;
    private int tagBytes = 16;
    private int sectorBytes; // of XTS; 0 for one unit

    NaraeParameters(boolean withTag) {
        this.withTag = withTag;
    }

    @Override
    protected void engineInit(AlgorithmParameterSpec spec) throws InvalidParameterSpecException {
        if (withTag && spec instanceof GCMParameterSpec) {
            int bits = ((GCMParameterSpec) spec).getTLen();
            if (bits % 8 != 0 || bits < 8 || bits > 128)
                throw new InvalidParameterSpecException("a tag has whole bytes, 8 to 128 bits, not " + bits);
            iv = ((GCMParameterSpec) spec).getIV();
            tagBytes = bits / 8;
        } else if (!withTag && spec instanceof IvParameterSpec) {
            iv = ((IvParameterSpec) spec).getIV();
            sectorBytes = spec instanceof XtsParameterSpec ? ((XtsParameterSpec) spec).getSectorBytes() : 0;
        } else {
            throw new InvalidParameterSpecException("needs " + (withTag ? "a GCMParameterSpec" : "an IvParameterSpec")
                    + ", not " + (spec == null ? "null" : spec.getClass().getName()));
        }
    }

    @Override
    protected void engineInit(byte[] encoded) throws IOException {
        Reader outer = new Reader(encoded, 0, encoded.length);
        if (!withTag) {
            iv = outer.element(OCTET_STRING);
        } else {
            byte[] content = outer.element(SEQUENCE);
            Reader inner = new Reader(content, 0, content.length);
            byte[] nonce = inner.element(OCTET_STRING);
            int bytes = DEFAULT_TAG_BYTES;
            if (inner.more()) {
                byte[] number = inner.element(INTEGER);
                if (number.length != 1 || number[0] < 1 || number[0] > 16)
                    throw new IOException("the size of a tag is 1 to 16 bytes");
                bytes = number[0];
            }
            inner.end();
            iv = nonce;
            tagBytes = bytes;
        }
        outer.end();
    }

    @Override
    protected void engineInit(byte[] encoded, String format) throws IOException {
        requireAsn1(format);
        engineInit(encoded);
    }

    @Override
    protected <T extends AlgorithmParameterSpec> T engineGetParameterSpec(Class<T> specClass)
            throws InvalidParameterSpecException {
        if (withTag && specClass.isAssignableFrom(GCMParameterSpec.class))
            return specClass.cast(new GCMParameterSpec(8 * tagBytes, iv));
        if (sectorBytes != 0 && specClass.isAssignableFrom(XtsParameterSpec.class))
            return specClass.cast(new XtsParameterSpec(iv, sectorBytes));
        if (specClass.isAssignableFrom(IvParameterSpec.class))
            return specClass.cast(new IvParameterSpec(iv));
        throw new InvalidParameterSpecException("unsupported parameter type " + specClass.getName());
    }

    @Override
    protected byte[] engineGetEncoded() throws IOException {
        if (sectorBytes != 0)
            throw new IOException("parameters of sectors have no encoding: store their number and size");
        byte[] string = element(OCTET_STRING, iv);
        if (!withTag)
            return string;
        byte[] size = tagBytes == DEFAULT_TAG_BYTES ? new byte[0] : element(INTEGER, new byte[] {(byte) tagBytes});
        byte[] content = Arrays.copyOf(string, string.length + size.length);
        System.arraycopy(size, 0, content, string.length, size.length);
        return element(SEQUENCE, content);
    }

    @Override
    protected byte[] engineGetEncoded(String format) throws IOException {
        requireAsn1(format);
        return engineGetEncoded();
    }

    @Override
    protected String engineToString() {
        return withTag ? "a nonce of " + iv.length + " bytes and a tag of " + tagBytes : "an IV of " + iv.length + " bytes";
    }

    private static void requireAsn1(String format) throws IOException {
        if (format != null && !format.equals("ASN.1"))
            throw new IOException("the only format is ASN.1, not " + format);
    }

    private static byte[] element(int tag, byte[] content) {
        int n = content.length;
        int more = lengthBytes(n);
        byte[] element = new byte[2 + more + n];
        element[0] = (byte) tag;
        element[1] = (byte) (more == 0 ? n : 0x80 + more);
        for (int i = 0; i < more; i++)
            element[2 + i] = (byte) (n >> 8 * (more - 1 - i));
        System.arraycopy(content, 0, element, 2 + more, n);
        return element;
    }

    /** How many bytes follow that of a length: none below 0x80, else as few as it needs. */
    private static int lengthBytes(int n) {
        return n < 0x80 ? 0 : (Integer.SIZE - Integer.numberOfLeadingZeros(n) + 7) / 8;
    }

    private static final class Reader {
        private final byte[] bytes;
        private int at;
        private final int end;

        Reader(byte[] bytes, int at, int end) {
            this.bytes = bytes;
            this.at = at;
            this.end = end;
        }

        boolean more() {
            return at < end;
        }

        void end() throws IOException {
            if (more())
                throw new IOException("more bytes than the parameters have");
        }

        byte[] element(int tag) throws IOException {
            if (next() != tag)
                throw new IOException("these are not parameters in DER");
            int n = next();
            if (n >= 0x80) {
                int more = n - 0x80;
                n = 0;
                for (int i = 0; i < more && i < Integer.BYTES; i++)
                    n = n << 8 | next();
                if (n < 0x80 || lengthBytes(n) != more)
                    throw new IOException("these are not parameters in DER, or of more bytes than an array has");
            }
            if (n > end - at)
                throw new IOException("the parameters are not complete");
            at += n;
            return Arrays.copyOfRange(bytes, at - n, at);
        }

        private int next() throws IOException {
            if (!more())
                throw new IOException("the parameters are not complete");
            return bytes[at++] & 0xff;
        }
    }
}
