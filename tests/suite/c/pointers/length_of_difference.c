// A length is the difference of pointers into one object, one of them a choice, and an index of another object.
// run: --string-functions expression
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static char *copy_range(const char *begin, const char *end) {
    size_t length = (size_t)(end - begin);
    char *copy = malloc(16);
    memset(copy, 'x', 16);
    copy[length] = 0;
    return copy;
}

int main(void) {
    char text[8] = "a=b=c=d";
    char *other = malloc(8);
    memcpy(other, "k=l=m=n", 8);
    text[1] = other[3] = (char)pleach_range('<', '>' + 1, "sign");
    const char *begin = pleach_range(0, 2, "which") ? other : text;
    const char *end = strchr(text, '=');
    pleach_assert(end != NULL);
    char *copy = copy_range(text, end);
    pleach_assert(strlen(copy) == (text[1] == '=' ? 1 : 3)); //~ reach
    end = strchr(begin, '=');
    pleach_assert(end != NULL);
    copy = copy_range(begin, end);
    return strlen(copy) == 1;
}

// paths: 2
