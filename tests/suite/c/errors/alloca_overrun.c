// Room on the stack, one byte short of the terminator.
#include <alloca.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    const char *text = pleach_range(0, 2, "long") ? "four" : "abc";
    char *copy = alloca(4);
    strcpy(copy, text); //~ error: out-of-bounds
    return copy[0];
}

// paths: 2
// errors: 1
