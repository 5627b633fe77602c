/* SPDX-License-Identifier: MIT */
/* D4: key setup returns 1 instead of NARAE_OK. */
#define AROUND                                                                       \
    static int set_key_and_say(void *schedule, const uint8_t *key, size_t key_bytes) \
    {                                                                                \
        return set_key(schedule, key, key_bytes) + WRONG;                            \
    }
#define SET_KEY set_key_and_say
