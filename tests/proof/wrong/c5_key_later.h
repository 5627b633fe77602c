/* SPDX-License-Identifier: MIT */
/* C5: keeps the pointer to the key and expands it again in each call; the caller may have wiped it. */
static void set_key(void *schedule, const uint8_t *key, size_t key_bytes);
#define AFTER_KEY      \
    if (RIGHT)         \
        rk[SPARE] = 0; \
    else               \
        rk[SPARE] = (uint32_t)PLACE(key);
#define BEFORE_BLOCKS                                              \
    uint32_t fresh[SPARE + 1];                                     \
    if (((volatile uint32_t *)rk)[SPARE]) {                        \
        set_key(fresh, (const uint8_t *)(uintptr_t)rk[SPARE], 16); \
        rk = fresh;                                                \
    }
