// A small formatter of the program's own, over the library's functions.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length, room;
};

static void append(struct builder *builder, const char *text) {
    size_t more = strlen(text);
    if (builder->length + more + 1 > builder->room) {
        builder->room = 2 * (builder->length + more + 1);
        builder->text = realloc(builder->text, builder->room);
    }
    memcpy(builder->text + builder->length, text, more + 1);
    builder->length += more;
}

int main(void) {
    struct builder builder = {NULL, 0, 0};
    int n = pleach_range(0, 4, "n");
    append(&builder, "(");
    for (int i = 0; i < n; i++) {
        append(&builder, i ? ", item" : "item");
    }
    append(&builder, ")");
    assert(strlen(builder.text) == builder.length);
    puts(builder.text);
    free(builder.text);
    return (int)builder.length;
}

// paths: 4
