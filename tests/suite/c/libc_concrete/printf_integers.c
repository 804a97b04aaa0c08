// printf's integer conversions: flags, widths, precisions, lengths, and their combinations.
// cflags: -Wno-format
#include <stdint.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    static const char *const formats[] = {"[%d]", "[%5d]", "[%-5d]", "[%05d]", "[%+d]", "[% d]", "[%.3d]", "[%8.3d]", "[%-8.3d|]",
                                          "[%+05d]", "[%.0d]", "[% 05d]", "[%08.3d]", "[%u]", "[%x]", "[%X]", "[%#x]",
                                          "[%#o]", "[%o]", "[%#010x]", "[%-#8x]", "[%.5x]", "[%#.5X]", "[%i]", "[%c]"};
    static const int values[] = {0, 1, -1, 42, -300, INT_MAX, INT_MIN, 'A'};
    for (unsigned f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++) {
            if (formats[f][2] != 'c' || values[v] == 'A') {
                printf(formats[f], values[v]);
            }
        }
        printf("\n");
    }
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%ld %lu %lld %llx\n", LONG_MIN, ULONG_MAX, LLONG_MAX, ULLONG_MAX);
    printf("%zu %zd %td %jd %ju\n", (size_t)-1, (size_t)-1, (ptrdiff_t)-5, INTMAX_MIN, UINTMAX_MAX);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIX64 "\n", (int8_t)-8, (uint16_t)65535, 0xABCu, (uint64_t)0xDEF);
    printf("%*d|%-*d|%.*d|%*.*d|%*d\n", 6, 42, 6, 42, 4, 42, 8, 5, -42, -6, 7);
    printf("%.*d|%%|%c%c\n", -1, 9, 'o', 'k');
    int n = printf("%s", "");
    n += printf("four");
    printf("%d\n", n);
    return 0;
}
// paths: 1
