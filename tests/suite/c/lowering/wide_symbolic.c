// 128-bit arithmetic on symbolic words: products, carries, shifts, signs and comparisons fit together.
#include <pleach.h>
#include <stdint.h>

typedef unsigned __int128 wide;

int main(void) {
    uint64_t a, b;
    uint8_t n;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    pleach_symbolic(&n, sizeof n, "n");
    wide joined = (wide)a << 64 | b;
    pleach_assert((uint64_t)(joined >> 64) == a);
    pleach_assert((uint64_t)(joined + b) == b + b);
    pleach_assert((uint64_t)((joined + b) >> 64) == a + (b > UINT64_MAX - b));
    pleach_assert((joined < (wide)b << 64) == (a < b));
    pleach_assert(((__int128)joined < 0) == ((int64_t)a < 0));
    pleach_assert((uint64_t)((__int128)(int64_t)a >> 64) == (uint64_t)((int64_t)a >> 63));
    pleach_assert((uint64_t)((wide)a * n >> 64) <= n);
    n &= 7;
    pleach_assert((joined << n >> n) == (joined & ((wide)-1 >> n)));
    pleach_assert(joined - a - b == (joined ^ 0) - b - a);
    return 0;
}
// paths: 1
