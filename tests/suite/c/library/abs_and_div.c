// abs, labs and div of unknown numbers.
#include <assert.h>
#include <limits.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    pleach_assume(x != INT_MIN);
    assert(abs(x) >= 0);
    assert(labs((long)x) == abs(x));
    div_t parts = div(x, 7);
    assert(parts.quot * 7 + parts.rem == x && abs(parts.rem) < 7);
    return 0;
}

// paths: 1
