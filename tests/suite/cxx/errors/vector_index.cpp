// operator[] beyond the end of a vector, whose storage is exactly full.
#include <pleach.h>
#include <vector>

int main() {
    std::vector<int> squares;
    squares.reserve(8);
    for (int i = 0; i < 8; i++)
        squares.push_back(i * i);
    unsigned index = pleach_int("index");
    if (index > 8)
        return 0;
    return squares[index] > 20; //~ error: out-of-bounds
}

// paths: 3
