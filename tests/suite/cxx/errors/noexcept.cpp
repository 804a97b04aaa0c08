// A function that promises not to throw does.
#include <pleach.h>

static int strict(int value) noexcept {
    if (value == 1)
        throw value; //~ error: abort
    return value;
}

int main() {
    int value = pleach_int("value");
    try {
        return strict(value) == 3;
    } catch (int) {
        return 9;
    }
}

// paths: 2
