// SPDX-License-Identifier: MIT
package narae;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.InvalidParameterSpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Locale;

import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/**
 * Every cipher and mode: the rules of javax.crypto.Cipher (buffering, output sizes, argument checks) over a native
 * session.
 *
 * <p>Authenticated ciphertext is buffered until its tag is verified.
 */
final class NaraeCipher extends CipherSpi {
    private static final byte[] NOTHING = new byte[0];
    private static final int DEFAULT_NONCE_BYTES = 12;
    /** Above so many bytes the buffer for plaintext under verification is not kept. */
    private static final int KEPT_BYTES = 1 << 22;

    private final NaraeProvider provider;
    private final String name;
    private final BlockCipher cipher; // null: ChaCha20-Poly1305 or Ascon
    private final int nonceBytes; // 0: the mode's
    private final boolean fixed; // the name of the service has the mode
    private Mode mode;
    private boolean padded;
    private int segmentBits;

    private Session session;
    private boolean ready;
    private boolean decrypts;
    private boolean started; // the session has the IV, and perhaps data
    private boolean spent; // a nonce of an encrypted message is not used again
    private byte[] iv;
    private int tagBytes;
    private int sectorBytes; // of XTS; 0 for one unit
    private byte[] lastNonce; // of encryption under the session's key
    private byte[] held = NOTHING; // incomplete block at the end of the data
    private int holding;
    private byte[] ad = NOTHING;
    private int adBytes;
    private byte[] collected = NOTHING; // a message that must be complete
    private int collecting;
    private ByteBuffer work;

    NaraeCipher(NaraeProvider provider, String name, BlockCipher cipher, Mode mode, boolean fixed, int nonceBytes) {
        this.provider = provider;
        this.name = name;
        this.cipher = cipher;
        this.mode = mode;
        this.padded = mode.ofBlocks();
        this.fixed = fixed;
        this.nonceBytes = nonceBytes;
    }

    @Override
    protected void engineSetMode(String requested) throws NoSuchAlgorithmException {
        String upper = requested.toUpperCase(Locale.ROOT);
        String base = upper.replaceFirst("[0-9]+$", "");
        segmentBits = 0;
        if (cipher == null) {
            if (!upper.equals("NONE"))
                throw new NoSuchAlgorithmException(name + " has no mode " + requested);
            return;
        }
        if (fixed && !upper.equals(mode.name()))
            throw new NoSuchAlgorithmException("that name is of " + name + "/" + mode + ", not of the mode " + requested);
        switch (base) {
            case "ECB":
            case "CBC":
            case "CTR":
            case "CFB":
            case "OFB":
            case "GCM":
            case "CCM":
            case "XTS":
            case "KW":
            case "KWP":
                mode = Mode.valueOf(base);
                break;
            case "SIC":
                mode = Mode.CTR;
                break;
            default:
                throw new NoSuchAlgorithmException("no mode " + requested + "; Narae has ECB, CBC, CTR, CFB, OFB, GCM, CCM,"
                        + " XTS, KW and KWP");
        }
        if (!base.equals(upper)) {
            int bits = upper.length() > base.length() + 3 ? 0 : Integer.parseInt(upper.substring(base.length()));
            int blockBits = 8 * cipher.blockBytes;
            boolean whole = bits == blockBits;
            if (!(mode == Mode.CFB && bits % 8 == 0 && bits > 0 && bits <= blockBits) && !(mode == Mode.OFB && whole))
                throw new NoSuchAlgorithmException("no mode " + requested + " of " + name + "; CFB has segments of 8 to "
                        + blockBits + " bits, in whole bytes, and OFB of " + blockBits);
            segmentBits = whole ? 0 : bits;
        }
        if (cipher.blockBytes != 16 && (mode.authenticates() || mode.needsWholeMessage()))
            throw new NoSuchAlgorithmException(mode + " needs blocks of 16 bytes; those of " + name + " have "
                    + cipher.blockBytes);
        padded = mode.ofBlocks();
    }

    @Override
    protected void engineSetPadding(String padding) throws NoSuchPaddingException {
        switch (padding.toUpperCase(Locale.ROOT)) {
            case "NOPADDING":
                padded = false;
                break;
            case "PKCS5PADDING":
            case "PKCS7PADDING":
                if (!mode.ofBlocks())
                    throw new NoSuchPaddingException(mode + " needs no padding: use NoPadding");
                padded = true;
                break;
            default:
                throw new NoSuchPaddingException("no padding " + padding + "; Narae has NoPadding and PKCS5Padding");
        }
    }

    @Override
    protected int engineGetBlockSize() {
        return cipher == null ? 0 : cipher.blockBytes;
    }

    @Override
    protected byte[] engineGetIV() {
        return iv == null ? null : iv.clone();
    }

    @Override
    protected int engineGetKeySize(Key key) throws InvalidKeyException {
        return 8 * NaraeKey.bytes(key);
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        if (iv == null)
            return null;
        try {
            boolean gcm = mode == Mode.GCM || mode == Mode.CCM;
            AlgorithmParameters parameters = AlgorithmParameters.getInstance(gcm ? mode.name() : name, provider);
            parameters.init(gcm ? new GCMParameterSpec(8 * tagBytes, iv)
                    : sectorBytes != 0 ? new XtsParameterSpec(iv, sectorBytes) : new IvParameterSpec(iv));
            return parameters;
        } catch (NoSuchAlgorithmException | InvalidParameterSpecException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected void engineInit(int operation, Key key, SecureRandom random) throws InvalidKeyException {
        try {
            init(operation, key, null, random);
        } catch (InvalidAlgorithmParameterException e) {
            throw new InvalidKeyException(e.getMessage());
        }
    }

    @Override
    protected void engineInit(int operation, Key key, AlgorithmParameters parameters, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        AlgorithmParameterSpec spec = null;
        if (parameters != null) {
            try {
                if (mode == Mode.GCM || mode == Mode.CCM)
                    spec = parameters.getParameterSpec(GCMParameterSpec.class);
                else if (mode == Mode.XTS && parameters.getProvider() == provider)
                    spec = parameters.getParameterSpec(AlgorithmParameterSpec.class); // an XtsParameterSpec, perhaps
                else
                    spec = parameters.getParameterSpec(IvParameterSpec.class);
            } catch (InvalidParameterSpecException e) {
                throw new InvalidAlgorithmParameterException("parameters of " + parameters.getAlgorithm() + " for "
                        + name + "/" + mode, e);
            }
        }
        init(operation, key, spec, random);
    }

    @Override
    protected void engineInit(int operation, Key key, AlgorithmParameterSpec spec, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        init(operation, key, spec, random);
    }

    private void init(int operation, Key key, AlgorithmParameterSpec spec, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        ready = false;
        forget();
        decrypts = operation == Cipher.DECRYPT_MODE || operation == Cipher.UNWRAP_MODE;
        int sector = 0;
        int tag = mode.wrapsKeys() ? 8 : mode == Mode.CCM ? 8 : mode.authenticates() ? 16 : 0;
        byte[] nonce = null;
        if (spec == null && needsIv()) {
            if (decrypts)
                throw new InvalidAlgorithmParameterException(name + "/" + mode + " cannot decrypt without an IV: give an "
                        + (mode == Mode.GCM || mode == Mode.CCM ? "GCMParameterSpec" : "IvParameterSpec"));
            nonce = new byte[ivBytes()];
            (random == null ? new SecureRandom() : random).nextBytes(nonce);
        } else if (spec != null && !needsIv()) {
            throw new InvalidAlgorithmParameterException(name + "/" + mode + " has no parameters");
        } else if (spec instanceof GCMParameterSpec && (mode == Mode.GCM || mode == Mode.CCM)) {
            int bits = ((GCMParameterSpec) spec).getTLen();
            if (!isTagBits(bits))
                throw new InvalidAlgorithmParameterException(mode + " has no tag of " + bits + " bits, but of "
                        + (mode == Mode.GCM ? "32, 64, 96, 104, 112, 120 or 128" : "32, 48, 64, 80, 96, 112 or 128"));
            tag = bits / 8;
            nonce = ((GCMParameterSpec) spec).getIV();
        } else if (spec instanceof XtsParameterSpec && mode == Mode.XTS) {
            nonce = ((XtsParameterSpec) spec).getIV();
            sector = ((XtsParameterSpec) spec).getSectorBytes();
        } else if (spec != null && spec.getClass() == IvParameterSpec.class) { // a subclass may hold more than an IV
            nonce = ((IvParameterSpec) spec).getIV();
        } else if (spec != null) {
            throw new InvalidAlgorithmParameterException(name + "/" + mode + " does not take a "
                    + spec.getClass().getName());
        }
        if (nonce != null)
            checkIv(nonce);

        if (session == null)
            session = Session.of(mode, cipher, null);
        int status = NaraeKey.set(session, key);
        if (status == Status.KEY_SIZE)
            throw new InvalidKeyException(keySizes() + ", not of " + NaraeKey.bytes(key));
        if (status == Status.WEAK_KEY)
            throw new InvalidKeyException("both halves of the key are equal, which XTS forbids: make two keys");
        Status.checked(status);
        boolean sameKey = status == 1;
        if (mode.authenticates() && !decrypts) {
            if (sameKey && Arrays.equals(nonce, lastNonce))
                throw new InvalidAlgorithmParameterException("this nonce was used with this key: a second message under it"
                        + " reveals both; give a new one");
            lastNonce = nonce;
        } else if (!sameKey) {
            lastNonce = null;
        }
        iv = nonce;
        tagBytes = tag;
        sectorBytes = sector;
        if (mode.ofBlocks() && held.length == 0)
            held = new byte[cipher.blockBytes];
        ready = true;
    }

    private String keySizes() {
        int[] sizes = cipher != null ? cipher.keyBytesOf(mode) : new int[] {mode == Mode.CHACHA20_POLY1305 ? 32 : 16};
        StringBuilder text = new StringBuilder(name + (mode == Mode.XTS ? "/XTS" : "") + " has keys of ");
        for (int i = 0; i < sizes.length; i++)
            text.append(i == 0 ? "" : i == sizes.length - 1 ? " or " : ", ").append(sizes[i]);
        return text + " bytes";
    }

    private boolean needsIv() {
        return mode != Mode.ECB && !mode.wrapsKeys();
    }

    private boolean isTagBits(int bits) {
        if (bits % 8 != 0 || bits < 32 || bits > 128)
            return false;
        return mode == Mode.CCM ? bits % 16 == 0 : bits == 32 || bits == 64 || bits >= 96;
    }

    private int ivBytes() {
        return nonceBytes != 0 ? nonceBytes : mode.authenticates() ? DEFAULT_NONCE_BYTES : cipher.blockBytes;
    }

    private void checkIv(byte[] nonce) throws InvalidAlgorithmParameterException {
        int n = nonce.length;
        if (mode == Mode.GCM ? n > 0 : mode == Mode.CCM ? n >= 7 && n <= 13 : n == ivBytes())
            return;
        if (mode == Mode.CTR && n < ivBytes() && n >= Math.max(ivBytes() - 8, ivBytes() / 2))
            return;
        throw new InvalidAlgorithmParameterException(name + (cipher == null ? "" : "/" + mode) + " has an IV of "
                + (mode == Mode.GCM ? "1 byte or more" : mode == Mode.CCM ? "7 to 13 bytes"
                        : mode == Mode.CTR ? ivBytes() / 2 + " to " + ivBytes() + " bytes" : ivBytes() + " bytes")
                + ", not of " + n);
    }

    /** Starts a message with the IV, unless started. */
    private void start() {
        if (started || mode == Mode.ECB)
            return;
        byte[] block = iv;
        int bits = segmentBits;
        if (mode == Mode.CTR && iv.length < cipher.blockBytes) { // the rest counts
            block = Arrays.copyOf(iv, cipher.blockBytes);
            bits = 8 * (cipher.blockBytes - iv.length);
        }
        Status.checked(session.start(block, ad, adBytes, bits));
        started = true;
    }

    /** Back to where init() left it, as javax.crypto.Cipher wants after a message. */
    private void forget() {
        started = spent = false;
        Arrays.fill(held, (byte) 0);
        holding = 0;
        adBytes = 0;
        Arrays.fill(collected, 0, collecting, (byte) 0);
        collecting = 0;
        if (collected.length > KEPT_BYTES)
            collected = NOTHING;
    }

    private void ended() {
        forget();
        spent = mode.authenticates() && !decrypts;
    }

    private void requireReady() {
        if (!ready)
            throw new IllegalStateException("the cipher is not initialised");
        if (spent)
            throw new IllegalStateException("the nonce was used for a message: init with a new one");
    }

    /** Does the message wait for its end? */
    private boolean collects() {
        return mode.needsWholeMessage() || mode.authenticates() && decrypts;
    }

    /** How many bytes the next update of `bytes` bytes writes. */
    private int updateBytes(int bytes) {
        if (collects())
            return 0;
        if (!mode.ofBlocks())
            return bytes;
        int total = Math.addExact(holding, bytes);
        if (padded && decrypts)
            total = Math.max(total - 1, 0); // the last block may be padding
        return total - total % cipher.blockBytes;
    }

    @Override
    protected int engineGetOutputSize(int bytes) {
        int total = Math.addExact(bytes, holding + collecting);
        if (mode == Mode.KWP && !decrypts)
            return (total + 7) / 8 * 8 + 8;
        if (mode.authenticates() || mode.wrapsKeys())
            return decrypts ? Math.max(total - tagBytes, 0) : Math.addExact(total, tagBytes);
        return padded && !decrypts ? Math.addExact(total, cipher.blockBytes - total % cipher.blockBytes) : total;
    }

    @Override
    protected void engineUpdateAAD(byte[] data, int at, int bytes) {
        requireReady();
        if (!mode.authenticates())
            throw new UnsupportedOperationException(name + "/" + mode + " has no associated data");
        if (started || collecting > 0)
            throw new IllegalStateException("associated data come before the message");
        ad = appended(ad, adBytes, data, at, bytes);
        adBytes += bytes;
    }

    @Override
    protected void engineUpdateAAD(ByteBuffer data) {
        byte[] copy = new byte[data.remaining()];
        data.get(copy);
        engineUpdateAAD(copy, 0, copy.length);
    }

    @Override
    protected byte[] engineUpdate(byte[] in, int at, int bytes) {
        byte[] out = new byte[updateBytes(bytes)];
        update(in, at, bytes, out, 0);
        return out.length == 0 ? null : out;
    }

    @Override
    protected int engineUpdate(byte[] in, int at, int bytes, byte[] out, int outAt) throws ShortBufferException {
        requireSpace(updateBytes(bytes), out.length - outAt);
        return update(in, at, bytes, out, outAt);
    }

    @Override
    protected int engineUpdate(ByteBuffer in, ByteBuffer out) throws ShortBufferException {
        int bytes = in.remaining();
        requireSpace(updateBytes(bytes), out.remaining());
        int written = update(base(in), at(in), bytes, base(out), at(out));
        in.position(in.limit());
        out.position(out.position() + written);
        return written;
    }

    @Override
    protected byte[] engineDoFinal(byte[] in, int at, int bytes) throws IllegalBlockSizeException, BadPaddingException {
        requireReady();
        byte[] out = new byte[engineGetOutputSize(bytes)];
        try {
            int written = last(in == null ? NOTHING : in, at, bytes, out, 0, out.length);
            if (written == out.length)
                return out;
            byte[] exact = Arrays.copyOf(out, written);
            Arrays.fill(out, (byte) 0);
            return exact;
        } catch (ShortBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected int engineDoFinal(byte[] in, int at, int bytes, byte[] out, int outAt)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        return last(in == null ? NOTHING : in, at, bytes, out, outAt, out.length - outAt);
    }

    @Override
    protected int engineDoFinal(ByteBuffer in, ByteBuffer out)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        int written = last(base(in), at(in), in.remaining(), base(out), at(out), out.remaining());
        in.position(in.limit());
        out.position(out.position() + written);
        return written;
    }

    @Override
    protected byte[] engineWrap(Key key) throws IllegalBlockSizeException, InvalidKeyException {
        byte[] encoded = NaraeKey.encoded(key);
        try {
            return engineDoFinal(encoded, 0, encoded.length);
        } catch (BadPaddingException e) {
            throw new AssertionError(e);
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    @Override
    protected Key engineUnwrap(byte[] wrapped, String algorithm, int type)
            throws InvalidKeyException, NoSuchAlgorithmException {
        byte[] encoded;
        try {
            encoded = engineDoFinal(wrapped, 0, wrapped.length);
        } catch (IllegalBlockSizeException | BadPaddingException e) {
            throw new InvalidKeyException("this key did not wrap that: " + e.getMessage(), e);
        }
        try {
            if (type == Cipher.SECRET_KEY)
                return new NaraeKey(algorithm, encoded.clone());
            KeyFactory factory = KeyFactory.getInstance(algorithm);
            return type == Cipher.PRIVATE_KEY ? factory.generatePrivate(new PKCS8EncodedKeySpec(encoded))
                    : factory.generatePublic(new X509EncodedKeySpec(encoded));
        } catch (InvalidKeySpecException e) {
            throw new InvalidKeyException("what was unwrapped is not a key of " + algorithm, e);
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    /** Data of the message; `out` has space for updateBytes(). */
    private int update(Object in, int inAt, int bytes, Object out, int outAt) {
        requireReady();
        if (collects()) {
            collect(in, inAt, bytes);
            return 0;
        }
        int written = updateBytes(bytes);
        start();
        if (!mode.ofBlocks()) {
            run(in, inAt, bytes, out, outAt);
            return written;
        }
        if (holding > 0 && written > 0 && mayOverlap(in, out)) { // output gets ahead of input
            in = copy(in, inAt, bytes);
            inAt = 0;
        }
        int left = written;
        if (holding > 0 && left > 0) {
            int some = cipher.blockBytes - holding;
            get(in, inAt, held, holding, some);
            byte[] block = new byte[cipher.blockBytes];
            run(held, 0, block.length, block, 0);
            put(out, outAt, block, block.length);
            Arrays.fill(block, (byte) 0);
            holding = 0;
            inAt += some;
            bytes -= some;
            outAt += cipher.blockBytes;
            left -= cipher.blockBytes;
        }
        get(in, inAt + left, held, holding, bytes - left); // before output reaches it
        holding += bytes - left;
        run(in, inAt, left, out, outAt);
        return written;
    }

    /** The end of the message; `space` is that of `out`. */
    private int last(Object in, int inAt, int bytes, Object out, int outAt, int space)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        requireReady();
        if (mode.authenticates() || mode.needsWholeMessage())
            return lastOfMessage(in, inAt, bytes, out, outAt, space);
        if (!mode.ofBlocks()) {
            requireSpace(bytes, space);
            int written = update(in, inAt, bytes, out, outAt);
            ended();
            return written;
        }
        int block = cipher.blockBytes;
        int total = Math.addExact(holding, bytes);
        if (total % block != 0 && !(padded && !decrypts) || total == 0 && padded && decrypts) {
            ended();
            throw new IllegalBlockSizeException(total + " bytes are not whole blocks of " + block + " bytes"
                    + (decrypts ? ": the ciphertext is not complete" : ", as NoPadding needs"));
        }
        if (padded && decrypts)
            return lastOfPadded(in, inAt, bytes, out, outAt, space, total);
        int size = padded ? total - total % block + block : total;
        requireSpace(size, space);
        int written = update(in, inAt, bytes, out, outAt);
        if (padded) {
            Arrays.fill(held, holding, block, (byte) (block - holding));
            byte[] end = new byte[block];
            run(held, 0, block, end, 0);
            put(out, outAt + written, end, block);
        }
        ended();
        return size;
    }

    private int lastOfPadded(Object in, int inAt, int bytes, Object out, int outAt, int space, int total)
            throws ShortBufferException, BadPaddingException {
        int block = cipher.blockBytes;
        if (space < total) { // may suffice without the padding, known after decryption
            requireSpace(total - block, space);
            byte[] heldBefore = held.clone();
            int holdingBefore = holding;
            byte[] all = new byte[total];
            start();
            session.mark();
            int size = unpadded(in, inAt, bytes, all, 0);
            if (size > space) {
                session.rewind();
                System.arraycopy(heldBefore, 0, held, 0, block);
                holding = holdingBefore;
                Arrays.fill(all, (byte) 0);
                requireSpace(size, space);
            }
            put(out, outAt, all, size);
            Arrays.fill(all, (byte) 0);
            ended();
            return size;
        }
        int size = unpadded(in, inAt, bytes, out, outAt);
        ended();
        return size;
    }

    /** Decrypts the rest; returns how many bytes come before the padding. */
    private int unpadded(Object in, int inAt, int bytes, Object out, int outAt) throws BadPaddingException {
        int written = update(in, inAt, bytes, out, outAt);
        byte[] end = new byte[cipher.blockBytes];
        run(held, 0, end.length, end, 0);
        int size = Session.unpad(end, end.length);
        if (size == Status.PADDING) {
            ended();
            throw new BadPaddingException("the padding is wrong: another key, or a corrupted message");
        }
        put(out, outAt + written, end, Status.checked(size));
        Arrays.fill(end, (byte) 0);
        return written + size;
    }

    private int lastOfMessage(Object in, int inAt, int bytes, Object out, int outAt, int space)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        int total = Math.addExact(collecting, bytes);
        if (decrypts && total < tagBytes) {
            ended();
            if (mode.wrapsKeys())
                throw new IllegalBlockSizeException("a wrapped key has 16 bytes or more, not " + total);
            throw new AEADBadTagException("the message is shorter than its tag of " + tagBytes + " bytes");
        }
        int size = engineGetOutputSize(bytes);
        if (mode != Mode.KWP || !decrypts)
            requireSpace(size, space);
        if (started) { // encryption, in parts
            run(in, inAt, bytes, out, outAt);
            byte[] tag = new byte[tagBytes];
            Status.checked(session.finish(tag, 0, tagBytes));
            put(out, outAt + bytes, tag, tagBytes);
            ended();
            return size;
        }
        boolean heap = in instanceof byte[] || out instanceof byte[];
        if (!decrypts && !mode.needsWholeMessage() && heap && total > Session.CRITICAL_BYTES) {
            start();
            return lastOfMessage(in, inAt, bytes, out, outAt, space);
        }
        if (collecting > 0) {
            collect(in, inAt, bytes);
            in = collected;
            inAt = 0;
        }
        Object result = out;
        int resultAt = outAt;
        if (mode == Mode.KWP && decrypts) { // known only then
            result = new byte[size];
            resultAt = 0;
        } else if (heap && total > Session.CRITICAL_BYTES || overlaps(in, inAt, total, out, outAt, size)) {
            result = workFor(in, inAt, total, size);
            in = result;
            inAt = resultAt = 0;
        }
        if (mode == Mode.XTS)
            Status.checked(session.start(null, null, 0, sectorBytes));
        int written = session.message(decrypts, iv, ad, adBytes, in, inAt, total, result, resultAt, tagBytes);
        if (written == Status.OVERLAP) { // two buffers over one memory
            in = copy(in, inAt, total);
            inAt = 0;
            written = session.message(decrypts, iv, ad, adBytes, in, inAt, total, result, resultAt, tagBytes);
        }
        if (written < 0) {
            ended();
            if (written == Status.AUTHENTICATION && result != out)
                wipe(out, outAt, Math.min(size, space)); // as the library does where it writes at once
            if (written == Status.AUTHENTICATION)
                throw mode.wrapsKeys() ? new BadPaddingException("this key did not wrap that, or it was modified")
                        : new AEADBadTagException("the tag is wrong: another key or nonce, or a modified message");
            if (written == Status.LENGTH && mode.wrapsKeys())
                throw new IllegalBlockSizeException(mode + " does not take " + total + " bytes: "
                        + (mode == Mode.KW ? "whole times 8, and 16 or more of a key" : "1 or more of a key"));
            if (written == Status.LENGTH && mode == Mode.XTS)
                throw new IllegalBlockSizeException(sectorBytes == 0
                        ? "a data unit of XTS has 16 to 16777216 bytes, not " + total
                        : total + " bytes are not whole sectors of " + sectorBytes + ", or their numbers exceed 2^64 - 1");
            throw Status.unexpected(written);
        }
        if (result instanceof byte[] && result != out) {
            if (written > space) {
                Arrays.fill((byte[]) result, (byte) 0);
                if (collecting > bytes)
                    collecting -= bytes;
                requireSpace(written, space);
            }
            put(out, outAt, (byte[]) result, written);
            Arrays.fill((byte[]) result, (byte) 0);
        } else if (result != out) {
            move((ByteBuffer) result, written, out, outAt);
        }
        ended();
        return written;
    }

    /** A direct buffer with the message at its beginning and space for the result. */
    private ByteBuffer workFor(Object in, int inAt, int total, int size) {
        int needed = Math.max(total, size);
        ByteBuffer buffer = work != null && work.capacity() >= needed ? work : ByteBuffer.allocateDirect(needed);
        if (needed <= KEPT_BYTES)
            work = buffer;
        ByteBuffer start = buffer.duplicate();
        if (in instanceof byte[])
            start.put((byte[]) in, inAt, total);
        else
            start.put(view((ByteBuffer) in, inAt, total));
        return buffer;
    }

    /** Moves the result out of such a buffer and wipes it. */
    private static void move(ByteBuffer from, int bytes, Object out, int outAt) {
        ByteBuffer result = view(from, 0, bytes);
        if (out instanceof byte[])
            result.get((byte[]) out, outAt, bytes);
        else
            view((ByteBuffer) out, outAt, bytes).put(result);
        wipe(from, 0, bytes);
    }

    private static void wipe(Object of, int at, int bytes) {
        if (of instanceof byte[]) {
            Arrays.fill((byte[]) of, at, at + bytes, (byte) 0);
            return;
        }
        ByteBuffer rest = view((ByteBuffer) of, at, bytes);
        while (rest.remaining() >= 8)
            rest.putLong(0);
        while (rest.hasRemaining())
            rest.put((byte) 0);
    }

    private void run(Object in, int inAt, int bytes, Object out, int outAt) {
        if (bytes == 0)
            return;
        if (overlaps(in, inAt, bytes, out, outAt, bytes)) {
            in = copy(in, inAt, bytes);
            inAt = 0;
        }
        int status = session.crypt(decrypts, in, inAt, bytes, out, outAt);
        if (status == Status.OVERLAP)
            status = session.crypt(decrypts, copy(in, inAt, bytes), 0, bytes, out, outAt);
        Status.checked(status);
    }

    private void collect(Object in, int at, int bytes) {
        if (in instanceof byte[]) {
            collected = appended(collected, collecting, (byte[]) in, at, bytes);
        } else {
            byte[] copy = copy(in, at, bytes);
            collected = appended(collected, collecting, copy, 0, bytes);
        }
        collecting += bytes;
    }

    private static byte[] appended(byte[] to, int length, byte[] from, int at, int bytes) {
        int needed = Math.addExact(length, bytes);
        if (needed > to.length) {
            byte[] larger = Arrays.copyOf(to, Math.max(needed, (int) Math.min(2L * to.length, Integer.MAX_VALUE - 8)));
            Arrays.fill(to, (byte) 0);
            to = larger;
        }
        System.arraycopy(from, at, to, length, bytes);
        return to;
    }

    /** May they be one memory?  Of two direct buffers nobody knows. */
    private static boolean mayOverlap(Object in, Object out) {
        return in == out || in instanceof ByteBuffer && out instanceof ByteBuffer;
    }

    /** Do they overlap in one array, without being the same bytes?  The native library knows of buffers. */
    private static boolean overlaps(Object in, int inAt, int inBytes, Object out, int outAt, int outBytes) {
        return in == out && inAt != outAt && inAt < outAt + outBytes && outAt < inAt + inBytes;
    }

    private static void requireSpace(int needed, int space) throws ShortBufferException {
        if (needed > space)
            throw new ShortBufferException("the output needs " + needed + " bytes, and has space for " + space);
    }

    /** What a session takes: an array, or a direct buffer; the bytes of another buffer are copied. */
    private static Object base(ByteBuffer buffer) {
        if (buffer.hasArray())
            return buffer.array();
        return buffer.isDirect() ? buffer : copy(buffer, buffer.position(), buffer.remaining());
    }

    private static int at(ByteBuffer buffer) {
        return buffer.hasArray() ? buffer.arrayOffset() + buffer.position() : buffer.isDirect() ? buffer.position() : 0;
    }

    private static ByteBuffer view(ByteBuffer buffer, int at, int bytes) {
        ByteBuffer view = buffer.duplicate();
        view.limit(at + bytes);
        view.position(at);
        return view;
    }

    private static byte[] copy(Object from, int at, int bytes) {
        byte[] copy = new byte[bytes];
        get(from, at, copy, 0, bytes);
        return copy;
    }

    private static void get(Object from, int at, byte[] to, int toAt, int bytes) {
        if (from instanceof byte[])
            System.arraycopy(from, at, to, toAt, bytes);
        else
            view((ByteBuffer) from, at, bytes).get(to, toAt, bytes);
    }

    private static void put(Object to, int at, byte[] from, int bytes) {
        if (to instanceof byte[])
            System.arraycopy(from, 0, to, at, bytes);
        else
            view((ByteBuffer) to, at, bytes).put(from, 0, bytes);
    }
}
