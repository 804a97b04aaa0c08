/* A loop in a loop, both of which end as the input says. */
#include <unistd.h>

volatile unsigned long cells;

int main(void) {
    unsigned char line[3];
    if (read(0, line, sizeof line) != sizeof line)
        return 1;
    unsigned long covered = 0;
    for (int i = 0; i < 3; i++) {
        int width = line[i] & 3;
        for (int j = 0; j < width; j++)
            covered |= 1UL << (i * 4 + j);
    }
    cells = covered;
    if (line[2] == 7)
        *(volatile int *)0 = 1; //~ error: null
    return 0;
}
// merge: all
// stdin: 3
