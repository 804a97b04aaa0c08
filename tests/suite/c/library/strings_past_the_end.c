// run: --string-functions expression
// A string that may have no end is read past it, and one that has ended before is not.
#include <pleach.h>
#include <string.h>

int main(void) {
    char s[3];
    pleach_symbolic(s, sizeof s, "s");
    if (strcmp(s, "abcd") == 0) //~ error: out-of-bounds
        return 1; //~ dead
    if (strncmp(s, "abc", 3) == 0)
        return 2; //~ dead
    if (memcmp(s, "abcd", 3) == 0)
        return 3; //~ dead
    return (int)strlen(s); //~ error: out-of-bounds
}
// paths: any
