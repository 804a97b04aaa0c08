/* Loops over a buffer whose size is an input, walked by an index and by a pointer. */
#include <stdlib.h>
#include <unistd.h>

volatile int kept;

int main(void) {
    unsigned char size;
    if (read(0, &size, 1) != 1 || size > 12)
        return 1;
    unsigned char *bytes = malloc(size);
    for (unsigned i = 0; i < size; i++)
        bytes[i] = 3 * i;
    int sum = 0;
    for (unsigned char *at = bytes; at != bytes + size; at++)
        sum += *at;
    kept = sum;
    if (size > 9)
        return bytes[size + (size == 11)]; //~ error: out-of-bounds
    return 0;
}
// merge: sizes
// stdin: 1
