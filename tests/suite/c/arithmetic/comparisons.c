// All comparisons of signed, unsigned and mixed operands at 8 to 64 bits, and of pointers.
// cflags: -Wno-sign-compare
#include <stdint.h>
#include <stdio.h>

#define COMPARE(type, other, x, y)                                                                                     \
    do {                                                                                                               \
        volatile type a = (type)(x);                                                                                   \
        volatile other b = (other)(y);                                                                                 \
        printf("%d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);                                        \
    } while (0)

int main(void) {
    static const int64_t values[] = {0, 1, -1, 127, -128, 255, 65535, -32768, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    enum { COUNT = sizeof values / sizeof values[0] };
    for (int i = 0; i < COUNT; i++) {
        int64_t x = values[i], y = values[(i * 5 + 3) % COUNT];
        COMPARE(int8_t, int8_t, x, y);
        COMPARE(uint8_t, int8_t, x, y);
        COMPARE(uint16_t, uint16_t, x, y);
        COMPARE(int16_t, uint8_t, x, y);
        COMPARE(int32_t, int32_t, x, y);
        COMPARE(uint32_t, int32_t, x, y);
        COMPARE(int64_t, int64_t, x, y);
        COMPARE(uint64_t, int64_t, x, y);
        COMPARE(uint64_t, uint32_t, x, y);
    }
    int array[4];
    int *p = &array[1], *q = &array[3], *none = NULL;
    printf("%d%d%d%d%d%d\n", p < q, p <= q, p > q, p >= q, p == q, p != q);
    printf("%d%d%d\n", p + 2 == q, none == NULL, !none);
    return 0;
}
// paths: 1
