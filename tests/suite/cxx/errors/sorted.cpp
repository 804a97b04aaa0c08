// Three symbolic numbers are sorted: six orders, and an assertion that holds on all of them and one that does not.
#include <algorithm>
#include <array>
#include <cassert>
#include <pleach.h>

int main() {
    std::array<unsigned char, 3> values;
    pleach_symbolic(values.data(), values.size(), "values");
    std::sort(values.begin(), values.end());
    assert(values[0] <= values[1] && values[1] <= values[2]);
    assert(values[2] - values[0] != 200); //~ error: assert
    return 0;
}

// paths: any
