// Trabish 2024, figure 5.1 and table 5.1: a header "protocol/version/transport host" whose spaces at the end are skipped
// past the end. It takes a text of at least five bytes.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static int parse_via(const char *value) {
    const char *version = strchr(value, '/');
    if (version == NULL) {
        return -1;
    }
    const char *transport = strchr(version + 1, '/');
    if (transport == NULL || transport - version < 2) {
        return -1;
    }
    const char *host = strchr(transport + 1, ' ');
    if (host == NULL) {
        return -1;
    }
    if (host == transport + 1) {
        while (strncmp(host, " ", 1) == 0) {
            host++;
            if (strlen(host) == 1) {
                return -1;
            }
        }
        host = strchr(host + 1, ' '); //~ error: out-of-bounds
        if (host == NULL) {
            return -1;
        }
    }
    return (int)(host - value);
}

int main(void) {
    unsigned char bytes[5];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    unsigned n = pleach_range(1, 6, "n");
    char *value = malloc(n);
    memcpy(value, bytes, n);
    value[n - 1] = '\0';
    int length = parse_via(value);
    free(value);
    return length >= 0 ? length : 1;
}

// paths: 23
// errors: 1
