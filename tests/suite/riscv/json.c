/* Checks JSON of arrays and single digits from standard input. An empty array is taken for one whose first element is missing. */
#include <stdio.h>
#include <stdlib.h>

struct value {
    struct value *first;
    struct value *next;
    int digit;
};

static char text[16];
static size_t length, at;

static struct value *parse(int depth) {
    if (at == length || depth > 3)
        exit(1);
    struct value *value = calloc(1, sizeof *value);
    char letter = text[at++];
    if (letter >= '0' && letter <= '9') {
        value->digit = letter - '0';
        return value;
    }
    if (letter != '[')
        exit(1);
    struct value **end = &value->first;
    while (at < length && text[at] != ']') {
        *end = parse(depth + 1);
        end = &(*end)->next;
        if (at < length && text[at] == ',')
            at++;
    }
    if (at++ >= length)
        exit(1);
    return value;
}

static int depth_of_first(const struct value *value) {
    return value->first->digit; //~ error: null
}

int main(void) {
    length = fread(text, 1, sizeof text, stdin);
    struct value *value = parse(0);
    if (at != length)
        return 1;
    if (text[0] == '[')
        return depth_of_first(value);
    return 0;
}
// stdin: 2
