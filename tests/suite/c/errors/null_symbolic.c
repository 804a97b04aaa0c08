// A pointer that is an input may be null; it may also be anything else.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    uintptr_t bits = pleach_range(0, 2, "bits");
    int *pointer = (int *)(bits * 4096 * 4096);
    if (bits == 0) {
        return *pointer; //~ error: null
    }
    return 0;
}

// paths: 2
// errors: 1
