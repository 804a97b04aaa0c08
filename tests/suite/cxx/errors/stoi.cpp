// The library's std::stoi throws for what is no number.
#include <pleach.h>
#include <stdexcept>
#include <string>

static int convert(const char *digits) {
    try {
        return std::stoi(digits); //~ error: abort
    } catch (const std::out_of_range &) {
        return -1; //~ dead
    }
}

int main() {
    char digits[2];
    pleach_symbolic(digits, sizeof digits, "digits");
    pleach_assume(digits[1] == 0);
    return convert(digits) == 7;
}

// paths: any
