/* <getopt.h>, as glibc does it: arguments that are no options are moved behind the others, unless the list of options begins with
 * `+` or `-` or POSIXLY_CORRECT is set; long options may be shortened as long as it is clear which is meant.
 */
#include <stddef.h>

long write(int fd, const void *from, size_t count);
size_t strlen(const char *s);
char *getenv(const char *name);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

/* State between calls: the rest of the current argument, and the range of arguments that are no options and were
 * skipped. */
static const char *rest;
static int first_other, last_other, started;
/* The option that was refused last: optopt has this value after each call, even if the program has written to it. */
static int refused;
static enum { PERMUTE, STOP, IN_ORDER } ordering;

static void complain(char *const *argv, const char *const *parts) {
    write(2, argv[0], strlen(argv[0]));
    write(2, ": ", 2);
    for (; *parts != NULL; parts++) {
        write(2, *parts, strlen(*parts));
    }
    write(2, "\n", 1);
}

/* Moves the skipped arguments behind the options that followed them. */
static void exchange(char **argv) {
    int options = optind - last_other, others = last_other - first_other;
    for (int i = 0; i < options; i++) {
        char *option = argv[last_other + i];
        for (int k = last_other + i; k > first_other + i; k--) {
            argv[k] = argv[k - 1];
        }
        argv[first_other + i] = option;
    }
    first_other += options;
    last_other = first_other + others;
}

static int begins_with(const char *text, const char *start, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] != start[i]) {
            return 0;
        }
    }
    return 1;
}

static const char *find(const char *options, char c) {
    for (; *options != '\0'; options++) {
        if (*options == c) {
            return options;
        }
    }
    return NULL;
}

static int long_option(int argc, char *const *argv, const char *options, const struct option *longs, int *index, int only,
                       int errors, const char *prefix) {
    size_t length = 0;
    while (rest[length] != '\0' && rest[length] != '=') {
        length++;
    }
    const struct option *found = NULL;
    int ambiguous = 0, number = 0, count = 0;
    for (; longs[count].name != NULL; count++) {
        if (begins_with(longs[count].name, rest, length) && strlen(longs[count].name) == length) {
            found = &longs[count];
            number = count;
            break;
        }
    }
    if (found == NULL) {
        for (count = 0; longs[count].name != NULL; count++) {
            const struct option *option = &longs[count];
            if (!begins_with(option->name, rest, length)) {
                continue;
            }
            if (found == NULL) {
                found = option;
                number = count;
            } else if (only || found->has_arg != option->has_arg || found->flag != option->flag || found->val != option->val) {
                ambiguous = 1;
            }
        }
    }
    if (ambiguous) {
        if (errors) {
            const char *parts[] = {"option '", prefix, rest, "' is ambiguous; possibilities:", NULL};
            write(2, argv[0], strlen(argv[0]));
            write(2, ": ", 2);
            for (const char **part = parts; *part != NULL; part++) {
                write(2, *part, strlen(*part));
            }
            for (const struct option *option = longs; option->name != NULL; option++) {
                int same = option == found || only || found->has_arg != option->has_arg || found->flag != option->flag ||
                           found->val != option->val;
                if (begins_with(option->name, rest, length) && same) {
                    write(2, " '", 2);
                    write(2, prefix, strlen(prefix));
                    write(2, option->name, strlen(option->name));
                    write(2, "'", 1);
                }
            }
            write(2, "\n", 1);
        }
        rest += strlen(rest);
        optind++;
        refused = 0;
        return '?';
    }
    if (found == NULL) {
        /* It may be a short option. */
        if (!only || argv[optind][1] == '-' || find(options, *rest) == NULL) {
            if (errors) {
                complain(argv, (const char *[]){"unrecognized option '", prefix, rest, "'", NULL});
            }
            rest = NULL;
            optind++;
            refused = 0;
            return '?';
        }
        return -1;
    }
    optind++;
    const char *given = rest + length;
    rest = NULL;
    if (*given != '\0') {
        if (!found->has_arg) {
            if (errors) {
                complain(argv, (const char *[]){"option '", prefix, found->name, "' doesn't allow an argument", NULL});
            }
            refused = found->val;
            return '?';
        }
        optarg = (char *)given + 1;
    } else if (found->has_arg == 1) {
        if (optind >= argc) {
            if (errors) {
                complain(argv, (const char *[]){"option '", prefix, found->name, "' requires an argument", NULL});
            }
            refused = found->val;
            return options[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index != NULL) {
        *index = number;
    }
    if (found->flag != NULL) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

static int short_option(int argc, char *const *argv, const char *options, const struct option *longs, int *index, int errors) {
    char c = *rest++;
    const char *known = find(options, c);
    if (*rest == '\0') {
        optind++;
    }
    if (known == NULL || c == ':' || c == ';') {
        if (errors) {
            complain(argv, (const char *[]){"invalid option -- '", (const char[]){c, '\0'}, "'", NULL});
        }
        refused = c;
        return '?';
    }
    if (known[0] == 'W' && known[1] == ';' && longs != NULL) {
        /* -W name is --name. */
        if (*rest != '\0') {
            optarg = (char *)rest;
        } else if (optind == argc) {
            if (errors) {
                complain(argv, (const char *[]){"option requires an argument -- '", (const char[]){c, '\0'}, "'", NULL});
            }
            refused = c;
            return options[0] == ':' ? ':' : '?';
        } else {
            optarg = argv[optind];
        }
        rest = optarg;
        optarg = NULL;
        return long_option(argc, argv, options, longs, index, 0, errors, "-W ");
    }
    if (known[1] != ':') {
        return c;
    }
    if (*rest != '\0') {
        optarg = (char *)rest;
        optind++;
    } else if (known[2] == ':') {
        optarg = NULL;
    } else if (optind == argc) {
        if (errors) {
            complain(argv, (const char *[]){"option requires an argument -- '", (const char[]){c, '\0'}, "'", NULL});
        }
        refused = c;
        c = options[0] == ':' ? ':' : '?';
    } else {
        optarg = argv[optind++];
    }
    rest = NULL;
    return c;
}

static int next_option(int argc, char *const *argv, const char *options, const struct option *longs, int *index, int only) {
    if (argc < 1) {
        return -1;
    }
    optarg = NULL;
    if (optind == 0 || !started) {
        if (optind == 0) {
            optind = 1;
        }
        first_other = last_other = optind;
        rest = NULL;
        started = 1;
        ordering = options[0] == '-' ? IN_ORDER : options[0] == '+' || getenv("POSIXLY_CORRECT") != NULL ? STOP : PERMUTE;
    }
    if (options[0] == '-' || options[0] == '+') {
        options++;
    }
    int errors = opterr && options[0] != ':';
    if (rest == NULL || *rest == '\0') {
        last_other = last_other > optind ? optind : last_other;
        first_other = first_other > optind ? optind : first_other;
        if (ordering == PERMUTE) {
            if (first_other != last_other && last_other != optind) {
                exchange((char **)argv);
            } else if (last_other != optind) {
                first_other = optind;
            }
            while (optind < argc && (argv[optind][0] != '-' || argv[optind][1] == '\0')) {
                optind++;
            }
            last_other = optind;
        }
        if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == '\0') {
            optind++;
            if (first_other != last_other && last_other != optind) {
                exchange((char **)argv);
            } else if (first_other == last_other) {
                first_other = optind;
            }
            last_other = argc;
            optind = argc;
        }
        if (optind == argc) {
            if (first_other != last_other) {
                optind = first_other;
            }
            return -1;
        }
        if (argv[optind][0] != '-' || argv[optind][1] == '\0') {
            if (ordering == STOP) {
                return -1;
            }
            optarg = argv[optind++];
            return 1;
        }
        if (longs != NULL) {
            if (argv[optind][1] == '-') {
                rest = argv[optind] + 2;
                return long_option(argc, argv, options, longs, index, only, errors, "--");
            }
            if (only && (argv[optind][2] != '\0' || find(options, argv[optind][1]) == NULL)) {
                rest = argv[optind] + 1;
                int code = long_option(argc, argv, options, longs, index, only, errors, "-");
                if (code != -1) {
                    return code;
                }
            }
        }
        rest = argv[optind] + 1;
    }
    return short_option(argc, argv, options, longs, index, errors);
}

static int call(int argc, char *const *argv, const char *options, const struct option *longs, int *index, int only) {
    int result = next_option(argc, argv, options, longs, index, only);
    optopt = refused;
    return result;
}

int getopt(int argc, char *const *argv, const char *options) {
    return call(argc, argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index) {
    return call(argc, argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index) {
    return call(argc, argv, options, longs, index, 1);
}
