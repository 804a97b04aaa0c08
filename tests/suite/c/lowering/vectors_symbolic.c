// Vector operations on symbolic lanes are the operations on each lane.
#include <pleach.h>

typedef unsigned char v8 __attribute__((vector_size(8)));
typedef short s4 __attribute__((vector_size(8)));

int main(void) {
    v8 a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    v8 sum = a + b, product = a * b, less = (v8)(a < b), mixed = (a & less) | (b & ~less);
    for (int i = 0; i < 8; i++) {
        pleach_assert(sum[i] == (unsigned char)(a[i] + b[i]));
        pleach_assert(product[i] == (unsigned char)(a[i] * b[i]));
        pleach_assert(mixed[i] <= b[i]);
    }
    s4 wide = (s4)a >> 3;
    pleach_assert(wide[1] == (short)(a[2] | a[3] << 8) >> 3);
    v8 swapped = __builtin_shufflevector(a, b, 7, 8, 1, 14, 0, 0, 0, 0);
    pleach_assert(swapped[1] == b[0]);
    pleach_assert(swapped[3] == b[6]);
    return 0;
}
// paths: 1
