// A field far into a null struct is outside of the null page, and as wrong.
#include <pleach.h>
#include <stddef.h>

struct big {
    char padding[1 << 20];
    int field;
};

static struct big real;

int main(void) {
    struct big *p = pleach_range(0, 2, "x") ? &real : NULL;
    return p->field; //~ error: out-of-bounds
}

// paths: 2
// errors: 1
