// && and || stop as soon as they can.
#include <pleach.h>

int main(void) {
    int a = pleach_int("a"), b = pleach_int("b"), c = pleach_int("c");
    if ((a == 1 && b == 2) || c == 3) {
        return 1;
    }
    return 0;
}

// a no and c yes or no; a yes, b no and c yes or no; a and b yes.
// paths: 5
