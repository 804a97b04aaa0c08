// Thresholds on one variable: the outcomes are ordered, not independent.
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int level = 0;
    if (x > 10) {
        level++;
    }
    if (x > 20) {
        level++;
    }
    if (x > 30) {
        level++;
    }
    if (x <= 10 && x > 20) {
        level = 100; //~ dead
    }
    return level;
}

// paths: 4
