/* The paths part in a function that is called in a loop, and in one that this calls. */
#include <unistd.h>

volatile int total;

__attribute__((noinline)) static int worth(int letter) {
    if (letter == 'I')
        return 1;
    return letter == 'V' ? 5 : 0;
}

__attribute__((noinline)) static int doubled(const char *line, int at) {
    int value = worth(line[at]);
    if (line[at + 1] == '!')
        value += worth(line[at]);
    return value;
}

int main(void) {
    char line[4];
    if (read(0, line, sizeof line) != sizeof line)
        return 1;
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += doubled(line, i);
    total = sum;
    if (line[3] == '!' && line[2] == 'V')
        *(volatile int *)0 = 1; //~ error: null
    return 0;
}
// merge: all
// stdin: 4
