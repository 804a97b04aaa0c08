/* Counts in a loop; the count is only kept. What comes behind asks about the input alone. */
#include <unistd.h>

volatile int kept;

int main(void) {
    char line[4];
    if (read(0, line, sizeof line) != sizeof line)
        return 1;
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (line[i] == 'x')
            count++;
        else if (line[i] == 'y')
            count += 5;
    }
    kept = count;
    if (line[0] == 'x' && line[3] == 'y')
        *(volatile int *)0 = 1; //~ error: null
    return 0;
}
// merge: all
// stdin: 4
