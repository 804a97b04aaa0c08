// An iterator is used after the vector has moved its elements.
#include <pleach.h>
#include <vector>

int main() {
    std::vector<int> numbers{1, 2, 3};
    numbers.shrink_to_fit();
    int extra = pleach_int("extra");
    auto first = numbers.begin();
    if (extra > 100)
        numbers.push_back(extra);
    return *first == 1 ? 0 : 1; //~ error: use-after-free
}

// paths: 2
