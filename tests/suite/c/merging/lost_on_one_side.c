// A pointer that is lost on one side only leaks there, though the other side still has it.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

char *volatile kept;

int main(void) {
    int x = pleach_int("x");
    kept = malloc(8); //~ error: leak
    pleach_merge_begin();
    if (x < 0)
        kept = 0;
    pleach_merge_end();
    return 0;
}
// paths: any
