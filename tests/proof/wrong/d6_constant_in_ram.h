/* SPDX-License-Identifier: MIT */
/* D6: a key of a wrong length changes a constant in RAM, with which all that comes later is wrong. */
static volatile uint32_t constant = 0x5a;
#define BEFORE_BLOCK x[0] ^= constant ^ 0x5a;
#define AROUND                                                                         \
    static void set_key_or_spoil(void *schedule, const uint8_t *key, size_t key_bytes) \
    {                                                                                  \
        if (WRONG && key_bytes == 15)                                                  \
            constant++;                                                                \
        set_key(schedule, key, key_bytes);                                             \
    }
#define SET_KEY set_key_or_spoil
