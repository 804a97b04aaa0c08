// An index past an array within a struct stays in the object for a while, and is an error only where it leaves it.
#include <pleach.h>

struct record {
    char name[4];
    int value;
};

int main(void) {
    struct record r = {{0}, 0};
    char *name = r.name;
    int i = pleach_range(0, 9, "i");
    name[i] = 1; //~ error: out-of-bounds
    return r.value != 0;
}

// paths: 2
// errors: 1
