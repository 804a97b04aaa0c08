// Inline assembly that is no known idiom is not supported: its path ends there, and the run says so.
#include <pleach.h>

int main(void) {
    if (pleach_range(0, 2, "x")) {
        int stamp;
        __asm__ volatile("movl $1, %0" : "=r"(stamp));
        return stamp;
    }
    return 0; //~ reach
}

// paths: 1
// complete: no
// incomplete: inline assembly: movl $$1, $0 at inline_assembly.c:7
// writes: .exec.err
