// A pointer kept in a slot that the input chooses is kept.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

static char *slots[4];
static char *many[200];

int main(void) {
    slots[pleach_range(0, 4, "i")] = malloc(3);
    many[pleach_range(0, 200, "j")] = malloc(4);
    return 0;
}

// paths: 1
