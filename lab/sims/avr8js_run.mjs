// SPDX-License-Identifier: MIT
/* Runs AVR firmwares under avr8js: the second opinion on simavr_run.c, with the
 * same JSON and the same meaning of every field.
 *
 *     node avr8js_run.mjs NODE_MODULES
 *
 * Each line on standard input requests one run of the ATmega328P at 16 MHz,
 *
 *     {"file": "FILE.elf", "max_cycles": N, "cross_check": true or false,
 *      "windows": after how many it ends, 0 for all}
 *
 * and is answered by one line: the run, or {"error": "why there is none"}.  One
 * process for many firmwares, because V8 takes longer to learn the simulator
 * than the simulator takes for most of them.
 *
 * What this side does not look at is null: stack depth in a window and data
 * addresses.  avr8js takes an unknown opcode for a NOP, so only simavr_run
 * reports those. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const GPIOR0 = 0x3e;
const GPIOR1 = 0x4a;
const GPIOR2 = 0x4b;
const SPL = 0x5d;
const RETI = 0x9518;
const SLEEP = 0x9588;
const JUMP_TO_ITSELF = 0xcfff;
const OUT_SPH = 0xbe0e;
const STEPS_TO_SET_STACK_POINTER = 2;
const FREQUENCY = 16000000;
const FLASH_BYTES = 0x8000;
const RAM_BYTES = 2048;
const RAM_START = 0x100;
const UART_LIMIT = 16 << 20;

function loadAvr8js(nodeModules) {
    const require = createRequire(join(resolve(nodeModules), 'x'));
    const main = require.resolve('avr8js');
    const version = JSON.parse(readFileSync(join(dirname(main), '../../package.json'))).version;
    return { avr8js: require(main), version };
}

/* Flash is the segments by load address; RAM ends with the last segment whose
 * virtual address lies in data space (0x800000 and up). */
function loadElf(file) {
    const elf = readFileSync(file);
    const view = new DataView(elf.buffer, elf.byteOffset, elf.length);
    if (elf.length < 52 || view.getUint32(0, false) !== 0x7f454c46 || view.getUint16(18, true) !== 83)
        throw new Error(`${file} is not an AVR ELF file`);
    const flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    const [table, entryBytes, entries] = [view.getUint32(28, true), view.getUint16(42, true), view.getUint16(44, true)];
    let codeEnd = 0;
    let bssEnd = RAM_START;
    for (let i = 0; i < entries; i++) {
        const word = (n) => view.getUint32(table + i * entryBytes + 4 * n, true);
        const [type, offset, virtual, physical, fileBytes, memoryBytes] = [0, 1, 2, 3, 4, 5].map(word);
        if (type !== 1) continue;
        if (physical + fileBytes <= FLASH_BYTES) {
            flash.set(elf.subarray(offset, offset + fileBytes), physical);
            codeEnd = Math.max(codeEnd, physical + fileBytes);
        }
        if (virtual >= 0x800000 && virtual < 0x810000)
            bssEnd = Math.max(bssEnd, virtual - 0x800000 + memoryBytes);
    }
    return { program: new Uint16Array(flash.buffer), codeEnd, bssEnd };
}

const hex = (n, digits) => (n >>> 0).toString(16).padStart(digits, '0');

function run({ avr8js, version }, question) {
    const { program, codeEnd, bssEnd } = loadElf(question.file);
    const { AVRTimer, AVRUSART, avrInstruction } = avr8js;
    const cpu = new avr8js.CPU(program, RAM_BYTES);
    const maxCycles = question.max_cycles;
    const enough = question.windows || Infinity;
    for (const timer of [avr8js.timer0Config, avr8js.timer1Config, avr8js.timer2Config]) new AVRTimer(cpu, timer);

    let uart = '';
    const usart = new AVRUSART(cpu, avr8js.usart0Config, FREQUENCY);
    usart.onByteTransmit = (byte) => (uart += String.fromCharCode(byte));

    const data = cpu.data;
    data[GPIOR2] = Number(question.cross_check);
    const windows = [];
    let window = null;
    let [opened, interrupted, laneA, laneB] = [0, 0, 0, 0];
    let inService = false;
    let unsettled = 0;
    let stackMin = data.length - 1;
    let lastPc = -1;
    let ending = null;
    const end = (how, reason, word) => (ending = { end: how, reason: `${reason} at PC 0x${hex(2 * word, 4)}` });

    while (ending === null) {
        const pc = cpu.pc;
        if (2 * pc >= codeEnd) {
            end('crash', 'program counter outside the program, last', lastPc);
            break;
        }
        if (pc === 0 && lastPc >= 0) {
            end('crash', 'jump to address 0', lastPc);
            break;
        }
        const opcode = program[pc];
        if (opcode === SLEEP && !cpu.interruptsEnabled) {
            end('crash', 'sleeps with interrupts off', pc);
            break;
        }
        if (opcode === JUMP_TO_ITSELF && !cpu.interruptsEnabled) {
            end('crash', 'endless loop with interrupts off', pc);
            break;
        }
        const before = cpu.cycles;
        const wasInService = inService;
        avrInstruction(cpu);
        const after = cpu.cycles;
        if (opcode === RETI) inService = false;
        lastPc = pc;

        /* tick() moves the program counter for one reason: an interrupt. */
        const next = cpu.pc;
        cpu.tick();
        const entered = cpu.pc !== next;
        if (entered) inService = true;

        if ((opcode & 0xfe0f) === OUT_SPH) unsettled = STEPS_TO_SET_STACK_POINTER;
        else if (unsettled !== 0) unsettled--;
        if (unsettled === 0) {
            const sp = data[SPL] | (data[SPL + 1] << 8);
            if (sp < stackMin) stackMin = sp;
            if (sp + 1 < bssEnd) end('crash', 'stack runs into data', pc);
            else if (sp >= data.length) end('crash', 'stack pointer above memory', pc);
        }

        if (window === null) {
            if (data[GPIOR0] !== 0) {
                window = { cycles: 0, instructions: 0, pc_hash: '', address_hash: null, stack: null, interrupts: 0, interrupt_cycles: 0 };
                opened = after;
                laneA = laneB = 0;
            }
        } else if (data[GPIOR0] === 0) {
            window.cycles = before - opened - window.interrupt_cycles;
            window.pc_hash = hex(laneA, 8) + hex(laneB, 8);
            windows.push(window);
            window = null;
        } else {
            if (!wasInService) {
                window.instructions++;
                laneA = Math.imul(((laneA << 13) | (laneA >>> 19)) ^ (2 * pc), 0x9e3779b1);
                laneB = Math.imul(((laneB << 7) | (laneB >>> 25)) ^ (2 * pc), 0x01000193);
            } else if (!inService || entered) {
                window.interrupt_cycles += after - interrupted;
            }
            if (entered) {
                window.interrupts++;
                interrupted = after;
            }
        }

        if (data[GPIOR1] !== 0) end('exit', 'exit', pc);
        else if (windows.length === enough) end('enough', 'last of the windows', pc);
        else if (cpu.cycles >= maxCycles) end('cycle-limit', 'cycle limit', pc);
        else if (uart.length >= UART_LIMIT) end('crash', 'endless serial output', pc);
    }
    return {
        simulator: 'avr8js',
        version,
        ...ending,
        exit_status: ending.end === 'exit' ? data[GPIOR1] & 0x7f : null,
        cycles: cpu.cycles,
        stack_min: stackMin,
        zero: windows.length !== 0 ? windows[0].cycles : null,
        uart,
        windows,
    };
}

const library = loadAvr8js(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
        answer = run(library, JSON.parse(line));
    } catch (error) {
        answer = { error: error.message };
    }
    process.stdout.write(JSON.stringify(answer) + '\n');
}
