// A null pointer handed to a library function.
#include <pleach.h>
#include <string.h>

int main(void) {
    const char *text = pleach_range(0, 2, "x") ? "text" : NULL;
    return (int)strlen(text); //~ error: null
}

// paths: 2
// errors: 1
