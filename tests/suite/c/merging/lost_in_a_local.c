// A dead variable of a function that still runs points to memory on one side only.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *volatile p = malloc(8); //~ error: leak
    char *volatile q = malloc(8); //~ error: leak
    pleach_merge_begin();
    if (x < 0)
        p = q;
    else
        q = p;
    pleach_merge_end();
    exit(0);
}
// paths: any
