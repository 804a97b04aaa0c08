// The size of an image, as loaders of images check it: each product before the next.
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>

static int product_fits(int a, int b) {
    if (a < 0 || b < 0)
        return 0;
    if (b == 0)
        return 1;
    return a <= INT_MAX / b;
}

static int sum_fits(int a, int b) {
    return b >= 0 && a <= INT_MAX - b;
}

int main(void) {
    unsigned short w, h;
    unsigned char channels;
    klee_make_symbolic(&w, sizeof w, "w");
    klee_make_symbolic(&h, sizeof h, "h");
    klee_make_symbolic(&channels, sizeof channels, "channels");
    if (channels < 1 || channels > 4)
        return 1;
    if (!product_fits(w, h) || !product_fits((int)((unsigned)w * h), channels))
        return 2;
    int size = w * h * channels;
    if (!sum_fits(size, 16))
        return 3;
    assert(size >= 0 && size + 16 > size);
    assert(w == 0 || h == 0 || size / channels / h == w);
    return 0;
}
