// A normaliser of phone numbers: punctuation is dropped, prefixes of countries are found in a sorted table, and the
// number is written with them. Planted: a number with too many digits is copied whole; a prefix that no country has
// is not found; the groups that a number is written in are as long as its country says, which may be nothing.
#include "inputs.h"
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 4 };

struct country {
    const char *prefix;
    const char *name;
    int group; // digits a group, 0 for no groups
};

// Sorted by prefix.
static const struct country countries[] = {
    {"1", "US", 3},
    {"49", "DE", 2},
    {"7", "RU", 0},
};

struct number {
    const struct country *country;
    char *digits; // without the prefix
};

enum phone_status { PHONE_OK, PHONE_SYNTAX, PHONE_TOO_LONG, PHONE_NO_COUNTRY };

static int compare_prefix(const void *key, const void *element) {
    const struct country *country = element;
    return strncmp(key, country->prefix, strlen(country->prefix));
}

static const struct country *find_country(const char *digits) {
    return bsearch(digits, countries, sizeof countries / sizeof *countries, sizeof *countries, compare_prefix);
}

// The digits of a number, without what people write between them; 0 for what nobody writes.
static int strip(const char *text, char *digits) {
    size_t count = 0;
    int open = 0;
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '(':
        case ')':
            open += *text == '(' ? 1 : -1;
            if (open != 0 && open != 1) {
                return 0;
            }
            break;
        case '-':
            break;
        default:
            if (*text < '0' || *text > '9') {
                return 0;
            }
            digits[count++] = *text;
        }
    }
    digits[count] = '\0';
    return open == 0 && count > 0;
}

static enum phone_status parse(const char *text, struct number *number) {
    char digits[16];
    if (strlen(text) >= sizeof digits || *text++ != '+' || !strip(text, digits)) {
        return PHONE_SYNTAX;
    }
    number->country = find_country(digits);
#ifdef MENDED
    if (number->country == NULL) {
        return PHONE_NO_COUNTRY;
    }
    if (strlen(digits) - strlen(number->country->prefix) > MAX_DIGITS) {
        return PHONE_TOO_LONG;
    }
#endif
    number->digits = malloc(MAX_DIGITS + 1);
    strcpy(number->digits, digits + strlen(number->country->prefix)); //~ error: null, out-of-bounds
    return PHONE_OK;
}

// Prints a number in the groups of its country.
static int print(const struct number *number) {
    int length = (int)strlen(number->digits);
    int group = number->country->group;
#ifdef MENDED
    if (group == 0) {
        group = length > 0 ? length : 1;
    }
#endif
    int groups = (length + group - 1) / group; //~ error: div-by-zero
    printf("+%s", number->country->prefix);
    for (int i = 0; i < groups; i++) {
        printf(" %.*s", group, number->digits + i * group);
    }
    puts("");
    return groups;
}

int main(void) {
    char text[] = "+.(.2).33";
    symbolic_text(text + 1, 1, "1478", "first");
    symbolic_text(text + 3, 1, "9-", "second");
    symbolic_text(text + 6, 1, "5-(", "third");
    struct number number = {NULL, NULL};
    enum phone_status status = parse(text, &number);
    int result = status == PHONE_OK ? print(&number) : 10 + (int)status;
    free(number.digits);
    return result;
}

// paths: 18
