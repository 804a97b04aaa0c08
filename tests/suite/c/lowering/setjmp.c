// Jumps between functions: back to a call of setjmp that has returned before, over any number of frames.
// replay: no where a jump into a function that has returned leads is not known
#include <assert.h>
#include <pleach.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place, outer;
static volatile int depth;

static void down(int n, int code) {
    char local[16];
    local[n & 15] = (char)n;
    depth = n + local[n & 15] - n;
    if (n == 5) {
        longjmp(place, code);
    }
    down(n + 1, code);
    assert(0);
}

static int attempt(int code) {
    volatile int tries = 0;
    int before = code * 3;
    int got = setjmp(place);
    tries = tries + 1;
    if (tries < 4) {
        printf("[%d %d] ", got, before);
        down(0, code + tries - 1);
    }
    return got * 100 + tries;
}

static int nested(void) {
    switch (setjmp(outer)) {
    case 0:
        if (setjmp(place) == 0) {
            longjmp(place, 9);
        }
        longjmp(outer, 2);
    case 2:
        longjmp(outer, 3);
    case 3:
        return 33;
    default:
        return -1;
    }
}

static void leave(void) {
    if (setjmp(place) == 0) {
        depth = 0;
    }
}

int main(void) {
    printf("%d\n", attempt(7));
    printf("%d\n", nested());
    int n = pleach_range(0, 4, "n");
    volatile int kept = 1;
    int got = setjmp(place);
    if (got == 0) {
        kept = 2;
        if (n < 3) {
            longjmp(place, n);
        }
        leave();
        longjmp(place, 1); //~ error: use-after-return
    }
    printf("%d %d\n", got, kept);
    if (got == 2) {
        return 5; //~ reach
    }
    return kept; //~ reach
}
// paths: 3
