// A preference chooses among the inputs of a path, in tests, output and exit status alike.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int c = klee_range(0, 128, "c");
    klee_prefer_cex(&c, c >= 'a');
    klee_prefer_cex(&c, c <= 'z');
    printf("%d\n", c);
    if (c < 'a') {
        return c;
    }
    klee_posix_prefer_cex(&c, c == 'q');
    return c;
}

// paths: 2
