/* SPDX-License-Identifier: MIT */
/* The library as a provider of OpenSSL 3: provider(7), provider-base(7).
 *
 *     openssl enc -provider narae -lea-128-ctr ...
 *
 * Entry points, names and errors.  The only exported symbol is OSSL_provider_init. */

#include "provider.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/rand.h>

#include "narae/status.h"
#include "narae/version.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define VERSION TEXT(NARAE_VERSION_MAJOR) "." TEXT(NARAE_VERSION_MINOR) "." TEXT(NARAE_VERSION_PATCH)

static const char *const own_reasons[END_OF_REASONS - FIRST_REASON] = {
    [REASON_NO_KEY - FIRST_REASON] = "no key set",
    [REASON_NO_IV - FIRST_REASON] = "no iv set",
    [REASON_IV_LENGTH - FIRST_REASON] = "invalid iv length",
    [REASON_NO_TAG - FIRST_REASON] = "tag not set",
    [REASON_TAG_NOT_NEEDED - FIRST_REASON] = "tag not needed",
    [REASON_TAG_LENGTH - FIRST_REASON] = "invalid tag length",
    [REASON_OUTPUT_TOO_SMALL - FIRST_REASON] = "output buffer too small",
    [REASON_FINAL_BLOCK - FIRST_REASON] = "wrong final block length",
    [REASON_BAD_DECRYPT - FIRST_REASON] = "bad decrypt",
    [REASON_WHOLE_BLOCKS - FIRST_REASON] = "not whole blocks",
    [REASON_PARAMETER - FIRST_REASON] = "failed to get or set parameter",
    [REASON_TLS_RECORD - FIRST_REASON] = "invalid tls record",
    [REASON_RANDOM - FIRST_REASON] = "no random bytes",
    [REASON_FIXED_IV - FIRST_REASON] = "the iv of key wrapping is fixed",
    [REASON_HASH - FIRST_REASON] = "no hash set, or nobody's HMAC takes it",
    [REASON_TLS_CBC - FIRST_REASON] = "tls records of cbc are not supported",
    [REASON_NUM - FIRST_REASON] = "no such place in a block",
};

/* Item 0 ends the list, so numbers without a reason are omitted. */
static void
list_reasons(OSSL_ITEM *item)
{
    const char *const unknown = narae_status_text(1);

    for (unsigned i = 1; i < END_OF_REASONS; i++) {
        const char *text = i < FIRST_REASON ? narae_status_text(-(int)i) : own_reasons[i - FIRST_REASON];

        if (text != unknown)
            *item++ = (OSSL_ITEM){i, (void *)(uintptr_t)text};
    }
}

__attribute__((format(printf, 3, 4))) static void
set_error(const provider *p, uint32_t reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    p->vset_error(p->core, reason, format, arguments);
    va_end(arguments);
}

int
prov_fail(const provider *p, int reason, int line, const char *function)
{
    if (p->new_error != NULL && p->set_error_debug != NULL && p->vset_error != NULL) {
        p->new_error(p->core);
        p->set_error_debug(p->core, "narae", line, function);
        set_error(p, (uint32_t)reason, NULL);
    }
    return 0;
}

int
prov_check(const provider *p, int status, int line, const char *function)
{
    return status == NARAE_OK ? 1 : prov_fail(p, -status, line, function);
}

int
prov_random(const provider *p, uint8_t *out, size_t bytes)
{
    return RAND_bytes_ex(p->libctx, out, bytes, 0) > 0 || FAIL(p, REASON_RANDOM);
}

static const OSSL_PARAM *
gettable_params(void *p)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_STATUS, OSSL_PARAM_INTEGER, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)p;
    return list;
}

static int
set_text(OSSL_PARAM *p, const char *text)
{
    return p == NULL || OSSL_PARAM_set_utf8_ptr(p, text);
}

static int
get_params(void *p, OSSL_PARAM params[])
{
    OSSL_PARAM *status = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_STATUS);

    (void)p;
    return set_text(OSSL_PARAM_locate(params, OSSL_PROV_PARAM_NAME), "Narae") &&
           set_text(OSSL_PARAM_locate(params, OSSL_PROV_PARAM_VERSION), VERSION) &&
           set_text(OSSL_PARAM_locate(params, OSSL_PROV_PARAM_BUILDINFO), VERSION) &&
           (status == NULL || OSSL_PARAM_set_int(status, 1));
}

static int
has_a_generator(OSSL_PROVIDER *other, void *has_generator)
{
    int no_cache;

    if (strcmp(OSSL_PROVIDER_get0_name(other), "narae") != 0 &&
        OSSL_PROVIDER_query_operation(other, OSSL_OP_RAND, &no_cache) != NULL)
        *(int *)has_generator = 1;
    return 1;
}

/* The child library context has the application's other providers. */
static int
others_have_a_generator(const provider *p)
{
    int has_generator = 0;

    return OSSL_PROVIDER_do_all(p->libctx, has_a_generator, &has_generator) == 0 || has_generator;
}

static const OSSL_ALGORITHM *
query_operation(void *p, int operation, int *no_cache)
{
    *no_cache = 0;
    switch (operation) {
    case OSSL_OP_CIPHER:
        return prov_ciphers;
    case OSSL_OP_DIGEST:
        return prov_digests;
    case OSSL_OP_MAC:
        return prov_macs;
    case OSSL_OP_RAND:
        return others_have_a_generator(p) ? NULL : prov_generators;
    default:
        return NULL;
    }
}

static const OSSL_ITEM *
get_reason_strings(void *p)
{
    return ((provider *)p)->reasons;
}

static void
teardown(void *context)
{
    provider *p = context;

    OSSL_LIB_CTX_free(p->libctx);
    OPENSSL_free(p);
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation},
    {OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, (void (*)(void))get_reason_strings},
    {0, NULL},
};

static void
take_core_functions(provider *p, const OSSL_DISPATCH *core)
{
    for (; core->function_id != 0; core++) {
        switch (core->function_id) {
        case OSSL_FUNC_CORE_NEW_ERROR:
            p->new_error = OSSL_FUNC_core_new_error(core);
            break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
            p->set_error_debug = OSSL_FUNC_core_set_error_debug(core);
            break;
        case OSSL_FUNC_CORE_VSET_ERROR:
            p->vset_error = OSSL_FUNC_core_vset_error(core);
            break;
        default:
            break;
        }
    }
}

__attribute__((visibility("default"))) int
OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                   void **context)
{
    provider *p = OPENSSL_zalloc(sizeof *p);

    if (p == NULL)
        return 0;
    p->core = handle;
    take_core_functions(p, in);
    list_reasons(p->reasons);
    p->libctx = OSSL_LIB_CTX_new_child(handle, in);
    if (p->libctx == NULL) {
        OPENSSL_free(p);
        return 0;
    }
    *out = functions;
    *context = p;
    return 1;
}
