// The memory of a vector and of a string whose size is symbolic.
#include <pleach.h>
#include <string>
#include <vector>

int main() {
    unsigned count = pleach_range(0, 20, "count");
    std::vector<char> bytes(count, 'a');
    std::string text(count, 'b');
    pleach_assert(bytes.size() == count && text.size() == count);
    if (count > 3 && text[3] != 'b')
        return 2; //~ dead
    if (count == 7)
        return bytes[count]; //~ error: out-of-bounds
    return 0; //~ reach
}

// paths: 6
// errors: 1
