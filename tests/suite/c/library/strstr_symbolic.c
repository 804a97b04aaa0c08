// A needle in a haystack with two unknown characters.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char hay[6] = "ab??b";
    pleach_symbolic(hay + 2, 2, "unknown");
    char *found = strstr(hay, "bab");
    if (found != NULL) {
        assert(found == hay + 1 || found == hay + 2);
        assert(memcmp(found, "bab", 3) == 0); //~ reach
        return (int)(found - hay);
    }
    return 0;
}

// paths: any
