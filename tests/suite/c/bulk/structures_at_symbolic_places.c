// Structures copied to and from places that the input chooses, in elements and byte by byte.
#include <assert.h>
#include <pleach.h>
#include <string.h>

struct entry {
    long key;
    int count;
    short flags[2];
};

static struct entry table[100];

int main(void) {
    struct entry one = {.key = 7, .count = 3, .flags = {1, 2}};
    unsigned i = pleach_range(0, 100, "i"), j = pleach_range(0, 100, "j");
    table[i] = one;
    struct entry other = table[j];
    if (i == j) {
        assert(other.key == 7 && other.count == 3 && other.flags[1] == 2); //~ reach
    } else {
        assert(other.key == 0 && other.count == 0 && other.flags[0] == 0); //~ reach
    }
    char text[64] = "";
    memcpy(text + i % 50, "abc", 3);
    assert(text[i % 50 + 1] == 'b');
    memset(text + i % 50, 'z', 7);
    assert(text[i % 50 + 6] == 'z' && text[63] == 0);
    return 0;
}

// paths: 2
