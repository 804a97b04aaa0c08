/* <locale.h>: the only locale is "C". */
#include <stddef.h>

int *__errno_location(void);

enum { EINVAL_ = 22 };

char *setlocale(int category, const char *name) {
    static char only[] = "C";
    if (category < 0 || category > 12) {
        *__errno_location() = EINVAL_;
        return NULL;
    }
    if (name == NULL || name[0] == '\0' || (name[0] == 'C' && name[1] == '\0')) {
        return only;
    }
    static const char posix[] = "POSIX";
    for (int i = 0; name[i] == posix[i]; i++) {
        if (name[i] == '\0') {
            return only;
        }
    }
    return NULL;
}

struct lconv {
    char *texts[10];
    char numbers[14];
};

struct lconv *localeconv(void) {
    static char point[] = ".", none[] = "";
    static struct lconv only = {{point, none, none, none, none, none, none, none, none, none},
                                {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};
    return &only;
}

/* Locales as objects, with glibc's layout: its headers read the tables of characters in them. */

struct locale {
    void *data[13];
    const unsigned short *classes;
    const int *lowered;
    const int *raised;
    const char *names[13];
};

const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);

#define GLOBAL ((struct locale *)-1)

static struct locale *the_locale(void) {
    static struct locale only;
    only.classes = *__ctype_b_loc();
    only.lowered = *__ctype_tolower_loc();
    only.raised = *__ctype_toupper_loc();
    for (int i = 0; i < 13; i++) {
        only.names[i] = "C";
    }
    return &only;
}

struct locale *newlocale(int categories, const char *name, struct locale *base) {
    enum { ENOENT_ = 2, KNOWN = 0x1fbf };
    (void)base;
    if ((categories & ~KNOWN) != 0 || name == NULL) {
        *__errno_location() = EINVAL_;
        return NULL;
    }
    if (setlocale(0, name) == NULL) {
        *__errno_location() = ENOENT_;
        return NULL;
    }
    return the_locale();
}

struct locale *duplocale(struct locale *locale) {
    (void)locale;
    return the_locale();
}

void freelocale(struct locale *locale) {
    (void)locale;
}

struct locale *uselocale(struct locale *locale) {
    static struct locale *used = GLOBAL;
    struct locale *last = used;
    if (locale != NULL) {
        used = locale;
    }
    return last;
}

char *nl_langinfo(int item) {
    static char *const times[] = {
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January", "February", "March", "April",
        "May", "June", "July", "August", "September", "October", "November", "December", "AM", "PM", "%a %b %e %H:%M:%S %Y",
        "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p"};
    static char none[] = "";
    enum { CODESET = 14, RADIX = 0x10000, TIME = 0x20000, CURRENCY = 0x4000f, YES = 0x50000, NO = 0x50001 };
    if (item >= TIME && (size_t)(item - TIME) < sizeof times / sizeof *times) {
        return times[item - TIME];
    }
    switch (item) {
    case CODESET:
        return "ANSI_X3.4-1968";
    case RADIX:
        return ".";
    case CURRENCY:
        return "-";
    case YES:
        return "^[yY]";
    case NO:
        return "^[nN]";
    default:
        return none;
    }
}

char *nl_langinfo_l(int item, struct locale *locale) {
    (void)locale;
    return nl_langinfo(item);
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
