// A pointer to one of three objects, chosen by an input; each object is a path of its own.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int a = 1, b = 2, c = 3;
    int *choices[3] = {&a, &b, &c};
    int *p = choices[pleach_range(0, 3, "which")];
    *p += 10;
    assert(a + b + c == 16);
    return *p;
}

// paths: 1
