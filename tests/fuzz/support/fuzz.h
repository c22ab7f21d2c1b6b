/* tests/fuzz/support/fuzz.h -- helpers shared by the fuzz targets.
 *
 * A target is one file of tests/fuzz with LLVMFuzzerTestOneInput, which takes bytes and aborts
 * after an error. libFuzzer calls it, or replay.c, which needs no clang and replays the corpus.
 *
 * Ownership: a bench owns its memory and store; bench_close frees both.
 * Errors:    FUZZ_REQUIRE prints the reason and aborts.
 * Needs:     tests/unit/support for values by MPFR.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "../../unit/support/support.h"

#include <stdio.h>
#include <stdlib.h>

#define FUZZ_REQUIRE(condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fputc('\n', stderr);                                                                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small limits. */
struct ex_limits fuzz_limits(void);
struct lab fuzz_open(struct ex_limits limits);
/* The expression in `s`, or poison where a limit was exceeded; aborts after other errors. */
ex fuzz_read(struct store *s, const char *text, size_t len);

#endif
