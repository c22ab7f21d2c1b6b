/* tests/fuzz/support/replay.c -- replay of a fuzz target on files, without libFuzzer. */
#include "fuzz.h"

enum { MOST_BYTES = 1 << 16 };

int main(int argc, char **argv)
{
    static uint8_t data[MOST_BYTES];
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f) {
            perror(argv[i]);
            return 1;
        }
        size_t size = fread(data, 1, sizeof data, f);
        fclose(f);
        fprintf(stderr, "%s\n", argv[i]);
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%d replayed\n", argc - 1);
    return 0;
}
