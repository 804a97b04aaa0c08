// Output of symbolic length: what is printed, and whether it is initialised, depends on the bytes before the length alone.
#include <pleach.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    size_t size;
    char *p = pleach_symbolic_buffer(9, "text", &size);
    char half[9];
    memcpy(half, p, size);
    if (fwrite(half, 1, size, stdout) != size) {
        return 1; //~ dead
    }
    if (write(STDOUT_FILENO, p, size + 1) > 7) { //~ error: out-of-bounds
        return 2; //~ dead
    }
    return 0; //~ dead
}

// paths: 1
