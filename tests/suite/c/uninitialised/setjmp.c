// A jump buffer is written by setjmp; variables that were set before stay so.
// run: --uninitialized error
// coverage: no native counters count what follows a call that longjmp leaves as the rest of its block
#include <setjmp.h>

static jmp_buf buffer;

static void leave(int value) {
    longjmp(buffer, value);
}

int main(void) {
    jmp_buf local;
    volatile int set;
    volatile int rounds = 0;
    int value = setjmp(local);
    if (value == 0) {
        set = 4;
        longjmp(local, 2);
    }
    rounds++;
    if (setjmp(buffer) == 0) {
        leave(set);
    }
    return value == 2 && set == 4 && rounds == 1 ? 0 : 1;
}

// paths: 1
