// What UBSan's instrumentation says of pointers and indices.
// cflags: -fsanitize=undefined
#include <pleach.h>

static int numbers[4];
static char bytes[16] __attribute__((aligned(8)));

__attribute__((returns_nonnull)) static int *found(int *place) {
    return place; //~ error: null
}

__attribute__((nonnull)) static int read(const int *place) {
    return *place;
}

static int access(int which, int x) {
    int *nothing = which == 99 ? numbers : 0;
    char *place = bytes + (x & 3);
    switch (which) {
    case 0:
        return numbers[x]; //~ error: out-of-bounds
    case 1:
        return *nothing; //~ error: null
    case 2:
        return *(int *)place; //~ error: misaligned
    case 3:
        return read(nothing); //~ error: null
    case 4:
        return found(nothing) == numbers;
    default:
        return 0;
    }
}

int main(void) {
    return access(pleach_range(0, 6, "which"), pleach_int("x")) != 0;
}

// paths: 8
