// klee_define_fixed_object: an object at an address that the program chooses has bounds like any other.
// replay: no natively nothing is mapped at that address
#include <klee/klee.h>

int main(void) {
    klee_define_fixed_object((void *)0xF0000000ul, 4 * sizeof(int));
    int *numbers = (int *)0xF0000000ul;
    int index = klee_range(0, 5, "index");
    numbers[index] = 3; //~ error: out-of-bounds
    return 0;           //~ reach
}
// paths: 2
