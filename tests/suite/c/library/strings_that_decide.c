// What string functions find in symbolic bytes only decides: there is a path for each way to decide, and none for each byte.
#define _GNU_SOURCE
#include <pleach.h>
#include <string.h>

int main(void) {
    char s[16], t[16];
    pleach_symbolic(s, sizeof s, "s");
    pleach_symbolic(t, sizeof t, "t");
    pleach_assume((s[15] == '\0') & (t[15] == '\0'));
    switch (pleach_choose(9)) {
    case 0:
        return strcmp(s, "a long password") == 0;
    case 1:
        if (strcmp(s, t) < 0)
            return 1; //~ reach
        return 0;
    case 2:
        if (strncmp(s, "https://", 8) == 0)
            return 1; //~ reach
        return 0;
    case 3:
        if (memcmp(s, t, sizeof s) > 0)
            return 1; //~ reach
        return 0;
    case 4:
        if (strlen(s) < 8)
            return 1; //~ reach
        return 0;
    case 5:
        if (strnlen(s, 12) + strnlen(t, 12) > 20)
            return 1; //~ reach
        return 0;
    case 6:
        if (strchr(s, '/') != NULL)
            return 1; //~ reach
        return 0;
    case 7:
        if (memchr(s, 'x', sizeof s) == NULL)
            return 1; //~ reach
        return 0;
    default:
        if (strchrnul(s, ':') - s > 4)
            return 1; //~ reach
        return 0;
    }
}

// Two for each function, but one for the first, whose result is not even asked for.
// paths: 17
