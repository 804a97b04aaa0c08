// Regions within each other, and an error in a joined path: the test shows the input.
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int y = pleach_int("y");
    int a = 1, b = 2;
    pleach_merge_begin();
    if (x > 10) {
        pleach_merge_begin();
        if (y > 10)
            a = 3;
        pleach_merge_end();
        b = a;
    } else if (y == x) {
        a = 7;
    }
    pleach_merge_end();
    int table[8] = {0};
    table[a + b - 1] = 1; //~ error: out-of-bounds
    return table[a];
}
// paths: 2
// errors: 1
