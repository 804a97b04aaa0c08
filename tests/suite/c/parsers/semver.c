// Versions by semver.org: parsed, compared by their numbers and pre-releases, and made from each other. Planted: a
// number grows without a limit and overflows; the version before the first minor one is asked for; a pre-release is
// compared with one that is not there.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <assert.h>
#include <limits.h>
#include <pleach.h>
#include <string.h>

struct version {
    int major;
    int minor;
    const char *prerelease; // or null
};

static const char *read_number(const char *at, int *number) {
    if (*at < '0' || *at > '9' || (at[0] == '0' && at[1] >= '0' && at[1] <= '9')) {
        return NULL;
    }
    *number = 0;
    while (*at >= '0' && *at <= '9') {
#ifdef MENDED
        if (*number > (INT_MAX - 9) / 10) {
            return NULL;
        }
#endif
        *number = *number * 10 + (*at++ - '0'); //~ error: overflow, overflow
    }
    return at;
}

// major.minor or major.minor-prerelease
static int version_read(const char *at, struct version *version) {
    at = read_number(at, &version->major);
    if (at == NULL || *at++ != '.') {
        return 0;
    }
    at = read_number(at, &version->minor);
    if (at == NULL) {
        return 0;
    }
    version->prerelease = NULL;
    if (*at == '-') {
        version->prerelease = ++at;
        return *at != '\0';
    }
    return *at == '\0';
}

static int compare_numbers(int a, int b) {
    return (a > b) - (a < b);
}

// A version with a pre-release comes before the one without.
static int compare_prereleases(const char *a, const char *b) {
    if (a == NULL && b == NULL) {
        return 0;
    }
#ifndef MENDED
    if (a == NULL) {
        return 1;
    }
#else
    if (a == NULL || b == NULL) {
        return a == NULL ? 1 : -1;
    }
#endif
    while (*a != '\0' && *a == *b) { //~ error: null
        a++;
        b++;
    }
    return compare_numbers(*a, *b);
}

static int compare(const struct version *a, const struct version *b) {
    int order = compare_numbers(a->major, b->major);
    if (order == 0) {
        order = compare_numbers(a->minor, b->minor);
    }
    return order != 0 ? order : compare_prereleases(a->prerelease, b->prerelease);
}

// The last minor version before one, where there is one.
static int previous(struct version *version) {
#ifdef MENDED
    if (version->minor == 0) {
        return 0;
    }
#endif
    version->minor--;
    version->prerelease = NULL;
    assert(version->minor >= 0); //~ error: assert
    return 1;
}

// A version with a large number and one that is not known.
int main(void) {
    char text[] = "2147483m.n-r";
    symbolic_text(text + 7, 3, "0.469", "numbers");
    symbolic_text(text + 10, 1, "-6", "dash");
    symbolic_text(text + 11, 1, "a9", "prerelease");
    struct version other = {21474830, 6, NULL}, version;
    if (!version_read(text, &version)) {
        return 3;
    }
    int order = compare(&version, &other);
    assert(compare(&other, &version) == -order);
    if (order > 0) {
        return !previous(&version);
    }
    return 2;
}

// paths: 25
