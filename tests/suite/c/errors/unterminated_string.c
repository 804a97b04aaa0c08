// Without a terminator the length runs out of the array; with one anywhere it does not.
#include <pleach.h>
#include <string.h>

int main(void) {
    char text[3];
    pleach_symbolic(text, sizeof text, "text");
    return (int)strlen(text); //~ error: out-of-bounds
}

// paths: 4
// errors: 1
