// A string literal is constant, whatever its type says.
#include <pleach.h>

int main(void) {
    char buffer[] = "hello";
    char *text = pleach_int("x") == 0 ? (char *)"hello" : buffer;
    text[0] = 'H'; //~ error: read-only-write
    return 0;
}

// paths: 2
// errors: 1
