/* A Fibonacci number by recursion on a symbolic number. */
#include "ase.h"

#ifndef LIMIT
#define LIMIT 20
#endif

static word fibonacci(word n) {
    if (n == 0)
        return 0;
    if (n == 1)
        return 1;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

/* The same by a loop without a branch on n. */
static word by_table(word n) {
    word result = 0, next = 0, after = 1;
    for (word i = 0; i <= LIMIT; i++) {
        result += (i == n) * next;
        word sum = next + after;
        next = after;
        after = sum;
    }
    return result;
}

int main(void) {
    word n = input(0, LIMIT, "n");
    check(fibonacci(n) == by_table(n));
    return 0;
}
