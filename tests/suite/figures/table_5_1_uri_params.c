// Trabish 2024, table 5.1: the parameters of a URI, of which the empty list is subtracted from until it wraps.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static int parse_params(const char *params) {
    size_t last = strlen(params) - 1;
    if (params[last] == ';') { //~ error: out-of-bounds
        return -1;
    }
    int count = 0;
    for (const char *next = params; next != NULL; next = strchr(next + 1, ';')) {
        count++;
    }
    return count;
}

int main(void) {
    unsigned char bytes[4];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    unsigned n = pleach_range(1, 5, "n");
    char *params = malloc(n);
    memcpy(params, bytes, n);
    params[n - 1] = '\0';
    int count = parse_params(params);
    free(params);
    return count >= 0 ? count : 9;
}

// with --merge off: 8 paths, 1 error
