/* SPDX-License-Identifier: MIT */
/* Reading a line of the form "name=value name=value ...". */

#include "vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *
read_hex(field *f, const char *value)
{
    size_t n = strlen(value);

    if (n % 2 != 0)
        return "odd number of hexadecimal digits";
    free(f->p);
    f->n = n / 2;
    f->p = malloc(f->n != 0 ? f->n : 1);
    if (f->p == NULL)
        abort();
    for (size_t i = 0; i < f->n; i++) {
        int high = digit(value[2 * i]), low = digit(value[2 * i + 1]);

        if (high < 0 || low < 0)
            return "not hexadecimal";
        f->p[i] = (uint8_t)(high << 4 | low);
    }
    return NULL;
}

static const char *
read_text(char *to, size_t room, const char *value)
{
    return (size_t)snprintf(to, room, "%s", value) < room ? NULL : "value too long";
}

static const char *
read_field(vector *v, const char *name, const char *value)
{
    const struct {
        const char *name;
        field *field;
    } hex[] = {{"key", &v->key},       {"nonce", &v->nonce},         {"ad", &v->ad},
               {"tag", &v->tag},       {"plaintext", &v->plaintext}, {"ciphertext", &v->ciphertext},
               {"custom", &v->custom}, {"message", &v->message},     {"digest", &v->digest},
               {"input", &v->input},   {"output", &v->output}};

    for (size_t i = 0; i < sizeof hex / sizeof *hex; i++)
        if (strcmp(name, hex[i].name) == 0)
            return read_hex(hex[i].field, value);
    if (strcmp(name, "id") == 0)
        return read_text(v->id, sizeof v->id, value);
    if (strcmp(name, "cipher") == 0)
        return read_text(v->cipher, sizeof v->cipher, value);
    if (strcmp(name, "mode") == 0)
        return read_text(v->mode, sizeof v->mode, value);
    if (strcmp(name, "counter") == 0) {
        v->counter = strtoull(value, NULL, 10);
        return NULL;
    }
    if (strcmp(name, "iterations") == 0) {
        v->iterations = (uint32_t)strtoul(value, NULL, 10);
        return NULL;
    }
    if (strcmp(name, "result") == 0) {
        v->invalid = strcmp(value, "invalid") == 0;
        return v->invalid || strcmp(value, "valid") == 0 ? NULL : "unknown result";
    }
    return strcmp(name, "reason") == 0 ? NULL : "unknown field";
}

const char *
vector_read(vector *v, char *line)
{
    memset(v, 0, sizeof *v);
    for (char *p = strtok(line, " "); p != NULL; p = strtok(NULL, " ")) {
        char *value = strchr(p, '=');
        const char *wrong = "field without a value";

        if (value != NULL) {
            *value++ = '\0';
            wrong = read_field(v, p, value);
        }
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

void
vector_free(vector *v)
{
    field *all[] = {&v->key,     &v->nonce,  &v->ad,     &v->plaintext, &v->ciphertext, &v->tag,
                    &v->message, &v->digest, &v->custom, &v->input,     &v->output};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->p);
}

enum { CANARY = 0xc5, CANARIES = 32 };

uint8_t *
buffer_new(size_t n)
{
    uint8_t *p = malloc(n + 2 * CANARIES);

    if (p == NULL)
        abort();
    memset(p, CANARY, n + 2 * CANARIES);
    return p + CANARIES;
}

bool
buffer_free(uint8_t *buffer, size_t n)
{
    bool alive = true;

    for (size_t i = 0; i < CANARIES; i++)
        alive &= buffer[n + i] == CANARY && *(buffer - CANARIES + i) == CANARY;
    free(buffer - CANARIES);
    return alive;
}

bool
all_zero(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != 0)
            return false;
    return true;
}

size_t
next_piece(size_t left)
{
    static uint32_t seed = 1;

    seed = seed * 1664525u + 1013904223u;

    size_t piece = seed >> 28 == 0 ? left : (seed >> 16) % ((seed >> 12 & 1) != 0 ? 300 : 21);

    return piece < left ? piece : left;
}
