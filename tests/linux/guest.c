/* SPDX-License-Identifier: MIT */
/* What runs in the guest of test_linux.py, linked with the library's portable code.
 *
 *     guest compare SEED COUNT        requests to the kernel by AF_ALG against the library
 *     guest write FILE SEED           random writes into FILE
 *     guest verify FILE SEED          whether FILE holds what they have left
 *     guest append FILE               records that say on the console when they are on the disk, without end
 *     guest records FILE COUNT        whether the first COUNT of them are there
 *     guest speed ALGORITHM KEY IV    nanoseconds for 1 MiB in requests of 4 KiB
 *     guest there TYPE NAME ...       whether the kernel has or makes all of these
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_alg.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <narae/aria.h>
#include <narae/cbc.h>
#include <narae/ctr.h>
#include <narae/gcm.h>
#include <narae/hight.h>
#include <narae/lea.h>
#include <narae/seed.h>
#include <narae/xts.h>

enum { MAX = 9000, EDGE = 64, PIECES = 12 };

static uint64_t state;
static char what[256]; /* the request, for messages */

static void
die(const char *format, ...)
{
    va_list more;

    va_start(more, format);
    printf("WRONG: ");
    vprintf(format, more);
    printf(" [%s] errno %d (%s)\n", what, errno, strerror(errno));
    fflush(stdout);
    exit(1);
}

/* splitmix64 */
static uint64_t
draw(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static size_t
below(size_t n)
{
    return (size_t)(draw() % n);
}

static void
fill(uint8_t *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        const uint64_t drawn = draw();

        memcpy(p + i, &drawn, bytes - i < 8 ? bytes - i : 8);
    }
}

/* Cuts a buffer into pieces, short ones and long ones. */
static int
cut(struct iovec *to, uint8_t *p, size_t bytes)
{
    int n = 0;

    while (bytes != 0 && n < PIECES - 1) {
        size_t size = below(4) == 0 ? 1 + below(bytes) : 1 + below(bytes < 100 ? bytes : 100);

        if (below(5) == 0)
            size = bytes;
        to[n++] = (struct iovec){p, size};
        p += size;
        bytes -= size;
    }
    if (bytes != 0)
        to[n++] = (struct iovec){p, bytes};
    return n;
}

static int
bound_to(const char *type, const char *name)
{
    struct sockaddr_alg address = {.salg_family = AF_ALG};
    int bound = socket(AF_ALG, SOCK_SEQPACKET, 0);

    strcpy((char *)address.salg_type, type);
    strcpy((char *)address.salg_name, name);
    if (bound < 0 || bind(bound, (struct sockaddr *)&address, sizeof address) != 0)
        die("%s is not there", name);
    return bound;
}

static int
open_algorithm(const char *type, const char *name, const uint8_t *key, size_t key_bytes, size_t tag_bytes)
{
    int bound = bound_to(type, name), connection;

    if (setsockopt(bound, SOL_ALG, ALG_SET_KEY, key, (socklen_t)key_bytes) != 0)
        die("key of %zu bytes", key_bytes);
    if (tag_bytes != 0 && setsockopt(bound, SOL_ALG, ALG_SET_AEAD_AUTHSIZE, NULL, (socklen_t)tag_bytes) != 0)
        die("tag of %zu bytes", tag_bytes);
    connection = accept(bound, NULL, NULL);
    if (connection < 0)
        die("accept");
    close(bound);
    return connection;
}

/* Sends operation, IV and data, in pieces of their own calls, and reads `out_bytes` into
 * pieces.  Returns what read returned. */
static ssize_t
request(int fd, uint32_t operation, const uint8_t *iv, size_t iv_bytes, uint32_t ad_bytes, uint8_t *in,
        size_t bytes, uint8_t *out, size_t out_bytes)
{
    uint8_t space[256] __attribute__((aligned(8))) = {0};
    struct iovec pieces[PIECES];
    struct msghdr message = {.msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    int n = cut(pieces, in, bytes), sent = 0;

    *c = (struct cmsghdr){CMSG_LEN(4), SOL_ALG, ALG_SET_OP};
    memcpy(CMSG_DATA(c), &operation, 4);
    size_t used = CMSG_SPACE(4);
    if (iv_bytes != 0) {
        uint32_t size = (uint32_t)iv_bytes;

        c = (struct cmsghdr *)(space + used);
        *c = (struct cmsghdr){CMSG_LEN(4 + iv_bytes), SOL_ALG, ALG_SET_IV};
        memcpy(CMSG_DATA(c), &size, 4);
        memcpy(CMSG_DATA(c) + 4, iv, iv_bytes);
        used += CMSG_SPACE(4 + iv_bytes);
    }
    if (ad_bytes != 0) {
        c = (struct cmsghdr *)(space + used);
        *c = (struct cmsghdr){CMSG_LEN(4), SOL_ALG, ALG_SET_AEAD_ASSOCLEN};
        memcpy(CMSG_DATA(c), &ad_bytes, 4);
        used += CMSG_SPACE(4);
    }
    message.msg_controllen = used;
    do {
        int now = n == 0 ? 0 : 1 + (int)below((size_t)(n - sent));

        message.msg_iov = pieces + sent;
        message.msg_iovlen = (size_t)now;
        sent += now;
        if (sendmsg(fd, &message, sent < n ? MSG_MORE : 0) < 0)
            die("sendmsg");
        message.msg_control = NULL;
        message.msg_controllen = 0;
    } while (sent < n);
    n = cut(pieces, out, out_bytes != 0 ? out_bytes : 1); /* no request without a buffer */
    return readv(fd, pieces, n);
}

typedef struct cipher {
    const char *name;
    const narae_block_cipher *descriptor;
    size_t block, sizes;
} cipher;

static const cipher ciphers[] = {
    {"lea", &narae_lea, 16, 3},
    {"aria", &narae_aria, 16, 3},
    {"seed", &narae_seed, 16, 1},
    {"hight", &narae_hight, 8, 1},
};

/* Buffers with zeros around them, at any address. */
static uint8_t in_space[MAX + 2 * EDGE], out_space[MAX + 2 * EDGE], back_space[MAX + 2 * EDGE];
static uint8_t want[MAX];

static void
check(const uint8_t *space, const uint8_t *actual, const uint8_t *expected, size_t bytes, const char *of)
{
    for (size_t i = 0; i < bytes; i++)
        if (actual[i] != expected[i])
            die("%s: byte %zu of %zu is %02x, not %02x", of, i, bytes, actual[i], expected[i]);
    for (const uint8_t *p = space; p != space + MAX + 2 * EDGE; p++)
        if ((p < actual || p >= actual + bytes) && *p != 0)
            die("%s: wrote outside of its buffer", of);
}

static size_t
any_length(void)
{
    size_t most = below(3) == 0 ? MAX - 200 : 600;

    return below(most);
}

static void
compare_skcipher(const cipher *c, const char *mode)
{
    const size_t parts = strcmp(mode, "xts") == 0 ? 2 : 1, key_bytes = parts * (16 + 8 * below(c->sizes));
    size_t bytes = any_length(), written, iv_bytes = strcmp(mode, "ecb") == 0 ? 0 : c->block;
    uint8_t key[64], iv[16], *in = in_space + below(EDGE), *out = out_space + below(EDGE),
                             *back = back_space + below(EDGE);
    char name[64];
    int fd, status = 0;

    if (strcmp(mode, "ecb") == 0 || strcmp(mode, "cbc") == 0)
        bytes -= bytes % c->block;
    if (strcmp(mode, "xts") == 0)
        bytes += 16;
    if (bytes == 0)
        bytes = c->block;
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    if (below(3) == 0) { /* counters that carry soon */
        memset(iv, 0xff, c->block);
        iv[c->block - 1] = (uint8_t)draw();
    }
    memset(in_space, 0, sizeof in_space);
    memset(out_space, 0, sizeof out_space);
    memset(back_space, 0, sizeof back_space);
    fill(in, bytes);
    snprintf(name, sizeof name, "%s(%s)", mode, c->name);
    snprintf(what, sizeof what, "%s, key of %zu bytes, %zu bytes", name, key_bytes, bytes);

    if (strcmp(mode, "ecb") == 0) {
        static uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];

        status = narae_block_cipher_set_key(c->descriptor, schedule, sizeof schedule, key, key_bytes);
        if (status == NARAE_OK)
            status = narae_block_cipher_encrypt(c->descriptor, schedule, want, in, bytes / c->block);
    } else if (strcmp(mode, "cbc") == 0) {
        static narae_cbc cbc;

        status = narae_cbc_init(&cbc, c->descriptor, key, key_bytes);
        if (status == NARAE_OK)
            status = narae_cbc_encrypt_message(&cbc, want, &written, iv, c->block, NARAE_CBC_NO_PADDING, in,
                                               bytes);
    } else if (strcmp(mode, "ctr") == 0) {
        static narae_ctr ctr;

        status = narae_ctr_init(&ctr, c->descriptor, key, key_bytes);
        if (status == NARAE_OK)
            status = narae_ctr_crypt_message(&ctr, want, iv, c->block, NARAE_CTR_WHOLE_BLOCK, in, bytes);
    } else {
        static narae_xts xts;

        status = narae_xts_init(&xts, c->descriptor, key, key_bytes);
        if (status == NARAE_OK)
            status = narae_xts_encrypt_unit(&xts, want, iv, 16, in, bytes);
    }
    if (status != NARAE_OK)
        die("the library says %d", status);

    fd = open_algorithm("skcipher", name, key, key_bytes, 0);
    if (request(fd, ALG_OP_ENCRYPT, iv, iv_bytes, 0, in, bytes, out, bytes) != (ssize_t)bytes)
        die("encryption");
    check(out_space, out, want, bytes, "ciphertext");
    if (request(fd, ALG_OP_DECRYPT, iv, iv_bytes, 0, out, bytes, back, bytes) != (ssize_t)bytes)
        die("decryption");
    check(back_space, back, in, bytes, "plaintext");
    close(fd);
}

/* Associated data stand before the text; rfc4106 has the IV at their end as well. */
static void
compare_gcm(const cipher *c, int ipsec)
{
    static const size_t tags[] = {4, 8, 12, 13, 14, 15, 16}, ipsec_tags[] = {8, 12, 16};
    const size_t key_bytes = 16 + 8 * below(c->sizes), bytes = any_length() * (below(20) != 0);
    const size_t ad = ipsec ? 16 + 4 * below(2) : below(200) * below(2);
    const size_t tag_bytes = ipsec ? ipsec_tags[below(3)] : tags[below(7)], all = ad + bytes + tag_bytes;
    uint8_t key[36], nonce[12], *in = in_space + below(EDGE), *out = out_space + below(EDGE),
                                *back = back_space + below(EDGE);
    static narae_gcm gcm;
    char name[64];
    int fd, status;

    fill(key, sizeof key);
    fill(nonce, sizeof nonce);
    memset(in_space, 0, sizeof in_space);
    memset(out_space, 0, sizeof out_space);
    memset(back_space, 0, sizeof back_space);
    fill(in, ad + bytes);
    if (ipsec) {
        memcpy(nonce, key + key_bytes, 4);
        memcpy(in + ad - 8, nonce + 4, 8);
    }
    snprintf(name, sizeof name, ipsec ? "rfc4106(gcm(%s))" : "gcm(%s)", c->name);
    snprintf(what, sizeof what, "%s, key of %zu bytes, %zu and %zu bytes, tag of %zu", name, key_bytes, ad,
             bytes, tag_bytes);
    memcpy(want, in, ad);
    status = narae_gcm_init(&gcm, c->descriptor, key, key_bytes);
    if (status == NARAE_OK)
        status = narae_gcm_seal(&gcm, want + ad, want + ad + bytes, tag_bytes, nonce, 12, in,
                                ipsec ? ad - 8 : ad, in + ad, bytes);
    if (status != NARAE_OK)
        die("the library says %d", status);

    const uint8_t *iv = ipsec ? nonce + 4 : nonce;
    const size_t iv_bytes = ipsec ? 8 : 12;

    fd = open_algorithm("aead", name, key, key_bytes + (ipsec ? 4 : 0), tag_bytes);
    if (request(fd, ALG_OP_ENCRYPT, iv, iv_bytes, (uint32_t)ad, in, ad + bytes, out, all) != (ssize_t)all)
        die("sealing");
    check(out_space, out, want, all, "ciphertext");
    if (request(fd, ALG_OP_DECRYPT, iv, iv_bytes, (uint32_t)ad, out, all, back, ad + bytes) !=
        (ssize_t)(ad + bytes))
        die("opening");
    check(back_space, back, in, ad + bytes, "plaintext");
    close(fd);

    fd = open_algorithm("aead", name, key, key_bytes + (ipsec ? 4 : 0), tag_bytes);
    out[ipsec ? ad + below(bytes + tag_bytes) : below(all)] ^= (uint8_t)(1 << below(8));
    memset(back_space, 0, sizeof back_space);
    errno = 0;
    if (request(fd, ALG_OP_DECRYPT, iv, iv_bytes, (uint32_t)ad, out, all, back, ad + bytes) >= 0 ||
        errno != EBADMSG)
        die("a changed message is not refused");
    for (size_t i = ad; i < ad + bytes; i++)
        if (back[i] != 0)
            die("plaintext of a changed message at %zu", i);
    close(fd);
}

static void
compare(size_t count)
{
    static const char *const modes[] = {"ecb", "cbc", "ctr", "xts"};

    for (size_t i = 0; i < count; i++) {
        const cipher *c = &ciphers[i % 4];
        const size_t mode = i / 4 % 6;

        if (mode < 4 && (mode < 3 || c->block == 16))
            compare_skcipher(c, modes[mode]);
        else if (c->block == 16)
            compare_gcm(c, mode == 5);
    }
}

/* Random writes, of which a shadow in memory tells what a file holds. */
enum { FILE_BYTES = 4 << 20, WRITES = 300 };

static uint8_t shadow[FILE_BYTES], other[FILE_BYTES];

static void
random_writes(const char *path, int only_shadow)
{
    int fd = only_shadow ? -1 : open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

    if (!only_shadow && (fd < 0 || ftruncate(fd, FILE_BYTES) != 0))
        die("%s", path);
    for (unsigned i = 0; i < WRITES; i++) {
        const size_t bytes = 1 + below(20000), at = below(FILE_BYTES - bytes);

        fill(shadow + at, bytes);
        if (!only_shadow && pwrite(fd, shadow + at, bytes, (off_t)at) != (ssize_t)bytes)
            die("write");
        if (!only_shadow && i % 50 == 0 && fdatasync(fd) != 0)
            die("sync");
    }
    if (!only_shadow && (fsync(fd) != 0 || close(fd) != 0))
        die("sync");
}

static void
verify(const char *path)
{
    int fd = open(path, O_RDONLY);

    random_writes(path, 1);
    for (size_t at = 0; at < FILE_BYTES;) {
        ssize_t n = read(fd, other + at, FILE_BYTES - at);

        if (n <= 0)
            die("%s ends at %zu", path, at);
        at += (size_t)n;
    }
    if (memcmp(shadow, other, FILE_BYTES) != 0)
        die("%s is not what was written", path);
}

static void
record(uint8_t out[4096], uint64_t number)
{
    state = number;
    fill(out, 4096);
}

static void
append(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    uint8_t block[4096];

    for (uint64_t i = 0; i < 4000; i++) {
        record(block, i);
        if (write(fd, block, sizeof block) != sizeof block || fsync(fd) != 0)
            die("write");
        printf("COMMITTED %llu\n", (unsigned long long)i + 1);
        fflush(stdout);
    }
}

static void
records(const char *path, uint64_t count)
{
    uint8_t block[4096], got[4096];
    int fd = open(path, O_RDONLY);

    for (uint64_t i = 0; i < count; i++) {
        record(block, i);
        if (read(fd, got, sizeof got) != sizeof got || memcmp(got, block, sizeof got) != 0)
            die("record %llu of %llu is lost", (unsigned long long)i, (unsigned long long)count);
    }
}

static void
speed(const char *name, size_t key_bytes, size_t iv_bytes)
{
    enum { ROUNDS = 256 };
    static uint8_t text[4096];
    uint8_t key[64], iv[32];
    struct timespec begin, end;
    uint8_t space[128] __attribute__((aligned(8))) = {0};
    struct iovec all = {text, sizeof text};

    fill(key, sizeof key);
    fill(iv, sizeof iv);
    int fd = open_algorithm("skcipher", name, key, key_bytes, 0);

    for (unsigned i = 0; i < ROUNDS + 16; i++) {
        struct msghdr message = {.msg_control = space,
                                 .msg_controllen = CMSG_SPACE(4) + CMSG_SPACE(4 + iv_bytes)};
        struct cmsghdr *c = CMSG_FIRSTHDR(&message);
        uint32_t operation = ALG_OP_ENCRYPT, size = (uint32_t)iv_bytes;

        if (i == 16)
            clock_gettime(CLOCK_MONOTONIC, &begin);
        *c = (struct cmsghdr){CMSG_LEN(4), SOL_ALG, ALG_SET_OP};
        memcpy(CMSG_DATA(c), &operation, 4);
        c = (struct cmsghdr *)(space + CMSG_SPACE(4));
        *c = (struct cmsghdr){CMSG_LEN(4 + iv_bytes), SOL_ALG, ALG_SET_IV};
        memcpy(CMSG_DATA(c), &size, 4);
        memcpy(CMSG_DATA(c) + 4, iv, iv_bytes);
        message.msg_iov = &all;
        message.msg_iovlen = 1;
        if (sendmsg(fd, &message, 0) != sizeof text || read(fd, text, sizeof text) != sizeof text)
            die("%s", name);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("SPEED %s %lld\n", name, (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec);
}

int
main(int argc, char **argv)
{
    const char *command = argc > 2 ? argv[1] : "";

    if (strcmp(command, "compare") == 0 && argc == 4) {
        state = strtoull(argv[2], NULL, 0);
        compare(strtoul(argv[3], NULL, 0));
    } else if (strcmp(command, "write") == 0 && argc == 4) {
        state = strtoull(argv[3], NULL, 0);
        random_writes(argv[2], 0);
    } else if (strcmp(command, "verify") == 0 && argc == 4) {
        state = strtoull(argv[3], NULL, 0);
        verify(argv[2]);
    } else if (strcmp(command, "append") == 0) {
        append(argv[2]);
    } else if (strcmp(command, "records") == 0 && argc == 4) {
        records(argv[2], strtoull(argv[3], NULL, 0));
    } else if (strcmp(command, "speed") == 0 && argc == 5) {
        speed(argv[2], strtoul(argv[3], NULL, 0), strtoul(argv[4], NULL, 0));
    } else if (strcmp(command, "there") == 0 && argc % 2 == 0) {
        for (int i = 2; i < argc; i += 2)
            close(bound_to(argv[i], argv[i + 1]));
    } else {
        die("unknown command");
    }
    return 0;
}
