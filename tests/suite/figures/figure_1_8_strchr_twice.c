// Trabish 2024, figure 1.8: strchr twice on one text. The second search begins at what the first one has joined: there are
// texts in which it is found twice, once and never.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

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
    unsigned char bytes[3];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    unsigned n = pleach_range(0, 4, "n");
    char *s = calloc(n + 1, 1);
    memcpy(s, bytes, n);
    s[n] = 0;
    char *p = s;
    int found = 0;
    for (int j = 0; j < 2; j++) {
        pleach_merge_begin();
        p = find(p, 'a');
        pleach_merge_end();
        if (p != NULL) {
            assert(*p == 'a');
            found++;
            p++;
        } else {
            break;
        }
    }
    assert(found < 2 || n >= 2);
    return found;
}

// with --merge off: 13 paths
// with --merge regions: 3 paths
