// SPDX-License-Identifier: MIT
package narae;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.nio.ByteBuffer;
import java.security.ProviderException;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Native memory that holds a secret: a message under way with its key, or a key alone.
 *
 * <p>It is wiped and freed when the garbage collector finds its owner unreachable. Native methods are those of an
 * object, which stays reachable while one runs, and synchronized: two threads in one message give a wrong message, but
 * never damage memory.
 */
final class Session {
    /** The longest run over an array, which keeps the garbage collector waiting. */
    static final int CRITICAL_BYTES = 1 << 16;

    /** Above so much native memory unreachable owners are searched for. */
    private static final long FIRST_LIMIT = 128L << 20;

    private static final ReferenceQueue<Session> UNREACHABLE = new ReferenceQueue<>();
    private static final Set<Memory> ALIVE = Collections.newSetFromMap(new ConcurrentHashMap<Memory, Boolean>());
    private static final AtomicLong BYTES = new AtomicLong();
    private static final Object COLLECTION = new Object();
    private static volatile long limit = FIRST_LIMIT;

    static {
        Library.load();
        Thread wiper = new Thread(Session::wipeForever, "narae-wiper");
        wiper.setDaemon(true);
        wiper.setContextClassLoader(null);
        wiper.start();
    }

    private final long address;

    private Session(long address) {
        if (address == 0)
            throw new ProviderException("Narae: out of native memory");
        this.address = address;
        Memory memory = new Memory(this, address, size(address));
        ALIVE.add(memory);
        if (BYTES.addAndGet(memory.bytes) > limit)
            collect();
    }

    static Session of(Mode mode, BlockCipher cipher, Hash hash) {
        return new Session(allocate(mode.ordinal(), cipher == null ? -1 : cipher.ordinal(),
                hash == null ? -1 : hash.ordinal()));
    }

    static Session ofKey(byte[] key) {
        return new Session(allocateKey(key, key.length));
    }

    /** Bytes of native memory in use. */
    static long nativeBytes() {
        return BYTES.get();
    }

    /** 1 if the session has this key already, 0, or a status. */
    int key(byte[] key) {
        return key(address, key, 0, key.length);
    }

    int key(Session secret, int bytes) {
        return key(address, secret, secret.address, bytes);
    }

    int start(byte[] iv, byte[] ad, int adBytes, int bits) {
        return start(address, iv, iv == null ? 0 : iv.length, ad, adBytes, bits);
    }

    /** Data are arrays or direct buffers; `at` counts from their beginnings. */
    int crypt(boolean decrypt, Object in, int inAt, int bytes, Object out, int outAt) {
        int direct = direct(in, out);
        if (direct == 3)
            return crypt(address, decrypt, direct, in, inAt, bytes, out, outAt);
        for (int done = 0; done < bytes;) {
            int some = Math.min(bytes - done, CRITICAL_BYTES);
            int status = crypt(address, decrypt, direct, in, inAt + done, some, out, outAt + done);
            if (status < 0)
                return status;
            done += some;
        }
        return bytes;
    }

    int absorb(Object in, int at, int bytes) {
        if (in instanceof ByteBuffer)
            return absorb(address, true, in, at, bytes);
        int status = 0;
        for (int done = 0; done < bytes && status == 0;) {
            int some = Math.min(bytes - done, CRITICAL_BYTES);
            status = absorb(address, false, in, at + done, some);
            done += some;
        }
        return status;
    }

    /** The rest of a buffer, of whatever kind. */
    int absorb(ByteBuffer in) {
        int status;
        if (in.hasArray()) {
            status = absorb(in.array(), in.arrayOffset() + in.position(), in.remaining());
        } else if (in.isDirect()) {
            status = absorb(in, in.position(), in.remaining());
        } else {
            byte[] copy = new byte[in.remaining()];
            in.duplicate().get(copy);
            status = absorb(copy, 0, copy.length);
        }
        in.position(in.limit());
        return status;
    }

    int finish(byte[] tag, int at, int bytes) {
        return finish(address, tag, at, bytes);
    }

    int message(boolean decrypt, byte[] nonce, byte[] ad, int adBytes, Object in, int inAt, int bytes, Object out,
            int outAt, int tagBytes) {
        return message(address, decrypt, nonce, nonce == null ? 0 : nonce.length, ad, adBytes, direct(in, out), in,
                inAt, bytes, out, outAt, tagBytes);
    }

    void mark() {
        mark(address);
    }

    void rewind() {
        rewind(address);
    }

    Session copy() {
        return new Session(copy(address));
    }

    byte[] readKey(int bytes) {
        byte[] key = new byte[bytes];
        readKey(address, key, bytes);
        return key;
    }

    void wipeKey(int bytes) {
        wipeKey(address, bytes);
    }

    private static int direct(Object in, Object out) {
        return (in instanceof ByteBuffer ? 1 : 0) + (out instanceof ByteBuffer ? 2 : 0);
    }

    /** Native memory is invisible to the garbage collector, which may see no reason to run. */
    private static void collect() {
        synchronized (COLLECTION) {
            if (BYTES.get() <= limit)
                return;
            System.gc();
            try {
                COLLECTION.wait(50); // the other thread frees meanwhile
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            limit = Math.max(FIRST_LIMIT, 2 * BYTES.get());
        }
    }

    private static void wipeForever() {
        while (true) {
            try {
                Memory memory = (Memory) UNREACHABLE.remove();
                ALIVE.remove(memory);
                release(memory.address);
                BYTES.addAndGet(-memory.bytes);
            } catch (InterruptedException e) {
                // nobody interrupts it
            }
        }
    }

    private static final class Memory extends PhantomReference<Session> {
        final long address;
        final long bytes;

        Memory(Session owner, long address, long bytes) {
            super(owner, UNREACHABLE);
            this.address = address;
            this.bytes = bytes;
        }
    }

    private static native long allocate(int mode, int cipher, int hash);

    private static native long allocateKey(byte[] key, int bytes);

    private static native void release(long address);

    private static native long size(long address);

    private synchronized native void readKey(long address, byte[] out, int bytes);

    private synchronized native void wipeKey(long address, int bytes);

    private synchronized native long copy(long address);

    private synchronized native int key(long address, Object key, long secret, int bytes);

    private synchronized native int start(long address, byte[] iv, int ivBytes, byte[] ad, int adBytes, int bits);

    private synchronized native int crypt(long address, boolean decrypt, int direct, Object in, int inAt, int bytes,
            Object out, int outAt);

    private synchronized native int absorb(long address, boolean direct, Object in, int at, int bytes);

    private synchronized native int finish(long address, byte[] tag, int at, int bytes);

    private synchronized native int message(long address, boolean decrypt, byte[] nonce, int nonceBytes, byte[] ad,
            int adBytes, int direct, Object in, int inAt, int bytes, Object out, int outAt, int tagBytes);

    private synchronized native void mark(long address);

    private synchronized native void rewind(long address);

    /** How many bytes of a block come before its padding, or a status. */
    static native int unpad(byte[] block, int bytes);

    static native int pbkdf2(int hash, byte[] password, int passwordBytes, byte[] salt, int saltBytes, int iterations,
            byte[] out, int outBytes);

    /** By HMAC with `hash`, or if that is negative by CMAC with `cipher`; in feedback mode if `iv` is not null. */
    static native int kbkdf(int cipher, int hash, byte[] key, int keyBytes, byte[] label, int labelBytes, byte[] context,
            int contextBytes, byte[] iv, int ivBytes, int counterBytes, int lengthBytes, byte[] out, int outBytes);

    /** The name of the kernels that this CPU runs. */
    static native String kernels();
}
