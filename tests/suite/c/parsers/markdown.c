// Markdown's inline marks to HTML: emphasis, code and links. Planted: the place of an opening mark is kept as a
// pointer into the output, which moves when it grows; the text of a link is looked for its bracket beyond its end; a
// code span that is not closed gives back a part of the buffer to the allocator.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

struct output {
    char *text;
    size_t length;
    size_t room;
};

struct source {
    const char *at;
    const char *end;
};

static void reserve(struct output *out, size_t more) {
    if (out->length + more > out->room) {
        out->room = 2 * out->room + more;
        char *moved = malloc(out->room);
        if (moved == NULL) {
            abort();
        }
        memcpy(moved, out->text, out->length);
        free(out->text);
        out->text = moved;
    }
}

static void put(struct output *out, const char *text, size_t length) {
    reserve(out, length);
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static void put_string(struct output *out, const char *text) {
    put(out, text, strlen(text));
}

static void put_escaped(struct output *out, char c) {
    if (c == '<') {
        put_string(out, "&lt;");
    } else {
        put(out, &c, 1);
    }
}

// What stands between backquotes, as it is; without the second one, the first is text.
static void code_span(struct source *s, struct output *out) {
    const char *begin = ++s->at;
    char *span = malloc((size_t)(s->end - begin) + 1);
    char *to = span;
    while (s->at < s->end && *s->at != '`') {
        *to++ = *s->at++;
    }
    if (s->at == s->end) {
        s->at = begin;
        put_string(out, "`");
#ifndef MENDED
        free(to); //~ error: invalid-free
#else
        free(span);
#endif
        return;
    }
    s->at++;
    put_string(out, "<c>");
    put(out, span, (size_t)(to - span));
    put_string(out, "</c>");
    free(span);
}

// [text](target)
static int link_end(const struct source *s, const char **text_end, const char **target_end) {
    const char *at = s->at + 1;
#ifndef MENDED
    while (*at != ']') { //~ error: out-of-bounds
        at++;
    }
#else
    while (at < s->end && *at != ']') {
        at++;
    }
    if (at == s->end) {
        return 0;
    }
#endif
    *text_end = at++;
    if (at == s->end || *at != '(') {
        return 0;
    }
    *target_end = memchr(at, ')', (size_t)(s->end - at));
    return *target_end != NULL;
}

static void link_or_text(struct source *s, struct output *out) {
    const char *text_end, *target_end;
    if (!link_end(s, &text_end, &target_end)) {
        put_escaped(out, *s->at++);
        return;
    }
    put_string(out, "<a href=");
    put(out, text_end + 2, (size_t)(target_end - text_end - 2));
    put_string(out, ">");
    put(out, s->at + 1, (size_t)(text_end - s->at - 1));
    put_string(out, "</a>");
    s->at = target_end + 1;
}

static void render(struct source *s, struct output *out) {
#ifndef MENDED
    char *emphasis = NULL; // where the open mark begins
#else
    size_t emphasis = 0;
    int is_open = 0;
#endif
    while (s->at < s->end) {
        switch (*s->at) {
        case '`':
            code_span(s, out);
            break;
        case '[':
            link_or_text(s, out);
            break;
        case '*':
            s->at++;
#ifndef MENDED
            if (emphasis != NULL) {
                memcpy(emphasis, "<e>", 3); //~ error: use-after-free
                emphasis = NULL;
                put_string(out, "</e>");
            } else {
                put_string(out, "*  "); // until it is known whether it is closed
                emphasis = out->text + out->length - 3;
            }
#else
            if (is_open) {
                memcpy(out->text + emphasis, "<e>", 3);
                put_string(out, "</e>");
            } else {
                put_string(out, "*  ");
                emphasis = out->length - 3;
            }
            is_open = !is_open;
#endif
            break;
        default:
            put_escaped(out, *s->at++);
            break;
        }
    }
}

// Three characters that are not known.
int main(void) {
    char text[3];
    symbolic_text(text, sizeof text, "*`[]<", "text");
    struct source source = {text, text + sizeof text};
    struct output out = {malloc(6), 0, 6};
    render(&source, &out);
    int length = (int)out.length;
    free(out.text);
    return length;
}

// paths: 74
