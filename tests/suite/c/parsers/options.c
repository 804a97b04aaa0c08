// A parser of command lines with short options, in groups, with arguments, and long ones. Planted: an option that
// wants an argument takes the one behind the last; the set of flags is a shift by the letter's distance from 'a',
// whatever the letter; the message about an unknown option is a local variable.
#include "inputs.h"
#include <pleach.h>
#include <stddef.h>
#include <string.h>

enum kind { FLAG, WITH_VALUE };

struct option {
    char letter;
    enum kind kind;
    const char *name;
};

struct arguments {
    unsigned flags;
    size_t width;
    const char *file;
    const char *message; // of an error, or null
};

static const struct option options[] = {
    {'a', FLAG, "all"},
    {'v', FLAG, "verbose"},
    {'w', WITH_VALUE, "width"},
    {'L', FLAG, NULL},
};

static const struct option *find_letter(char letter) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].letter == letter) {
            return &options[i];
        }
    }
    return NULL;
}

static const struct option *find_name(const char *name) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].name != NULL && strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

static const char *unknown(char letter) {
#ifndef MENDED
    char message[] = "x: no such option";
#else
    static char message[] = "x: no such option";
#endif
    message[0] = letter;
    const char *text = message;
    return text;
}

static void set_flag(struct arguments *arguments, char letter) {
#ifndef MENDED
    arguments->flags |= 1u << (letter - 'a'); //~ error: overshift
#else
    arguments->flags |= letter >= 'a' ? 1u << (letter - 'a') : 1u << 31;
#endif
}

static size_t count_digits(const char *value) {
    size_t digits = 0;
    while (*value >= '0' && *value <= '9') { //~ error: null
        digits++;
        value++;
    }
    return digits;
}

// A group of letters; the rest of the group or the next word is the value of one that wants it. How many words are
// taken.
static int parse_group(struct arguments *arguments, char **words, int left) {
    for (const char *letter = words[0] + 1; *letter != '\0'; letter++) {
        const struct option *option = find_letter(*letter);
        if (option == NULL) {
            arguments->message = unknown(*letter);
            return 1;
        }
        if (option->kind == FLAG) {
            set_flag(arguments, *letter);
            continue;
        }
        const char *value = letter + 1;
        int taken = 1;
        if (*value == '\0') {
#ifdef MENDED
            if (left == 1) {
                arguments->message = "a value is missing";
                return 1;
            }
#else
            (void)left;
#endif
            value = words[1];
            taken = 2;
        }
        arguments->width = count_digits(value);
        return taken;
    }
    return 1;
}

static void parse_long(struct arguments *arguments, const char *name) {
    const struct option *option = find_name(name);
    if (option == NULL || option->kind == WITH_VALUE) {
        arguments->message = "no such long option";
    } else {
        set_flag(arguments, option->letter);
    }
}

static void parse(struct arguments *arguments, int count, char **words) {
    int at = 0;
    while (at < count && arguments->message == NULL) {
        if (strncmp(words[at], "--", 2) == 0) {
            parse_long(arguments, words[at++] + 2);
        } else if (words[at][0] == '-' && words[at][1] != '\0') {
            at += parse_group(arguments, words + at, count - at);
        } else {
            arguments->file = words[at++];
        }
    }
}

int main(void) {
    char first[4], second[] = "12";
    symbolic_text(first, 3, "-awL", "first");
    first[3] = '\0';
    char verbose[] = "--verbose";
    char *words[] = {verbose, first, second, NULL};
    struct arguments arguments = {0, 0, NULL, NULL};
    int count = 3;
    if (pleach_range(0, 2, "fewer")) {
        words[--count] = NULL;
    }
    parse(&arguments, count, words);
    if (arguments.message != NULL) {
        return arguments.message[0] == '-' ? 3 : 2; //~ error: use-after-return
    }
    return arguments.file == NULL || arguments.width == 2;
}

// paths: 18
