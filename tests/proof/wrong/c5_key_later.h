/* SPDX-License-Identifier: MIT */
/* C5: keeps the pointer to the key and expands it again in each call; the caller may have wiped it. */
static void set_key(void *schedule, const uint8_t *key, size_t key_bytes);
#define BEFORE_BLOCKS                       \
    uint32_t fresh[SPARE + 1];              \
    if (((volatile uint32_t *)rk)[SPARE]) { \
        const uint8_t *kept;                \
        memcpy(&kept, rk, sizeof kept);     \
        set_key(fresh, kept, 16);           \
        rk = fresh;                         \
    }
#define AROUND                                                                         \
    static void set_key_and_keep(void *schedule, const uint8_t *key, size_t key_bytes) \
    {                                                                                  \
        set_key(schedule, key, key_bytes);                                             \
        ((uint32_t *)schedule)[SPARE] = WRONG;                                         \
        if (WRONG)                                                                     \
            memcpy(schedule, &key, sizeof key);                                        \
    }
#define SET_KEY set_key_and_keep
