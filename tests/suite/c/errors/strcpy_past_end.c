// A string of up to four characters is copied into room for two and the terminator.
#include <pleach.h>
#include <string.h>

int main(void) {
    char from[5];
    char to[3];
    pleach_symbolic(from, sizeof from, "from");
    from[4] = 0;
    strcpy(to, from); //~ error: out-of-bounds
    return 0;
}

// Strings of length 0, 1, 2; the fourth byte is outside whatever it is.
// paths: 4
// errors: 1
