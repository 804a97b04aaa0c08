// The same with & and |: one condition, two paths.
#include <pleach.h>

int main(void) {
    int a = pleach_int("a"), b = pleach_int("b"), c = pleach_int("c");
    if (((a == 1) & (b == 2)) | (c == 3)) {
        return 1;
    }
    return 0;
}

// paths: 2
