// Which function is called.
// run: --uninitialized error
// replay: no MemorySanitizer does not look at the address that is called
#include <pleach.h>

static int one(void) {
    return 1;
}

int main(void) {
    int (*calls[2])(void);
    calls[0] = one;
    int i = pleach_range(0, 2, "i");
    if (i == 0) {
        return calls[i]();
    }
    return calls[i](); //~ error: uninitialized
}

// paths: 2
// errors: 1
