/* SPDX-License-Identifier: MIT */
// The Rocket core as an E31: RV32IMAC, 16 KiB scratchpad at 0x80000000, 2-way
// 16 KiB instruction cache with 64-byte lines, 28 BTB entries, 512 counters of
// branch history, 6 return addresses (SiFive E31 Core Complex Manual), 8 bits of a product a cycle, division with early end.  Flash and
// registers hang on an AXI port over 0x10000000 to 0x3fffffff.
package e31lab

import freechips.rocketchip.config.Config
import freechips.rocketchip.devices.tilelink.BootROMParams
import freechips.rocketchip.rocket._
import freechips.rocketchip.subsystem._
import freechips.rocketchip.system.TinyConfig

class WithE31Core extends Config((site, here, up) => {
  case RocketTilesKey => up(RocketTilesKey, site) map { tile =>
    tile.copy(
      btb = Some(BTBParams()),
      core = tile.core.copy(mulDiv = Some(MulDivParams(mulUnroll = 8, divEarlyOut = true))))
  }
  case ExtBus => Some(MasterPortParams(
    base = BigInt("10000000", 16), size = BigInt("30000000", 16), beatBytes = 4, idBits = 4))
  case BootROMParams => BootROMParams(contentFileName = sys.env("E31_BOOT_ROM"))
})

class E31Config extends Config(
  new WithoutTLMonitors ++
  new WithE31Core ++
  new WithNBreakpoints(2) ++
  new WithL1ICacheWays(2) ++
  new WithL1ICacheSets(128) ++
  new WithNoSlavePort ++
  new TinyConfig)
