// Cases that share code share a path.
#include <pleach.h>

int main(void) {
    switch (pleach_int("x")) {
    case 1:
    case 3:
    case 5:
    case 7:
        return 1; //~ reach
    case 2:
    case 4:
        return 2; //~ reach
    case -100:
        return 3; //~ reach
    default:
        return 0; //~ reach
    }
}

// paths: 4
