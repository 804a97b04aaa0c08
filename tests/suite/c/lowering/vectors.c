// Vector types: arithmetic, comparison, shifts, elements, shuffles, conversions and passing by value.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef int64_t l2 __attribute__((vector_size(16)));
typedef short h8 __attribute__((vector_size(16)));

static v4 global = {1, 2, 3, 4};

static v4 scale(v4 v, int n) {
    return v * n + (v4){0, 1, 2, 3};
}

static void show(v4 v) {
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void) {
    v4 a = scale(global, 10), b = {5, -6, 7, -8};
    show(a + b);
    show(a - b);
    show(a / b);
    show(a % (b | 1));
    show(a & ~b);
    show(-b ^ a);
    show(a << 2);
    show(b >> (v4){1, 1, 2, 2});
    show(a > b);
    show(a == (v4){10, 0, 32, 0});
    b[2] = 99;
    for (int i = 0; i < 4; i++) {
        b[i] += i;
    }
    show(b);
    show(__builtin_shufflevector(a, b, 0, 4, 3, 7));
    b16 bytes = (b16)a;
    bytes += 250;
    show((v4)bytes);
    l2 longs = {INT64_MAX, -1};
    longs = longs / 3 * (l2){1, 7};
    printf("%ld %ld\n", longs[0], longs[1]);
    h8 shorts = {1, 2, 3, 4, 5, 6, 7, 8};
    shorts *= shorts;
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += shorts[i];
    }
    printf("%d\n", sum);
    v4 array[2];
    memset(array, 0xFF, sizeof array);
    show(array[1]);
    return 0;
}
// paths: 1
