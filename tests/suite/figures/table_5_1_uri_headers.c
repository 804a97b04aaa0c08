// Trabish 2024, figure 5.1 and table 5.1: the headers of a URI, of which the empty one and one that ends with its name lead
// behind the end. A text of one size alone shows one of the errors at most.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static int parse_headers(const char *headers) {
    const char *equal = strchr(headers, '=');
    const char *and = strchr(headers + 1, '&'); //~ error: out-of-bounds
    if (equal == NULL) {
        return -1;
    }
    int count = 0;
    do {
        // The value begins behind its first character.
        and = strchr(equal + 2, '&'); //~ error: out-of-bounds
        count++;
        equal = and == NULL ? NULL : strchr(and, '=');
    } while (equal != NULL);
    return count;
}

int main(void) {
    unsigned char bytes[4];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    unsigned n = pleach_range(1, 5, "n");
    char *headers = malloc(n);
    memcpy(headers, bytes, n);
    headers[n - 1] = '\0';
    int count = parse_headers(headers);
    free(headers);
    return count >= 0 ? count : 9;
}

// with --merge off: 12 paths, 4 errors
