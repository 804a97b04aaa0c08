// A header line: a name of letters and hyphens, a colon, spaces, and a value without spaces at its end.
#include "input.h"
#include <stdlib.h>
#include <string.h>

struct header {
    const char *name, *value;
    size_t name_length, value_length;
};

static int parse(const char *line, struct header *out) {
    out->name = line;
    out->name_length = strcspn(line, ":");
    if (out->name_length == 0 || line[out->name_length] == '\0') {
        return 0;
    }
    for (size_t i = 0; i < out->name_length; i++) {
        if (line[i] == ' ' || line[i] == '\t') {
            return 0;
        }
    }
    out->value = line + out->name_length + 1;
    out->value += strspn(out->value, " \t");
    out->value_length = strlen(out->value);
    while (out->value_length > 0 && out->value[out->value_length - 1] == ' ') {
        out->value_length--;
    }
    return 1;
}

int main(void) {
    char *line = text();
    struct header header;
    int result = 0;
    if (parse(line, &header)) {
        result = (int)(16 * header.name_length + header.value_length);
    }
    free(line);
    return result;
}
