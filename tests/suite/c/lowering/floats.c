// Arithmetic on floating-point numbers is not executed: it is named with its line, and only the path that meets it ends.
#include <pleach.h>

static const double scale = 2.5;

int main(void) {
    int n = pleach_range(0, 3, "n");
    double kept = scale;
    if (n == 1) {
        double product = kept * 3.0; //~ reach
        return product > 7.0;        //~ dead
    }
    if (n == 2) {
        return (int)kept; //~ reach
    }
    return 0; //~ reach
}
// paths: 1
// complete: no
// incomplete: floating point fmul at floats.c:10
// incomplete: floating point fptosi at floats.c:14
