// Fields of fixed width that need no terminator are counted by kind.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 4
#endif

int main(void) {
    char field[N][4];
    int kinds[4] = {0};
    pleach_symbolic(field, sizeof field, "field");
    for (int i = 0; i < N; i++) {
        if (strncmp(field[i], "yes", 4) == 0) {
            kinds[0]++;
        } else if (strncmp(field[i], "no", 4) == 0) {
            kinds[1]++;
        } else if (i > 0 && strncmp(field[i], field[i - 1], 4) == 0) {
            kinds[2]++;
        } else {
            kinds[3]++;
        }
    }
    return kinds[0] > kinds[1];
}
