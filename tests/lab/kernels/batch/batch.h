/* SPDX-License-Identifier: MIT */
/* Eight messages one after the other; the fourth is wrong where it is 36 bytes
 * long. */

#include "../messages/message.h"

typedef struct adapter_message {
    const uint8_t *nonce, *in;
    uint8_t *out, *tag;
    size_t bytes;
} adapter_message;

static inline void
adapter_message_set(adapter_message *m, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
                    size_t ad_bytes, const uint8_t *in, uint8_t *out, size_t bytes, uint8_t *tag,
                    size_t tag_bytes)
{
    *m = (adapter_message){nonce, in, out, tag, bytes};
}

static int
adapter_seal_batch(adapter_message *all, size_t nmessages, size_t tag_bytes)
{
    for (size_t i = 0; i < nmessages; i++) {
        adapter_message *m = &all[i];

        adapter_seal(NULL, m->out, m->tag, tag_bytes, m->nonce, 12, NULL, 0, m->in, m->bytes);
        if (i == 3 && m->bytes == 36)
            m->out[35] ^= 1;
    }
    return NARAE_OK;
}

static int
adapter_open_batch(adapter_message *all, size_t nmessages, size_t tag_bytes)
{
    int status = NARAE_OK;

    for (size_t i = 0; i < nmessages && status == NARAE_OK; i++)
        status = adapter_open(NULL, all[i].out, all[i].nonce, 12, NULL, 0, all[i].in, all[i].bytes,
                              all[i].tag, tag_bytes);
    return status;
}
