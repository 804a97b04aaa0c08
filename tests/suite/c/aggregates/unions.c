// Unions: one memory seen as different types, tagged variants, anonymous members, unions in structures.
#include <stdint.h>
#include <stdio.h>

union view {
    uint64_t all;
    uint32_t half[2];
    uint16_t quarter[4];
    uint8_t byte[8];
    struct {
        uint8_t first;
        uint16_t middle __attribute__((packed));
    } part;
    double real;
};

struct variant {
    enum { NUMBER, TEXT, PAIR } tag;
    union {
        long number;
        const char *text;
        struct {
            short left, right;
        };
    };
};

static void show(struct variant v) {
    switch (v.tag) {
    case NUMBER:
        printf("%ld\n", v.number);
        break;
    case TEXT:
        printf("%s\n", v.text);
        break;
    case PAIR:
        printf("%d,%d\n", v.left, v.right);
        break;
    }
}

static union view initial = {.half = {0x11223344, 0x55667788}};

int main(void) {
    union view v = {0x0102030405060708};
    printf("%x %x %x %x\n", v.half[0], v.quarter[3], v.byte[0], v.part.middle);
    v.byte[7] = 0xFF;
    v.quarter[0]++;
    printf("%lx\n", v.all);
    v.real = -0.5;
    printf("%lx %lx\n", v.all, initial.all);
    v.all = 0x4009000000000000;
    printf("%.3f\n", v.real);
    struct variant list[] = {
        {NUMBER, {.number = -5}},
        {TEXT, {.text = "five"}},
        {.tag = PAIR, .left = 7, .right = -8},
    };
    for (int i = 0; i < 3; i++) {
        show(list[i]);
    }
    list[0] = list[2];
    list[0].right += 9;
    show(list[0]);
    printf("%zu %zu\n", sizeof(union view), sizeof(struct variant));
    return 0;
}
// paths: 1
