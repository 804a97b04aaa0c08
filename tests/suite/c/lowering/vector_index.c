// An index of a vector that is not below the number of its elements is out of bounds, read and written.
#include <pleach.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));

int main(void) {
    v4 v = {1, 2, 3, 4};
    v16 bytes = {0};
    int i = pleach_range(-2, 7, "i");
    unsigned char narrow;
    pleach_symbolic(&narrow, sizeof narrow, "narrow");
    int sum = v[3] + bytes[narrow & 15];
    switch (pleach_range(0, 3, "what")) {
    case 0:
        return v[i] + sum; //~ error: out-of-bounds
    case 1:
        v[i] = 9; //~ error: out-of-bounds
        return v[0];
    default:
        return bytes[narrow]; //~ error: out-of-bounds
    }
}

// paths: any
