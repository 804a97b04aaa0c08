// As many forks as are allowed, and none is missing: complete.
// run: --max-forks 3 --max-depth 3
#include <pleach.h>

int main(void) {
    int n = pleach_range(0, 4, "n");
    int i = 0;
    while (i < n) {
        i++;
    }
    return i;
}

// paths: 4
