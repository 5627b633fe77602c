/* SPDX-License-Identifier: MIT */
/* The experiment of an Arduino sketch: a random key, one block of known text,
 * and three times on the serial line, repeatedly.
 *
 * Each repetition is timed twice with the same key: as the sketch does it,
 * with micros() and its timer interrupt running, and exactly, in windows
 * without any interrupt.  What the sketch prints stays readable; the exact
 * cycles are one more line. */

#include "hal.h"
#include "micros.h"
#include "print.h"
#include "random.h"

#include "bench_config.h"

#include "narae/descriptor.h"

#include BENCH_HEADER

static uint32_t schedule[BENCH_SCHEDULE_BYTES / 4];
static uint8_t key[BENCH_KEY_BYTES], ciphertext[BENCH_BLOCK_BYTES], decrypted[BENCH_BLOCK_BYTES];
static const uint8_t plaintext[] = SKETCH_PLAINTEXT;

static void
print_bytes(const char *what, const uint8_t *bytes, size_t count)
{
    print_flash_text(what);
    for (size_t i = 0; i < count; i++) {
        hal_put("0123456789abcdef"[bytes[i] >> 4]);
        hal_put("0123456789abcdef"[bytes[i] & 15]);
    }
    print_text("\n");
}

static void
print_string(const char *what, const uint8_t *bytes, size_t count)
{
    print_flash_text(what);
    while (count-- != 0)
        hal_put((char)*bytes++);
    print_text("\n");
}

static void
print_time(const char *what, uint32_t us)
{
    print_flash_text(what);
    print_number(us);
    print_text(" us\n");
}

static void
as_the_sketch_does(void)
{
    uint32_t start, key_time, encrypt_time, decrypt_time;

    micros_start();
    start = micros();
    narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule, key, sizeof key);
    key_time = micros() - start;
    start = micros();
    narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(schedule, ciphertext, plaintext, 1);
    encrypt_time = micros() - start;
    start = micros();
    narae_kernels_of(&BENCH_DESCRIPTOR)->decrypt(schedule, decrypted, ciphertext, 1);
    decrypt_time = micros() - start;
    micros_stop();

    print_bytes(TEXT("Key: "), key, sizeof key);
    print_time(TEXT("Key expansion time: "), key_time);
    print_string(TEXT("Plaintext: "), plaintext, BENCH_BLOCK_BYTES);
    print_bytes(TEXT("Ciphertext: "), ciphertext, sizeof ciphertext);
    print_time(TEXT("Encryption time: "), encrypt_time);
    print_time(TEXT("Decryption time: "), decrypt_time);
    print_string(TEXT("Decrypted: "), decrypted, sizeof decrypted);
}

static void
exactly(void)
{
    uint32_t key_time, encrypt_time, decrypt_time;

    hal_begin();
    narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule, key, sizeof key);
    key_time = hal_end();
    hal_begin();
    narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(schedule, ciphertext, plaintext, 1);
    encrypt_time = hal_end();
    hal_begin();
    narae_kernels_of(&BENCH_DESCRIPTOR)->decrypt(schedule, decrypted, ciphertext, 1);
    decrypt_time = hal_end();

    print_text("Exact cycles: ");
    print_number(key_time);
    print_text(" ");
    print_number(encrypt_time);
    print_text(" ");
    print_number(decrypt_time);
    print_text("\n\n");
}

int
main(void)
{
    uint32_t stream = SKETCH_SEED;

    hal_init();
    for (unsigned i = 0; i < SKETCH_REPETITIONS; i++) {
        random_bytes(&stream, key, sizeof key);
        as_the_sketch_does();
        exactly();
    }
    hal_exit(0);
}
