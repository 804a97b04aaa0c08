// The length of an unknown string: one path a length.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char s[5];
    pleach_symbolic(s, sizeof s, "s");
    s[4] = 0;
    size_t length = strlen(s);
    assert(length <= 4 && s[length] == 0);
    assert(strnlen(s, 2) == (length < 2 ? length : 2));
    return (int)length;
}

// paths: 5
