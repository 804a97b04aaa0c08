// A program of two files: the error is in the other one.
// files: several_files_other.c
#include "several_files.h"
#include <pleach.h>

int main(void) {
    int x = pleach_range(0, 10, "x");
    struct shape shape = {x, 10 - x};
    return area(&shape) / per_side(&shape);
}

// paths: 2
// errors: 1
