// Trabish 2024, figure 6.3: how many of the first bytes are in "ab", become one.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static int memspn(const char *s, size_t n, const char *chars) {
    const char *p = chars;
    int count = 0;
    while (*p && count < n) {
        if (*p == s[count]) {
            count++;
            p = chars;
        } else {
            p++;
        }
    }
    return count;
}

int main(void) {
    char bytes[4];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, 4, "n");
    char *s = calloc(n, 1);
    memcpy(s, bytes, n);
    int count = memspn(s, n, "ab");
    assert(count <= n);
    assert((count == n) | ((bytes[count] != 'a') & (bytes[count] != 'b')));
    return count;
}

// with --merge off: 22 paths
// with --merge sizes: 1 path
// with --merge sizes --merge-terms plain: 1 path
// with --merge sizes --merge-terms patterns --check-answers: 2 paths
