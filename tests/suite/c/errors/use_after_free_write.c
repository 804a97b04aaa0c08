// Two aliases: one is freed, the other written through, at a symbolic index.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    char *alias = p + 4;
    int i = pleach_range(0, 4, "i");
    alias[i] = 1;
    free(p);
    alias[i] = 2; //~ error: use-after-free
    return 0;
}

// paths: 1
// errors: 1
