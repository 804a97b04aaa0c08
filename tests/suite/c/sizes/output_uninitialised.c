// One byte more is printed than was copied.
// run: --uninitialized=error
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    size_t size;
    char *p = pleach_symbolic_buffer(5, "text", &size), buffer[8];
    memcpy(buffer, p, size);
    fwrite(buffer, 1, size, stdout);
    if (size > 2) {
        fwrite(buffer, 1, size + 1, stdout); //~ error: uninitialized
    }
    return 0; //~ reach
}

// paths: 4
