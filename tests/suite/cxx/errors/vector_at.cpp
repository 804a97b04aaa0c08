// at() beyond the end throws; here nobody expects it.
#include <pleach.h>
#include <vector>

static int pick(const std::vector<int> &values, size_t index) {
    return values.at(index); //~ error: abort
}

int main() {
    std::vector<int> values{5, 6, 7};
    unsigned char index;
    pleach_symbolic(&index, sizeof index, "index");
    return pick(values, index % 4) == 6;
}

// paths: 2
