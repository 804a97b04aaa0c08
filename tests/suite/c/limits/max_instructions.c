// A loop that never ends, stopped by a count.
// run: --max-instructions 100000
#include <pleach.h>

int main(void) {
    volatile unsigned i = 0;
    if (pleach_range(0, 2, "stay")) {
        for (;;) {
            i++;
        }
    }
    return 7; //~ reach
}

// paths: 1
// complete: no
// stopped: max-instructions
