// A capacity for a line at which nothing of symbolic size is made, and one for the line where it is.
// run: --size-capacity capacity_of_another_line.c:8=100 --size-capacity capacity_of_another_line.c:9=20
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned char n = pleach_range(0, 40, "n");
    char *fixed = malloc(10);
    char *bytes = malloc(n);
    if (n == 20)
        bytes[20] = 1; //~ error: out-of-bounds
    if (n == 30)
        bytes[30] = 1; //~ dead
    free(fixed);
    free(bytes);
    return 0;
}

// paths: 2
// errors: 1
// complete: no
// incomplete: size of an object at capacity_of_another_line.c:9 above 20 bytes (--size-capacity)
// warning: --size-capacity names this line, but no object of symbolic size was made there
