// A lane that a shuffle leaves open holds nothing: it may be copied, and must not decide anything.
// run: --uninitialized error
// replay: no MemorySanitizer takes an open lane for initialised
#include <pleach.h>

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    v4 v = {1, 2, 3, pleach_range(0, 10, "x")};
    v4 open = __builtin_shufflevector(v, v, 3, -1, 1, 0);
    v4 copy = open;
    int sum = copy[0] + copy[2] + copy[3];
    if (sum > 9) {
        return 1; //~ reach
    }
    if (copy[1] == 77) { //~ error: uninitialized
        return 2; //~ dead
    }
    return 0;
}

// paths: any
