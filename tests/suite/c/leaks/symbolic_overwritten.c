// What is stored over at the very place that the input chose is lost, and so is what a fill of the whole table removes.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static char *many[200];
static char *others[200];

int main(void) {
    unsigned i = pleach_range(0, 200, "i");
    int filled = pleach_range(0, 2, "filled");
    // Several times: natively, what lies about in registers and on the stack keeps the last one.
    for (int times = 0; times < 4; times++) {
        if (filled) {
            others[i] = malloc(5); //~ error: leak
            memset(others, 0, sizeof others);
        } else {
            many[i] = malloc(3); //~ error: leak
        }
    }
    return 0;
}

// paths: any
