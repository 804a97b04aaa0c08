// Unsigned arithmetic wraps at every width; narrow types wrap when they are stored.
#include <stdint.h>
#include <stdio.h>

#define WRAP(type, format)                                                                                             \
    do {                                                                                                               \
        type top = (type)-1, one = 1, big = (type)(top / 2 + 2);                                                       \
        printf(format " " format " " format " " format " " format "\n", (type)(top + one), (type)(0 - one),            \
               (type)(top * top), (type)(big * big), (type)-one);                                                      \
        top++;                                                                                                         \
        one -= 2;                                                                                                      \
        printf(format " " format "\n", top, one);                                                                      \
    } while (0)

int main(void) {
    WRAP(uint8_t, "%u");
    /* uint16_t: the product of two promoted operands would overflow int. */
    uint16_t h = 0xFFFF;
    h = (uint16_t)((unsigned)h * h);
    printf("%u %u\n", h, (uint16_t)(h - 2));
    WRAP(uint32_t, "%u");
    WRAP(uint64_t, "%lu");
    WRAP(unsigned long long, "%llu");
    uint32_t hash = 2166136261u;
    for (const char *p = "wrap around"; *p != '\0'; p++) {
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    }
    printf("%08x\n", hash);
    uint64_t lcg = 1;
    for (int i = 0; i < 100; i++) {
        lcg = lcg * 6364136223846793005u + 1442695040888963407u;
    }
    printf("%016lx\n", lcg);
    return 0;
}
// paths: 1
