// A local array larger than the stack.
#include <pleach.h>

static int fill(unsigned long n) {
    char room[n]; //~ error: stack-overflow
    room[0] = 1;
    room[n - 1] = 2;
    return room[0] + room[n - 1];
}

int main(void) {
    return fill(pleach_range(0, 2, "large") ? 16ul << 20 : 64);
}

// paths: 2
// errors: 1
