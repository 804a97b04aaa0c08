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
