/* A branch chooses a value, which stays in a register and is only compared at the end, and one in memory. */
#include <unistd.h>

volatile long sum, table[4];

int main(void) {
    unsigned char line[4];
    if (read(0, line, sizeof line) != sizeof line)
        return 1;
    for (int i = 0; i < 4; i++) {
        long value;
        if (line[i] > 'm') {
            value = sum + 17;
            table[i] = value * 3;
        } else {
            value = 4;
            table[i] = line[i];
        }
        sum = sum + value;
    }
    if (line[1] == 'q' && line[2] == 'a')
        *(volatile int *)0 = 1; //~ error: null
    return 0;
}
// merge: all
// stdin: 4
