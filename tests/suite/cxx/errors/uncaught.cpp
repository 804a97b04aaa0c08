// An exception that nobody catches ends the program where it is thrown, through several functions.
#include <pleach.h>
#include <stdexcept>
#include <string>

struct Guard {
    ~Guard() {}
};

static int checked(int value) {
    Guard guard;
    if (value == 4711)
        throw std::invalid_argument("value " + std::to_string(4711)); //~ error: abort
    return value;
}

static int outer(int value) {
    try {
        return checked(value) / 2;
    } catch (const std::out_of_range &) {
        return -1; //~ dead
    }
}

int main() {
    int value = pleach_int("value");
    return outer(value) == 8; //~ reach
}

// paths: 2
