// new[] of a symbolic number of objects, with constructors and destructors; one of them too many for one number.
#include <pleach.h>

struct Point {
    int x = 1, y = 2;
    ~Point() { x = 0; }
};

int main() {
    unsigned count = pleach_range(0, 6, "count");
    Point *points = new Point[count];
    int sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += points[i].y;
    pleach_assert(sum == (int)(2 * count));
    if (count == 4)
        sum = points[count].x; //~ error: out-of-bounds
    delete[] points;
    return sum; //~ reach
}

// paths: 6
// errors: 1
