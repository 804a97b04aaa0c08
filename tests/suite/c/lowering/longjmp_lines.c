// The lines of functions that longjmp leaves are executed, up to the call that never returns.
// coverage: no native counters count what follows such a call as well
#include <setjmp.h>

static jmp_buf back;
static int n;

static void inner(int x) {
    n = x;             //~ reach
    n += 2;            //~ reach
    longjmp(back, 1);  //~ reach
}

static void outer(int x) {
    n = 5;    //~ reach
    inner(x); //~ reach
    n = 7;    //~ dead
}

int main(void) {
    if (setjmp(back) == 0) {
        outer(3); //~ reach
    }
    return n; //~ reach
}

// paths: 1
