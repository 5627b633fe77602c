# SPDX-License-Identifier: MIT
"""Overhead of the binding: `python measure.py`, with the wheel installed and a C compiler.

For each cipher the time of a message in C and through Python, with the same kernels: 1 MiB, where an extra copy or page
fault would show, and 16 bytes, where the call itself does.  Each figure is the minimum of many alternating runs, so
that a clock change or a busy neighbour affects both."""

from __future__ import annotations

import mmap
import os
import subprocess
import tempfile
import timeit
from functools import partial
from pathlib import Path

import narae

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 20
LARGE, SMALL = 1 << 20, 16
CALLS = {LARGE: 20, SMALL: 20000}
CIPHERS = {
    "AESGCM": ("aes", 16),
    "ARIAGCM": ("aria", 16),
    "LEAGCM": ("lea", 16),
    "ChaCha20Poly1305": ("", 32),
}
C_SOURCE = r"""
#include <narae/narae.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int
main(int count, char **words)
{
    static uint8_t tag[16], key[32], nonce[12];
    static narae_gcm gcm;
    const struct {
        const char *name;
        const narae_block_cipher *cipher;
    } ciphers[] = {{"aes", &narae_aes}, {"aria", &narae_aria}, {"lea", &narae_lea}};
    const narae_block_cipher *cipher = NULL;
    double least = 1;
    const size_t bytes = (size_t)atol(words[2]);
    const long calls = atol(words[3]);
    uint8_t *in = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint8_t *out = in + (2 << 20);

    long failed = 0;

    (void)count;
    memset(in, 1, bytes);
    for (int i = 0; i < 3; i++)
        if (strcmp(words[1], ciphers[i].name) == 0)
            failed += narae_gcm_init(&gcm, cipher = ciphers[i].cipher, key, 16) != NARAE_OK;
    if (cipher == NULL && words[1][0] != 0)
        return 2;
    for (int repeat = 0; repeat < 3; repeat++) {
        double start = now();

        for (long i = 0; i < calls; i++)
            if (cipher != NULL)
                failed += narae_gcm_seal(&gcm, out, tag, 16, nonce, 12, NULL, 0, in, bytes) != NARAE_OK;
            else
                failed += narae_chacha20_poly1305_seal(out, tag, key, nonce, 12, NULL, 0, in, bytes) != NARAE_OK;
        start = (now() - start) / (double)calls;
        least = start < least ? start : least;
    }
    printf("%.9f\n", least);
    return failed != 0;
}
"""


def c_program(folder: Path) -> Path:
    """Linked with a library built like the wheel's."""
    source, program, build = folder / "measure.c", folder / "measure", folder / "build"
    source.write_text(C_SOURCE)
    subprocess.run(
        ["cmake", "-S", ROOT, "-B", build, "-DNARAE_TESTS=OFF", "-DNARAE_SHARED=OFF"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run(["cmake", "--build", build, "-j2"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cc", "-O2", f"-I{ROOT / 'include'}", source, build / "libnarae.a", "-o", program], check=True)
    return program


def measured(name: str, program: Path, size: int) -> dict[str, float]:
    """Seconds per message."""
    cipher, key_bytes = CIPHERS[name]
    box, nonce, calls = getattr(narae, name)(bytes(key_bytes)), bytes(12), CALLS[size]
    rounds = []
    for _ in range(ROUNDS):
        data, buf = two_buffers(size)  # new ones each time, as the C program's are
        rounds.append(
            (
                float(subprocess.check_output([program, cipher, str(size), str(calls)])),
                timed(partial(box.encrypt_into, nonce, data, None, buf), calls),
                timed(partial(box.encrypt, nonce, data, None), calls),
            )
        )
    return dict(zip(("C", "encrypt_into", "encrypt"), map(min, zip(*rounds, strict=True)), strict=True))


def two_buffers(size: int) -> tuple[memoryview, memoryview]:
    """At the same distance as in C: placement in memory can cost more than a call."""
    view = memoryview(mmap.mmap(-1, 4 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    view[:size] = b"\1" * size
    return view[:size], view[2 << 20 : (2 << 20) + size + 16]


def timed(call, calls: int) -> float:
    """The minimum of three, as in C: the first has cold caches and page faults."""
    return min(timeit.repeat(call, number=calls, repeat=3)) / calls


def main() -> None:
    print(f"narae {narae.__version__}, NARAE_CPU={os.environ.get('NARAE_CPU', '')}")
    with tempfile.TemporaryDirectory() as folder:
        program = c_program(Path(folder))
        for name in CIPHERS:
            for size in CALLS:
                seconds = measured(name, program, size)
                shown = ", ".join(f"{way} {1e9 * t:.0f} ns" for way, t in seconds.items())
                extra = seconds["encrypt_into"] - seconds["C"]
                print(
                    f"{name} {size}: {shown}; encrypt_into {100 * extra / seconds['C']:+.1f} %, {1e9 * extra:+.0f} ns"
                )


if __name__ == "__main__":
    main()
