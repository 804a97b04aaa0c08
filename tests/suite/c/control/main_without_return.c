// main may end without a return statement: its status is zero. Unreachable code after a return is harmless.
#include <stdio.h>

static int f(int n) {
    return n + 1;
    n = 5;
    goto out;
out:
    return n;
}

int main(void) {
    printf("%d\n", f(1));
    {
        {
            ;
        }
    }
}
// paths: 1
