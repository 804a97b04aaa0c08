// An access is checked without being made.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    int n = klee_range(9, 12, "n");
    klee_check_memory_access(p, 10);
    klee_check_memory_access(p, n); //~ error: out-of-bounds
    free(p);
    return n;
}

// The number of bytes is made concrete: 9, 10 and 11.
// paths: 3
// errors: 1
