// A switch over three values says that there are no others. There are.
#include <pleach.h>

static int name(int x) {
    switch (x) {
    case 0:
        return 'a';
    case 1:
        return 'b';
    case 2:
        return 'c';
    }
    __builtin_unreachable(); //~ error: unreachable
}

int main(void) {
    return name(pleach_range(0, 4, "x"));
}

// paths: 4
// errors: 1
