// Compiled with -O2: structures in registers, memcpy and memset of fixed sizes, selects, switches as tables, tail calls.
// cflags: -O2
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct triple {
    int a, b, c;
};

struct packet {
    uint16_t kind;
    uint8_t body[13];
    struct triple t;
};

__attribute__((noinline)) static struct triple rotate(struct triple t) {
    return (struct triple){t.b, t.c, t.a};
}

__attribute__((noinline)) static void build(struct packet *p, int kind, const char *text) {
    memset(p, 0, sizeof *p);
    p->kind = (uint16_t)kind;
    memcpy(p->body, text, strlen(text));
    p->t = rotate((struct triple){kind, kind * 2, kind * 3});
}

__attribute__((noinline)) static const char *name(int n) {
    switch (n) {
    case 0:
        return "zero";
    case 1:
        return "one";
    case 2:
        return "two";
    case 3:
        return "three";
    case 4:
        return "four";
    default:
        return "many";
    }
}

__attribute__((noinline)) static int lookup(int n) {
    switch (n) {
    case 10:
        return 17;
    case 11:
        return -5;
    case 12:
        return 100;
    case 13:
        return 3;
    case 14:
        return 99;
    case 15:
        return 7;
    }
    return 0;
}

__attribute__((noinline)) static uint32_t load_big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

__attribute__((noinline)) static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
}

__attribute__((noinline)) static int clamp(int n, int low, int high) {
    return n < low ? low : n > high ? high : n;
}

__attribute__((noinline)) static int is_power(uint64_t n) {
    int bits = 0;
    while (n != 0) {
        n &= n - 1;
        bits++;
    }
    return bits == 1;
}

int main(int argc, char **argv) {
    (void)argv;
    struct packet p, q;
    build(&p, argc + 4, "hello");
    q = p;
    q.t = rotate(q.t);
    printf("%d %s %d %d %d %d\n", p.kind, (char *)q.body, q.t.a, q.t.b, q.t.c, memcmp(&p, &q, 15));
    for (int i = argc - 2; i < argc + 5; i++) {
        printf("%s %d ", name(i), lookup(i + 10));
    }
    printf("%x %d %d %d\n", load_big_endian(p.body), gcd(1071, 462 * argc), clamp(argc * 50, 0, 40), clamp(-argc, 0, 5));
    printf("%d %d\n", is_power((uint64_t)argc << 50), is_power(p.t.a));
    return 0;
}
// paths: 1
