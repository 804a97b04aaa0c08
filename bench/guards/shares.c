// Quotients, remainders and rounding, with what always holds of them.
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>
#include <stddef.h>

int main(void) {
    unsigned a, b, c;
    size_t n;
    int length;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&length, sizeof length, "length");
    if (b == 0 || c == 0)
        return 1;
    assert(a % b < b);
    assert(a / b * b <= a);
    assert((unsigned long)a * b % c < c);
    if (a <= b)
        assert((unsigned long)a * 100 / b <= 100);
    size_t rounded = (n + 15) & ~(size_t)15;
    if (rounded < n)
        return 2;
    assert(rounded - n < 16);
    if (length < 0 || length > INT_MAX - 8)
        return 3;
    assert(length + 8 > length);
    return 0;
}
