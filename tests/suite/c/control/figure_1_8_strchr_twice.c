// Trabish 2024, figure 1.8: strchr twice on a text of up to three characters, with a path for each place where a search ends.
#include <pleach.h>
#include <stdlib.h>

static char *find(const char *s, int c) {
    int i = 0;
    while (s[i] != '\0') {
        if (s[i] == c) {
            return (char *)s + i; //~ reach
        }
        i++;
    }
    return NULL; //~ reach
}

int main(void) {
    char s[4];
    pleach_symbolic(s, sizeof s, "s");
    s[3] = 0;
    char *p = s;
    for (int j = 0; j < 2; j++) {
        p = find(p, 'a');
        if (p != NULL) {
            p++;
        } else {
            break;
        }
    }
    return 0;
}

// paths: 13
