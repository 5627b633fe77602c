// SPDX-License-Identifier: MIT
package narae;

/** What a session does, in the order of the native enumeration. */
enum Mode {
    ECB,
    CBC,
    CTR,
    CFB,
    OFB,
    GCM,
    CCM,
    KW,
    KWP,
    XTS,
    CHACHA20_POLY1305,
    ASCON_AEAD128,
    CMAC,
    GMAC,
    HMAC,
    HASH;

    /** Is a message encrypted block by block, and may have padding? */
    boolean ofBlocks() {
        return this == ECB || this == CBC;
    }

    boolean wrapsKeys() {
        return this == KW || this == KWP;
    }

    boolean authenticates() {
        return this == GCM || this == CCM || this == CHACHA20_POLY1305 || this == ASCON_AEAD128;
    }

    /** Must a message be complete before encryption? */
    boolean needsWholeMessage() {
        return this == CCM || this == XTS || wrapsKeys();
    }
}
