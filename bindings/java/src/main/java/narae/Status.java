// SPDX-License-Identifier: MIT
package narae;

import java.security.ProviderException;

/** The statuses of narae/status.h that callers distinguish. */
final class Status {
    static final int KEY_SIZE = -2;
    static final int LENGTH = -5;
    static final int OVERLAP = -6;
    static final int AUTHENTICATION = -7;
    static final int PADDING = -10;
    static final int WEAK_KEY = -12;
    private static final int MEMORY = -100;

    private Status() {
    }

    /** For a status that arguments checked in Java cannot cause, or that no checked exception fits. */
    static RuntimeException unexpected(int status) {
        if (status == MEMORY)
            return new ProviderException("Narae: out of native memory");
        if (status == LENGTH)
            return new IllegalStateException("Narae: the message is longer than the standard allows");
        return new ProviderException("Narae: the native library returned status " + status);
    }

    static int checked(int status) {
        if (status < 0)
            throw unexpected(status);
        return status;
    }
}
