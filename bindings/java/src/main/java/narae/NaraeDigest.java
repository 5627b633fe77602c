// SPDX-License-Identifier: MIT
package narae;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigestSpi;

/** Every hash function. */
final class NaraeDigest extends MessageDigestSpi implements Cloneable {
    private final Hash hash;
    private final Session session;
    private final byte[] one = new byte[1];
    private boolean started;

    NaraeDigest(Hash hash) {
        this(hash, Session.of(Mode.HASH, null, hash));
    }

    private NaraeDigest(Hash hash, Session session) {
        this.hash = hash;
        this.session = session;
    }

    @Override
    protected int engineGetDigestLength() {
        return hash.digestBytes;
    }

    private void start() {
        if (!started)
            Status.checked(session.start(null, null, 0, 0));
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
    protected byte[] engineDigest() {
        byte[] digest = new byte[hash.digestBytes];
        finish(digest, 0);
        return digest;
    }

    @Override
    protected int engineDigest(byte[] digest, int at, int space) throws DigestException {
        if (space < hash.digestBytes)
            throw new DigestException("a digest of " + hash.algorithm + " has " + hash.digestBytes
                    + " bytes, but there is space for " + space);
        finish(digest, at);
        return hash.digestBytes;
    }

    private void finish(byte[] digest, int at) {
        start();
        Status.checked(session.finish(digest, at, hash.digestBytes));
        started = false;
    }

    @Override
    protected void engineReset() {
        started = false;
    }

    @Override
    public Object clone() {
        NaraeDigest copy = new NaraeDigest(hash, session.copy());
        copy.started = started;
        return copy;
    }
}
