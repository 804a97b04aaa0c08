// Compiled with -O2: the compiler turns calls of the library into others, and loops into calls.
// cflags: -O2
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static size_t own_length(const char *s) {
    size_t n = 0;
    while (s[n] != '\0') {
        n++;
    }
    return n;
}

__attribute__((noinline)) static void clear(char *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        p[i] = 0;
    }
}

__attribute__((noinline)) static void copy(char *restrict to, const char *restrict from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        to[i] = from[i];
    }
}

__attribute__((noinline)) static int starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

__attribute__((noinline)) static char *upper(const char *s) {
    char *result = strdup(s);
    for (char *p = result; *p != '\0'; p++) {
        *p = (char)toupper((unsigned char)*p);
    }
    return result;
}

int main(int argc, char **argv) {
    (void)argv;
    char buffer[40];
    clear(buffer, sizeof buffer);
    copy(buffer, "optimised", 9);
    strcat(buffer, " text");
    printf("%s\n", buffer);
    printf("%zu %d %d\n", own_length(buffer), starts_with(buffer, "opt"), starts_with(buffer, "text"));
    printf("%c", buffer[argc]);
    printf("%s", "\n");
    char small[8];
    sprintf(small, "%d", argc * 41);
    sprintf(buffer, "%s", small);
    puts(buffer);
    fputs("x", stdout);
    fprintf(stdout, "%s\n", small);
    char *shouted = upper("shouted");
    puts(shouted);
    printf("%d\n", memcmp(shouted, "SHOUT", 5) == 0);
    free(shouted);
    int *zeroed = malloc(10 * sizeof(int));
    memset(zeroed, 0, 10 * sizeof(int));
    zeroed[argc] = abs(-argc * 7);
    printf("%d %d\n", zeroed[0], zeroed[1]);
    free(zeroed);
    return isdigit(small[0]) ? strchr(small, '\0') - small : 99;
}
// paths: 1
