// The classes of an unknown character are consistent.
#include <assert.h>
#include <ctype.h>
#include <pleach.h>

int main(void) {
    int c = pleach_range(0, 256, "c");
    if (isalpha(c)) {
        assert(isupper(c) || islower(c));
        assert(!isdigit(c) && isalnum(c) && isprint(c));
        assert(tolower(toupper(c)) == tolower(c));
        return 1;
    }
    if (isdigit(c)) {
        assert(isxdigit(c) && !ispunct(c));
        return 2;
    }
    if (isspace(c)) {
        return 3; //~ reach
    }
    return 0;
}

// Upper case, lower case, a digit, space, none of these.
// paths: 5
