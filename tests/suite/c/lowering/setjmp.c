// Jumps between functions are not followed: the call is named, and only the path that meets it ends.
#include <pleach.h>
#include <setjmp.h>

static jmp_buf place;

int main(void) {
    if (pleach_range(0, 2, "n") == 0) {
        return 1; //~ reach
    }
    if (setjmp(place) == 0) {
        longjmp(place, 2); //~ dead
    }
    return 0; //~ dead
}
// paths: 1
// complete: no
// incomplete: setjmp
