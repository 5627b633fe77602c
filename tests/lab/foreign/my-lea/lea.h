#ifndef LEA_H
#define LEA_H

#include <stdint.h>

void lea_key(uint32_t rk[144], const uint8_t *key);
void lea_encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out);

#endif
