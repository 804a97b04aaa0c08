// strlcpy and strlcat, which newer C libraries have; declared here so that older ones fall back to the program's own.
#include <stdio.h>
#include <string.h>

__attribute__((weak)) size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(to, from, kept);
        to[kept] = '\0';
    }
    return length;
}

__attribute__((weak)) size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t used = strnlen(to, size);
    return used + strlcpy(to + used, from, size - used);
}

int main(void) {
    char b[8];
    size_t wanted = strlcpy(b, "fits", sizeof b);
    printf("%zu %s\n", wanted, b);
    wanted = strlcat(b, " not quite", sizeof b);
    printf("%zu %s\n", wanted, b);
    wanted = strlcpy(b, "much too long", sizeof b);
    printf("%zu %s\n", wanted, b);
    wanted = strlcpy(b, "x", 0);
    printf("%zu %s\n", wanted, b);
    return 0;
}
// paths: 1
