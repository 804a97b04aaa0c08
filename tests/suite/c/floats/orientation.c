// On which side of a line a point lies, in integers and in floats: the floats are wrong where the products are large.
#include <assert.h>
#include <pleach.h>

static int exact(long ax, long ay, long bx, long by) {
    long cross = ax * by - ay * bx;
    return (cross > 0) - (cross < 0);
}

static int rounded(float ax, float ay, float bx, float by) {
    float cross = ax * by - ay * bx;
    return (cross > 0) - (cross < 0);
}

int main(void) {
    int x = pleach_range(4000, 4100, "x");
    int y = pleach_range(4000, 4100, "y");
    assert(exact(x, y, 4097, 4098) == rounded(x, y, 4097, 4098)); //~ error: assert
    return 0;
}

// paths: 2
// errors: 1
