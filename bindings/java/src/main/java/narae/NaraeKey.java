// SPDX-License-Identifier: MIT
package narae;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.MessageDigest;
import java.util.Arrays;

import javax.crypto.SecretKey;

/**
 * A secret key outside the Java heap, where the garbage collector makes no copies of it. {@link #destroy()} wipes it,
 * and so does the garbage collector after the last use.
 *
 * <p>It is what this provider's KeyGenerator and SecretKeyFactory return, and its ciphers use it without a copy on the
 * heap. It is not serialized.
 */
final class NaraeKey implements SecretKey {
    private static final long serialVersionUID = 1L;

    private final String algorithm;
    private final transient Session memory;
    private final int bytes;
    private volatile boolean destroyed;

    /** Wipes `key`. */
    NaraeKey(String algorithm, byte[] key) {
        this.algorithm = algorithm;
        memory = Session.ofKey(key);
        bytes = key.length;
        Arrays.fill(key, (byte) 0);
    }

    /** Sets a session's key; 1 if it has this one already, 0, or a status. */
    static int set(Session session, Key key) throws InvalidKeyException {
        if (key == null)
            throw new InvalidKeyException("the key is null");
        if (key instanceof NaraeKey) {
            NaraeKey own = (NaraeKey) key;
            synchronized (own) {
                if (own.destroyed)
                    throw new InvalidKeyException("the key was destroyed");
                return session.key(own.memory, own.bytes);
            }
        }
        if (!"RAW".equalsIgnoreCase(key.getFormat())) // a public key, with which anyone could make an HMAC
            throw new InvalidKeyException("a key of " + key.getClass().getName() + " has the format " + key.getFormat()
                    + "; this provider needs a secret key of the format RAW");
        byte[] encoded = encoded(key);
        try {
            return session.key(encoded);
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    /** A copy of the bytes of a key. */
    static byte[] encoded(Key key) throws InvalidKeyException {
        if (key == null)
            throw new InvalidKeyException("the key is null");
        byte[] encoded;
        try {
            encoded = key.getEncoded();
        } catch (IllegalStateException e) {
            throw new InvalidKeyException(e.getMessage(), e); // it was destroyed
        }
        if (encoded == null)
            throw new InvalidKeyException("a key of " + key.getClass().getName() + " does not give its bytes;"
                    + " this provider needs a secret key of the format RAW");
        return encoded;
    }

    static int bytes(Key key) throws InvalidKeyException {
        if (key instanceof NaraeKey)
            return ((NaraeKey) key).bytes;
        byte[] encoded = encoded(key);
        Arrays.fill(encoded, (byte) 0);
        return encoded.length;
    }

    @Override
    public String getAlgorithm() {
        return algorithm;
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    @Override
    public synchronized byte[] getEncoded() {
        if (destroyed)
            throw new IllegalStateException("the key was destroyed");
        return memory.readKey(bytes);
    }

    @Override
    public synchronized void destroy() {
        destroyed = true;
        memory.wipeKey(bytes);
    }

    @Override
    public boolean isDestroyed() {
        return destroyed;
    }

    /** Equal to any secret key with the same bytes and algorithm, as those of javax.crypto.spec are. */
    @Override
    public boolean equals(Object other) {
        if (this == other)
            return true;
        if (!(other instanceof SecretKey) || destroyed || !algorithm.equalsIgnoreCase(((SecretKey) other).getAlgorithm()))
            return false;
        if (other instanceof NaraeKey && ((NaraeKey) other).destroyed)
            return false;
        byte[] mine = getEncoded();
        byte[] others = ((SecretKey) other).getEncoded();
        try {
            return others != null && MessageDigest.isEqual(mine, others);
        } finally {
            Arrays.fill(mine, (byte) 0);
            if (others != null)
                Arrays.fill(others, (byte) 0);
        }
    }

    @Override
    public int hashCode() {
        return 31 * algorithm.toLowerCase(java.util.Locale.ENGLISH).hashCode() + bytes; // tells nothing of the bytes
    }

    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException("a Narae key is not serialized; wrap it, or store what getEncoded() returns");
    }
}
