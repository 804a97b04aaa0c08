// Enumerations: implicit and explicit values, negative ones, as index, in switches and as bit sets.
#include <stdio.h>

enum colour { RED, GREEN, BLUE, COLOURS };
enum mixed { LOW = -5, NEXT, ZERO = 0, HIGH = 1000, AGAIN = ZERO + 2 };
enum wide { HUGE_ONE = 1L << 40, NEGATIVE = -1 };
typedef enum { READ = 1 << 0, WRITE = 1 << 1, RUN = 1 << 2 } access;

static const char *const names[COLOURS] = {[BLUE] = "blue", [RED] = "red", [GREEN] = "green"};

static int weight(enum colour colour) {
    switch (colour) {
    case RED:
        return 10;
    case GREEN:
        return 20;
    case BLUE:
        return 30;
    case COLOURS:
        break;
    }
    return -1; //~ dead
}

int main(void) {
    for (enum colour c = RED; c < COLOURS; c++) {
        printf("%s %d\n", names[c], weight(c));
    }
    printf("%d %d %d %d %d\n", LOW, NEXT, ZERO, HIGH, AGAIN);
    printf("%ld %ld %zu\n", (long)HUGE_ONE, (long)NEGATIVE, sizeof(enum wide));
    access a = READ | RUN;
    printf("%d %d %d\n", a, (a & WRITE) != 0, (a & RUN) != 0);
    a ^= (access)(WRITE | RUN);
    printf("%d\n", a);
    enum mixed m = (enum mixed)(HIGH - 1);
    printf("%d\n", m);
    return 0;
}
// paths: 1
