// What UBSan's instrumentation says of pointers that are computed and not followed, and of those that functions and variables must
// not have.
// cflags: -fsanitize=undefined,nullability
#include <pleach.h>
#include <stddef.h>
#include <stdint.h>

/* Further than any object is from the last address. */
#define FAR 0xffffff0000000000u

static char bytes[16] __attribute__((aligned(16)));
static char *volatile place;

static int take(char *_Nonnull given) { return given == bytes; }

static char *_Nonnull give(char *given) {
    return given; //~ error: null
}

static void compute(int which, size_t x, char *nothing) {
    switch (which) {
    case 0:
        place = nothing + (x & 1); //~ error: out-of-bounds
        break;
    case 1:
        place = bytes + (x | FAR); //~ error: out-of-bounds
        break;
    case 2:
        place = bytes - (x | FAR); //~ error: out-of-bounds, out-of-bounds
        break;
    case 3:
        place = (char *)&((int *)(uintptr_t)16)[(ptrdiff_t)x]; //~ error: out-of-bounds
        break;
    case 4:
        take(nothing); //~ error: null
        break;
    case 5:
        place = give(nothing);
        break;
    case 6: {
        char *_Nonnull some = nothing; //~ error: null
        place = some;
        break;
    }
    case 7:
        place = __builtin_assume_aligned(bytes + (x & 3), 8); //~ error: misaligned
        break;
    case 8:
        __builtin_assume(x != 5); //~ error: undefined
        break;
    case 9:
        place = (char *)(uintptr_t)__builtin_ctzl(x); //~ error: undefined
        break;
    default:
        break;
    }
}

int main(void) {
    size_t x;
    pleach_symbolic(&x, sizeof x, "x");
    compute(pleach_range(0, 11, "which"), x, NULL);
    return 0;
}

// paths: any
