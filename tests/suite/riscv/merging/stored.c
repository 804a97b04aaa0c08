/* Paths that differ in an array on the stack and one elsewhere; the joined contents decide an error. */
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned char flags[8];

int main(void) {
    unsigned char size;
    volatile int own[8] = {0};
    if (read(0, &size, 1) != 1 || size > 7)
        return 1;
    unsigned char *bytes = malloc(size);
    for (int i = 0; i < size; i++) {
        bytes[i] = 7;
        flags[i] = 1;
        own[i] = i;
    }
    if (flags[3] + flags[4] == 1 && own[3] == 3)
        *(volatile int *)0 = 1; //~ error: null
    return 0;
}
// merge: sizes
// stdin: 1
