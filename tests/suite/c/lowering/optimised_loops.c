// Compiled with -O3: loops become vectors, reductions, and wide loads and stores.
// cflags: -O3
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 103

static int numbers[N];
static uint8_t bytes[N];
static short shorts[N];
static int64_t longs[N];

__attribute__((noinline)) static void fill(int seed) {
    for (int i = 0; i < N; i++) {
        numbers[i] = (i * 37 + seed) % 101 - 50;
        bytes[i] = (uint8_t)(i * i + seed);
        shorts[i] = (short)(numbers[i] * 3);
        longs[i] = (int64_t)numbers[i] * 1048576;
    }
}

__attribute__((noinline)) static int sum(const int *p, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += p[i];
    }
    return total;
}

__attribute__((noinline)) static int greatest(const int *p, int n) {
    int best = p[0];
    for (int i = 1; i < n; i++) {
        best = p[i] > best ? p[i] : best;
    }
    return best;
}

__attribute__((noinline)) static unsigned least_byte(const uint8_t *p, int n) {
    uint8_t best = 255;
    for (int i = 0; i < n; i++) {
        best = p[i] < best ? p[i] : best;
    }
    return best;
}

__attribute__((noinline)) static long dot(const short *a, const int *b, int n) {
    long total = 0;
    for (int i = 0; i < n; i++) {
        total += (long)a[i] * b[i];
    }
    return total;
}

__attribute__((noinline)) static void blend(int64_t *to, const int *from, int n) {
    for (int i = 0; i < n; i++) {
        to[i] = from[i] < 0 ? -to[i] : to[i] + from[i];
    }
}

__attribute__((noinline)) static int count(const uint8_t *p, int n, uint8_t what) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        found += p[i] == what;
    }
    return found;
}

int main(int argc, char **argv) {
    (void)argv;
    fill(argc);
    blend(longs, numbers, N);
    int64_t all = 0;
    unsigned mixed = 0;
    for (int i = 0; i < N; i++) {
        all ^= longs[i] * (i + 1);
        mixed = (mixed << 1 | mixed >> 31) ^ bytes[i];
    }
    printf("%d %d %u %ld %ld %d %u\n", sum(numbers, N), greatest(numbers, N), least_byte(bytes, N),
           dot(shorts, numbers, N), all, count(bytes, N, 5), mixed);
    for (int n = 0; n < 20; n += 3) {
        printf("%d ", sum(numbers + n, 2 * n));
    }
    printf("\n");
    return 0;
}
// paths: 1
