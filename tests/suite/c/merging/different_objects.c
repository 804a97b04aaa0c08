// Paths with different objects or output cannot become one, and go on by themselves.
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *p = 0;
    pleach_merge_begin();
    if (x == 1)
        p = malloc(4);
    else if (x == 2)
        printf("two\n");
    pleach_merge_end();
    int is_null = p == 0;
    free(p);
    return is_null;
}
// paths: 3
