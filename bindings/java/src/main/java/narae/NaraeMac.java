// SPDX-License-Identifier: MIT
package narae;

import java.nio.ByteBuffer;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.MacSpi;
import javax.crypto.spec.IvParameterSpec;

/** CMAC and GMAC of a block cipher, HMAC of a hash. */
final class NaraeMac extends MacSpi implements Cloneable {
    private final Mode mode;
    private final BlockCipher cipher;
    private final Hash hash;
    private final int tagBytes;
    private final byte[] one = new byte[1];
    private Session session;
    private boolean ready;
    private boolean started;
    private boolean spent; // a nonce of GMAC serves one message
    private byte[] nonce;

    NaraeMac(Mode mode, BlockCipher cipher) {
        this(mode, cipher, null, cipher.blockBytes, null);
    }

    NaraeMac(Hash hash) {
        this(Mode.HMAC, null, hash, hash.digestBytes, null);
    }

    private NaraeMac(Mode mode, BlockCipher cipher, Hash hash, int tagBytes, Session session) {
        this.mode = mode;
        this.cipher = cipher;
        this.hash = hash;
        this.tagBytes = tagBytes;
        this.session = session;
    }

    @Override
    protected int engineGetMacLength() {
        return tagBytes;
    }

    @Override
    protected void engineInit(Key key, AlgorithmParameterSpec spec)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        ready = started = spent = false;
        byte[] iv = null;
        if (mode == Mode.GMAC) {
            if (spec == null || spec.getClass() != IvParameterSpec.class)
                throw new InvalidAlgorithmParameterException("GMAC needs a nonce for each message, as IvParameterSpec");
            iv = ((IvParameterSpec) spec).getIV();
            if (iv.length == 0)
                throw new InvalidAlgorithmParameterException("GMAC has a nonce of 1 byte or more");
        } else if (spec != null) {
            throw new InvalidAlgorithmParameterException(mode + " has no parameters");
        }
        if (session == null)
            session = Session.of(mode, cipher, hash);
        int status = NaraeKey.set(session, key);
        if (status == Status.KEY_SIZE)
            throw new InvalidKeyException(cipher + " has no key of " + NaraeKey.bytes(key) + " bytes");
        Status.checked(status);
        nonce = iv;
        ready = true;
    }

    private void start() {
        if (!ready)
            throw new IllegalStateException("the MAC is not initialised");
        if (spent)
            throw new IllegalStateException("the nonce was used for a message: init with that of the next one");
        if (!started)
            Status.checked(session.start(nonce, null, 0, 0));
        started = true;
    }

    @Override
    protected void engineUpdate(byte input) {
        one[0] = input;
        engineUpdate(one, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] input, int at, int bytes) {
        start();
        Status.checked(session.absorb(input, at, bytes));
    }

    @Override
    protected void engineUpdate(ByteBuffer input) {
        start();
        Status.checked(session.absorb(input));
    }

    @Override
    protected byte[] engineDoFinal() {
        start();
        byte[] tag = new byte[tagBytes];
        Status.checked(session.finish(tag, 0, tagBytes));
        started = false;
        spent = mode == Mode.GMAC;
        return tag;
    }

    @Override
    protected void engineReset() {
        started = false;
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        if (mode == Mode.GMAC)
            throw new CloneNotSupportedException("a copy of GMAC could use its nonce for another message");
        NaraeMac copy = new NaraeMac(mode, cipher, hash, tagBytes, session == null ? null : session.copy());
        copy.ready = ready;
        copy.started = started;
        return copy;
    }
}
