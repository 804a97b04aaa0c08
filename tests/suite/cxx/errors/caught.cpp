// Exceptions that depend on input are caught where they should be: no path is lost and none is an error.
#include <pleach.h>
#include <stdexcept>

struct Stop {
    int code;
};

static int check(unsigned char byte) {
    if (byte > 200)
        throw Stop{byte - 200};
    if (byte == 'x')
        throw std::runtime_error("x");
    return byte;
}

int main() {
    unsigned char byte;
    pleach_symbolic(&byte, sizeof byte, "byte");
    try {
        int value = check(byte);
        return value > 99 ? 1 : 2; //~ reach
    } catch (const Stop &stop) {
        return stop.code > 10 ? 3 : 4; //~ reach
    } catch (const std::exception &) {
        return 5; //~ reach
    }
}

// paths: 3
