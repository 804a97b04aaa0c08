// memset of the size of another object.
#include <pleach.h>
#include <string.h>

struct small {
    int a, b;
};

struct large {
    int a, b, c;
};

int main(void) {
    struct small s = {1, 2};
    size_t size = pleach_range(0, 2, "wrong") ? sizeof(struct large) : sizeof s;
    memset(&s, 0, size); //~ error: out-of-bounds
    return s.a;
}

// paths: 2
// errors: 1
