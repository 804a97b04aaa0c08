// Numbers with a point: copied and computed with freely, like integers, and an error where something is decided by them.
// run: --uninitialized error
#include <pleach.h>
#include <string.h>

struct point {
    double x;
    float y;
    long double z;
};

int main(void) {
    struct point p;
    struct point q;
    p.x = 1.5;
    q = p;
    if (q.x != 1.5) {
        return 1; //~ dead
    }
    q.z = 2.0L;
    struct point r = q;
    switch (pleach_range(0, 3, "which")) {
    case 0:
        return r.z != 2.0L;
    case 1:
        if (r.y + 2.0f > 1.0f) //~ error: uninitialized
            return 1;
        return 0;
    default: {
        double unset;
        if (unset + 1.0 == 1.0) //~ error: uninitialized
            return 1;
        return 0;
    }
    }
}

// paths: 3
// errors: 2
