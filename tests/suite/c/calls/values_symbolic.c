// Symbolic values through structures by value, variadic arguments, function pointers, recursion and copies of memory.
#include <pleach.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

struct small {
    uint16_t a;
    uint8_t b;
};

struct large {
    uint32_t words[6];
    uint8_t tail;
};

static struct small swap(struct small s) {
    return (struct small){(uint16_t)(s.a << 8 | s.a >> 8), (uint8_t)~s.b};
}

static struct large rotate(struct large l, int n) {
    if (n == 0) {
        return l;
    }
    uint32_t first = l.words[0];
    memmove(l.words, l.words + 1, 5 * sizeof(uint32_t));
    l.words[5] = first;
    return rotate(l, n - 1);
}

static uint64_t sum(int count, ...) {
    va_list list;
    va_start(list, count);
    uint64_t total = 0;
    while (count-- > 0) {
        total += va_arg(list, uint64_t);
    }
    va_end(list);
    return total;
}

int main(void) {
    struct small s, (*twice)(struct small) = swap;
    struct large l, copy;
    pleach_symbolic(&s, sizeof s, "s");
    pleach_symbolic(&l, sizeof l, "l");
    struct small back = twice(swap(s));
    pleach_assert(back.a == s.a);
    pleach_assert(back.b == s.b);
    memcpy(&copy, &l, sizeof l);
    struct large turned = rotate(l, 6);
    pleach_assert(turned.words[3] == copy.words[3]);
    pleach_assert(rotate(l, 2).words[0] == copy.words[2]);
    uint64_t x = l.words[0], y = l.words[1];
    pleach_assert(sum(8, x, y, x, y, x, y, x, y) == 4 * (x + y));
    pleach_assert(memcmp(&l, &copy, sizeof l) == 0);
    return 0;
}
// paths: 1
