// Sizes of arrays that are checked before they are allocated, in the ways that programs do it.
#include <assert.h>
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>

static size_t divided(size_t n, size_t m) {
    if (n && m > SIZE_MAX / n)
        return 0;
    return n * m;
}

static size_t back(size_t n, size_t m) {
    size_t size = n * m;
    return n && size / n != m ? 0 : size;
}

static size_t built_in(size_t n, size_t m) {
    size_t size;
    return __builtin_mul_overflow(n, m, &size) ? 0 : size;
}

int main(void) {
    size_t n, m;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&m, sizeof m, "m");
    if (n == 0 || m == 0)
        return 0;
    size_t size = divided(n, m);
    assert(size == 0 || (size >= n && size >= m));
    assert(size == back(n, m));
    assert(size == built_in(n, m));
    return size != 0;
}
