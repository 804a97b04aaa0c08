// Inputs asked for in a loop come back in order.
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        printf("%d ", c);
        if (c == "abc"[i]) {
            state++;
        }
    }
    printf("%d\n", state);
    return state;
}

// paths: 8
