// Much memory that is not written is there; what no machine has is std::bad_alloc or null.
#include <cassert>
#include <cstddef>
#include <new>

// An optimiser may leave out what nobody sees.
static char *volatile seen;

int main() {
    seen = new char[3UL << 30];
    seen[(3UL << 30) - 1] = 1;
    delete[] seen;
    volatile std::size_t all = 0UL - 9;
    try {
        seen = new char[all / 2];
        return 1; //~ dead
    } catch (std::bad_alloc &) {
        seen = nullptr; //~ reach
    }
    seen = new (std::nothrow) char[1UL << 50];
    assert(seen == nullptr);
    return 0; //~ reach
}

// paths: 1
