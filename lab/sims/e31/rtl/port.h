/* SPDX-License-Identifier: MIT */
/* The core's AXI port, with the flash and the registers of ../board.h behind it, for both
 * benches of the RTL. */
#ifndef NARAE_LAB_E31_RTL_PORT_H
#define NARAE_LAB_E31_RTL_PORT_H

#include <stdbool.h>
#include <string.h>

#include "VExampleRocketSystem.h"

#include "../board.h"

enum { RESET_CYCLES = 100 };

/* One read burst and one write at a time, as the core sends them. */
struct port {
    bool reading, writing;
    uint32_t address, write_address;
    unsigned beats, id, write_id, wait, refills;
    bool idle; /* nothing is timed */
};

static uint32_t
read_word(const struct board *board, uint32_t address)
{
    uint32_t word = 0, at = (address & ~UINT32_C(3)) - FLASH_BASE;

    if (at < FLASH_BYTES)
        memcpy(&word, board->flash + at, sizeof word);
    else
        word = io_read(board, address & ~UINT32_C(3));
    return word;
}

static void
answer_port(VExampleRocketSystem *top, struct port *port, struct board *board)
{
    bool took_read = top->mmio_axi4_0_ar_valid && top->mmio_axi4_0_ar_ready;
    bool took_address = top->mmio_axi4_0_aw_valid && top->mmio_axi4_0_aw_ready;
    bool took_data = top->mmio_axi4_0_w_valid && top->mmio_axi4_0_w_ready;
    bool gave_beat = top->mmio_axi4_0_r_valid && top->mmio_axi4_0_r_ready;
    bool gave_answer = top->mmio_axi4_0_b_valid && top->mmio_axi4_0_b_ready;

    if (gave_beat) {
        port->address += 4;
        port->reading = --port->beats != 0;
    }
    if (took_read) {
        unsigned bytes = (top->mmio_axi4_0_ar_bits_len + 1u) << top->mmio_axi4_0_ar_bits_size;

        port->reading = true;
        port->address = top->mmio_axi4_0_ar_bits_addr;
        port->beats = top->mmio_axi4_0_ar_bits_len + 1u;
        port->id = top->mmio_axi4_0_ar_bits_id;
        port->refills += port->beats > 1;
        port->wait = port->address >= FLASH_BASE && !port->idle ? flash_cycles(bytes) : 0;
    } else if (port->wait != 0) {
        port->wait--;
    }
    if (gave_answer)
        port->writing = false;
    if (took_address) {
        port->write_address = top->mmio_axi4_0_aw_bits_addr;
        port->write_id = top->mmio_axi4_0_aw_bits_id;
    }
    if (took_data) {
        io_write(board, port->write_address, top->mmio_axi4_0_w_bits_data);
        port->writing = true;
    }
}

static void
drive_port(VExampleRocketSystem *top, const struct port *port, const struct board *board)
{
    top->mmio_axi4_0_ar_ready = !port->reading;
    top->mmio_axi4_0_aw_ready = !port->writing;
    top->mmio_axi4_0_w_ready = !port->writing;
    top->mmio_axi4_0_r_valid = port->reading && port->wait == 0;
    top->mmio_axi4_0_r_bits_data = port->reading ? read_word(board, port->address) : 0;
    top->mmio_axi4_0_r_bits_id = port->id;
    top->mmio_axi4_0_r_bits_last = port->beats == 1;
    top->mmio_axi4_0_b_valid = port->writing;
    top->mmio_axi4_0_b_bits_id = port->write_id;
}

#endif
