// run: --string-functions expression
// String functions as one expression agree with plain loops on all short strings.
#include <pleach.h>
#include <string.h>

static size_t plain_length(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

static int plain_compare(const unsigned char *a, const unsigned char *b, size_t limit, int strings) {
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (strings && a[i] == '\0')
            return 0;
    }
    return 0;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

int main(void) {
    char a[4], b[3], wanted;
    pleach_symbolic(a, sizeof a, "a");
    pleach_symbolic(b, sizeof b, "b");
    pleach_symbolic(&wanted, 1, "wanted");
    pleach_assume((a[3] == '\0') & (b[2] == '\0'));
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    switch (pleach_choose(7)) {
    case 0:
        pleach_assert(strlen(a) == plain_length(a));
        break;
    case 1:
        pleach_assert(sign(strcmp(a, b)) == plain_compare(x, y, 9, 1));
        break;
    case 2:
        pleach_assert(sign(strncmp(a, b, 2)) == plain_compare(x, y, 2, 1));
        break;
    case 3:
        pleach_assert(sign(memcmp(a, b, 3)) == plain_compare(x, y, 3, 0));
        break;
    case 4: {
        char *at = strchr(a, wanted);
        pleach_assert(at == NULL || (*at == wanted && (size_t)(at - a) <= plain_length(a)));
        for (size_t i = 0; i <= plain_length(a); i++)
            pleach_assert(a[i] != wanted || (at != NULL && at <= a + i));
        break;
    }
    case 5: {
        char *at = memchr(a, wanted, 4);
        pleach_assert(at == NULL || *at == wanted);
        for (int i = 0; i < 4; i++)
            pleach_assert(a[i] != wanted || (at != NULL && at <= a + i));
        break;
    }
    default:
        pleach_assert(strnlen(a, 2) == (plain_length(a) < 2 ? plain_length(a) : 2));
    }
    return 0;
}
// paths: any
