// Symbolic numbers go to streams, without a question about their digits; one value is divided by.
#include <iostream>
#include <pleach.h>
#include <sstream>

int main() {
    int number = pleach_int("number");
    std::cout << "number " << number << std::endl;
    unsigned char byte;
    pleach_symbolic(&byte, sizeof byte, "byte");
    std::cout << std::hex << static_cast<unsigned>(byte) << ' ' << std::dec << 100 / byte << '\n'; //~ error: div-by-zero
    return 0;
}

// paths: 2
