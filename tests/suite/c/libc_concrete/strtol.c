// strtol and its family at their edges: bases, prefixes, signs, overflow, errno, and where the number ends.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *text;
    int base;
} cases[] = {
    {"0", 10}, {"42", 10}, {"-42", 10}, {"+7", 10}, {"  \t\n 12x", 10}, {"", 10}, {"-", 10}, {"abc", 10}, {"- 5", 10},
    {"0x1F", 16}, {"0x1F", 0}, {"0x", 16}, {"0xg", 0}, {"0X7fz", 0}, {"017", 0}, {"018", 0}, {"08", 10}, {"z", 36}, {"Zz", 36},
    {"101102", 2}, {"9223372036854775807", 10}, {"9223372036854775808", 10}, {"-9223372036854775808", 10},
    {"-9223372036854775809", 10}, {"18446744073709551615", 10}, {"18446744073709551616", 10}, {"-18446744073709551615", 10},
    {"-1", 10}, {"99999999999999999999999999x", 10}, {"7fffffffffffffff", 16}, {"ffffffffffffffff", 16}, {"--1", 10},
    {"+-1", 10}, {"12 34", 10}, {"0000000000000000000000000012", 10}, {"5", 1}, {"5", 37}, {"5", -1}, {"\v\f\r9", 0},
};

int main(void) {
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        int base = cases[i].base;
        char *end = NULL;
        errno = 0;
        long s = strtol(text, &end, base);
        /* With an invalid base, the end is left alone. */
        int valid = base == 0 || (base > 1 && base < 37);
        printf("%ld %d %td ", s, errno, valid ? end - text : -1);
        errno = 0;
        end = NULL;
        unsigned long u = strtoul(text, &end, base);
        printf("%lu %d %td ", u, errno, valid ? end - text : -1);
        errno = 0;
        long long sl = strtoll(text, NULL, base);
        unsigned long long ul = strtoull(text, NULL, base);
        printf("%lld %llu %d\n", sl, ul, errno);
    }
    printf("%d %d %d %ld %lld\n", atoi("123abc"), atoi(" -8"), atoi("x"), atol("-5000000000"), atoll("77"));
    printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("-12", NULL, 0), strtoumax("0x10", NULL, 0));
    return 0;
}
// paths: 1
