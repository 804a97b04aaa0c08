// A pointer one past the end may be made and compared, not read.
#include <pleach.h>

int main(void) {
    int a[4] = {4, 3, 2, 1};
    int key = pleach_range(0, 5, "key");
    int *p = a, *end = a + 4;
    while (p != end && *p != key) {
        p++;
    }
    if (p == end) {
        return *p; //~ error: out-of-bounds
    }
    return (int)(p - a);
}

// paths: 5
// errors: 1
