// A Via header: protocol/version/transport, spaces, host. The host is looked for one byte too far if the text ends there.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int via(const char *value) {
    const char *version = strchr(value, '/');
    if (version == NULL) {
        return 1;
    }
    const char *transport = strchr(version + 1, '/');
    if (transport == NULL || transport - version < 2) {
        return 2;
    }
    const char *host = strchr(transport + 1, ' ');
    if (host == NULL) {
        return 3;
    }
    if (host == transport + 1) {
        while (*host == ' ') {
            host++;
            if (host[0] != '\0' && host[1] == '\0') {
                return 4;
            }
        }
        // Reads behind the terminator where only spaces follow.
        host = strchr(host + 1, ' ');
        return host == NULL ? 5 : 6;
    }
    return 7;
}

int main(void) {
    char *value = text();
    int result = via(value);
    free(value);
    return result;
}
