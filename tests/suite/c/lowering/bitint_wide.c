// _BitInt of 65, 129 and 200 bits: arithmetic over several words, casts between them, division and shifts.
#include <stdint.h>
#include <stdio.h>

typedef _BitInt(65) s65;
typedef unsigned _BitInt(129) u129;
typedef unsigned _BitInt(200) u200;
typedef _BitInt(200) s200;

static void show(u200 x) {
    printf("%02x%016lx%016lx%016lx\n", (unsigned)(x >> 192), (uint64_t)(x >> 128), (uint64_t)(x >> 64), (uint64_t)x);
}

static u129 global = 1;

int main(void) {
    u200 factorial = 1;
    for (int i = 2; i <= 38; i++) {
        factorial *= (u200)i;
    }
    show(factorial);
    volatile int seven = 7;
    u200 quotient = factorial / (u200)1000000007, rest = factorial % (u200)1000000007;
    show(quotient);
    show(rest);
    show(quotient * (u200)1000000007 + rest - factorial);
    global <<= 128;
    show(global);
    global--;
    show(global);
    global *= 3;
    show(global);
    s65 small = -5;
    small = small * ((s65)1 << 60);
    show((u200)(s200)small);
    printf("%d %d\n", small < 0, (int)(small >> 60));
    show((u200)(s200)(small / (s65)seven));
    s200 negative = -(s200)factorial;
    show((u200)negative);
    show((u200)(negative >> 150));
    show((u200)negative >> 150);
    show(~factorial & (u200)global);
    printf("%d %zu %zu\n", negative < (s200)small, sizeof(s65), sizeof(u200));
    return 0;
}
// paths: 1
