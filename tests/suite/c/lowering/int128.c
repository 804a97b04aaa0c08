// 128-bit integers: every operator, casts, comparisons, in structures, arrays, globals and calls.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static uwide global = (uwide)0x0123456789ABCDEF << 64 | 0xFEDCBA9876543210;
static wide table[3] = {-1, 0, (wide)1 << 126};

static void show(uwide x) {
    printf("%016lx%016lx\n", (uint64_t)(x >> 64), (uint64_t)x);
}

static uwide product(uint64_t a, uint64_t b) {
    return (uwide)a * b;
}

static uwide square(uwide x, int times) {
    return times == 0 ? x : square(x * x, times - 1);
}

struct holder {
    char tag;
    wide value;
};

static struct holder hold(wide value) {
    return (struct holder){'h', value};
}

int main(void) {
    volatile uwide a = global;
    volatile wide b = -(wide)12345678901234567890ULL * 1000000007;
    show(a + b);
    show(a - 1);
    show(a * a);
    show(a / 1000003);
    show(a % 1000003);
    show(b / 97);
    show(b % 97);
    show(-b);
    show(~a);
    show(a & b);
    show(a ^ (a << 3 | a >> 125));
    show(b >> 100);
    show(a >> 100);
    show(product(UINT64_MAX, UINT64_MAX));
    show(square(3, 6));
    printf("%d%d%d%d %d%d\n", a < (uwide)b, b < 0, b < table[0], b >= table[2], b == table[1], a != global);
    printf("%d %ld %u\n", (int)b, (long)(b >> 64), (uint8_t)a);
    show((wide)(int8_t)-3);
    show((uwide)UINT32_MAX + 1);
    struct holder h = hold(b - 1);
    show(h.value - b);
    for (int i = 0; i < 3; i++) {
        table[i] += i;
        show(table[i]);
    }
    global <<= 4;
    global |= 5;
    show(global++);
    show(--global);
    int bits = 0;
    for (uwide x = a; x != 0; x &= x - 1) {
        bits++;
    }
    printf("%d %zu\n", bits, sizeof(wide));
    return 0;
}
// paths: 1
