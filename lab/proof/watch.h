/* SPDX-License-Identifier: MIT */
/* Where the leak checker (lab/leak/events.h) watches an executor: nothing in the prover.
 * `watch_start` before a run, `watch_operands` with each decoded instruction,
 * `watch_registers` after it; memory is watched in machine.h. */
#ifndef NARAE_LAB_PROOF_WATCH_H
#define NARAE_LAB_PROOF_WATCH_H

#ifndef WATCHED
#    define WATCHED 0
#    define watch_start(p, kind) ((void)0)
#    define watch_operands(p, kind, x) ((void)0)
#    define watch_registers(p, kind) ((void)0)
#    define watch_load(m, address, bits, bytes) ((void)0)
#    define watch_store(m, region, address, bits, bytes) ((void)0)
#    define is_fresh_random(m, address, bits, bytes) false
#endif

#endif
