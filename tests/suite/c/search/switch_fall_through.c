// Falling through from one case into the next.
#include <pleach.h>

int main(void) {
    int result = 0;
    switch (pleach_range(0, 5, "x")) {
    case 0:
        result += 1;
    case 1:
        result += 2;
        break;
    case 2:
        result += 4;
    default:
        result += 8;
    }
    return result;
}

// 0, 1, 2, and the two others together.
// paths: 4
