// Width and precision come from the input.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    int width = pleach_range(-3, 4, "width");
    int precision = pleach_range(0, 4, "precision");
    printf("[%*d] [%.*s]\n", width, 7, precision, "abcdef");
    return 0;
}

// paths: any
