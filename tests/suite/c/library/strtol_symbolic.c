// Two unknown characters read as a number.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char text[3];
    pleach_symbolic(text, 2, "text");
    text[2] = 0;
    char *end;
    long value = strtol(text, &end, 10);
    assert(value >= -9 && value <= 99);
    if (value == 42) {
        assert(end == text + 2); //~ reach
        return 1;
    }
    if (value == -7) {
        assert(text[0] == '-'); //~ reach
        return 2;
    }
    return end == text ? 3 : 0;
}

// paths: any
