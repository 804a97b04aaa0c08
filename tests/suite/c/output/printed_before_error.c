// What was printed before an error, on each path.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>

int main(void) {
    int x = pleach_range(0, 10, "x");
    printf("before %d\n", x);
    fflush(stdout);
    assert(x != 4); //~ error: assert
    printf("after %d\n", x);
    return x;
}

// paths: 2
// errors: 1
