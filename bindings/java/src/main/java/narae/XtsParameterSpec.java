// SPDX-License-Identifier: MIT
package narae;

import javax.crypto.spec.IvParameterSpec;

/**
 * For a message of whole sectors in XTS mode, each with the tweak of its number, as a disk has them (IEEE 1619-2018,
 * clause 5.1).
 *
 * <p>With an {@link IvParameterSpec} of 16 bytes instead, the message is one data unit of any length from 16 bytes on,
 * and these bytes are its tweak.
 */
public final class XtsParameterSpec extends IvParameterSpec {
    private final int sectorBytes;

    /**
     * The sectors from a number on.
     *
     * @param sector the number of the first one, which is unsigned
     * @param sectorBytes the size of each, 16 bytes to 16 MiB, such as 512 or 4096
     * @throws IllegalArgumentException if sectors have no such size
     */
    public XtsParameterSpec(long sector, int sectorBytes) {
        super(tweak(sector));
        if (sectorBytes < 16 || sectorBytes > 1 << 24)
            throw new IllegalArgumentException("a sector has 16 to 16777216 bytes, not " + sectorBytes);
        this.sectorBytes = sectorBytes;
    }

    XtsParameterSpec(byte[] tweak, int sectorBytes) {
        super(tweak);
        this.sectorBytes = sectorBytes;
    }

    /** Little-endian. */
    private static byte[] tweak(long sector) {
        byte[] tweak = new byte[16];
        for (int i = 0; i < 8; i++)
            tweak[i] = (byte) (sector >>> 8 * i);
        return tweak;
    }

    /**
     * The number of the first sector.
     *
     * @return it, unsigned
     */
    public long getSector() {
        byte[] tweak = getIV();
        long sector = 0;
        for (int i = 7; i >= 0; i--)
            sector = sector << 8 | tweak[i] & 0xff;
        return sector;
    }

    /**
     * The size of each sector.
     *
     * @return its bytes
     */
    public int getSectorBytes() {
        return sectorBytes;
    }
}
