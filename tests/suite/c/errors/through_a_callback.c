// The error is in the program's own function, called by the library.
#include <pleach.h>
#include <stdlib.h>

static int scale;

static int compare(const void *a, const void *b) {
    return *(const int *)a / scale - *(const int *)b; //~ error: div-by-zero
}

int main(void) {
    int numbers[3] = {3, 1, 2};
    scale = pleach_range(0, 2, "scale");
    qsort(numbers, 3, sizeof numbers[0], compare);
    return numbers[0];
}

// paths: 2
// errors: 1
