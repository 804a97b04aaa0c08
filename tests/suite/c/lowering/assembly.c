// Inline assembly that is no known idiom is not executed: it is named with its line, and only the path that meets it ends.
#include <pleach.h>

int main(void) {
    int n = pleach_int("n");
    if (n == 5) {
        __asm__("incl %0" : "+r"(n)); //~ reach
        return n;                     //~ dead
    }
    if (n > 5) {
        return 1;
    }
    return 2;
}
// paths: 2
// complete: no
// incomplete: inline assembly: incl $0 at assembly.c:7
