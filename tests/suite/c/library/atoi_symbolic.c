// Digits only: the value is that of the digits.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char text[4];
    pleach_symbolic(text, 3, "text");
    text[3] = 0;
    for (int i = 0; i < 3; i++) {
        pleach_assume((text[i] >= '0') & (text[i] <= '9'));
    }
    int value = atoi(text);
    assert(value == 100 * (text[0] - '0') + 10 * (text[1] - '0') + text[2] - '0');
    if (value == 365) {
        return 1; //~ reach
    }
    return 0;
}

// paths: 2
