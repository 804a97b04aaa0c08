// The parts of a URL: a prefix, a host, a port and a path, by several functions.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 32
#endif

int main(void) {
    char url[N];
    pleach_symbolic(url, sizeof url, "url");
    url[N - 1] = '\0';
    if (strncmp(url, "ftp://", 6) != 0) {
        return 1;
    }
    const char *host = url + 6, *slash = strchr(host, '/');
    size_t length = slash == NULL ? strlen(host) : (size_t)(slash - host);
    if (length == 0) {
        return 2;
    }
    const char *colon = memchr(host, ':', length);
    if (colon != NULL && (size_t)(colon - host) + 1 == length) {
        return 3;
    }
    return slash != NULL && strcmp(slash, "/") == 0 ? 4 : 0;
}
