// abort ends the path in an error; exit does not.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    if (x == 1000) {
        abort(); //~ error: abort
    }
    if (x == 1001) {
        exit(2); //~ reach
    }
    return 0;
}

// paths: 3
// errors: 1
