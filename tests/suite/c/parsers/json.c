// A JSON reader: builds a tree of what it reads, looks a member up and sums the numbers. Planted: the escape \u reads
// its four digits without looking for the end of the text; an element that is already part of its array is freed on
// its own where a comma is missing; the member that is looked up need not be there.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_kind kind;
    int number;          // of a number, and 0 or 1 of a boolean
    char *text;          // of a string, owned
    char *key;           // of a member of an object, owned
    struct json *first;  // of an array and an object
    struct json *next;   // the next element or member
};

struct reader {
    const char *at;
    const char *end;
    int depth;
};

enum { MAX_DEPTH = 4, MAX_STRING = 8 };

static struct json *read_value(struct reader *r);

static struct json *json_new(enum json_kind kind) {
    struct json *node = calloc(1, sizeof *node);
    if (node == NULL) {
        abort();
    }
    node->kind = kind;
    return node;
}

static void json_free(struct json *node) {
    while (node != NULL) {
        struct json *next = node->next; //~ error: use-after-free
        json_free(node->first);
        free(node->text);
        free(node->key);
        free(node);
        node = next;
    }
}

static int peek(const struct reader *r) {
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

static int accept(struct reader *r, int c) {
    if (peek(r) != c) {
        return 0;
    }
    r->at++;
    return 1;
}

static int accept_word(struct reader *r, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) {
        return 0;
    }
    r->at += length;
    return 1;
}

static int hex_digit(int c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

// The character of the escape \uXXXX, of which \u has been read; -1 where it is none of those that fit into a byte.
static int read_unicode(struct reader *r) {
    int value = 0;
#ifdef MENDED
    if (r->end - r->at < 4) {
        return -1;
    }
#endif
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(r->at[i]); //~ error: out-of-bounds
        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    r->at += 4;
    return value > 0 && value < 128 ? value : -1;
}

// A string whose opening quotation mark has been read, or null.
static char *read_string(struct reader *r) {
    char buffer[MAX_STRING + 1];
    size_t length = 0;
    while (!accept(r, '"')) {
        int c = peek(r);
        if (c < ' ' || length == MAX_STRING) {
            return NULL;
        }
        r->at++;
        if (c == '\\') {
            if (accept(r, 'u')) {
                c = read_unicode(r);
            } else if (accept(r, 'n')) {
                c = '\n';
            } else if (accept(r, '"') || accept(r, '\\')) {
                c = r->at[-1];
            } else {
                c = -1;
            }
            if (c < 0) {
                return NULL;
            }
        }
        buffer[length++] = (char)c;
    }
    buffer[length] = '\0';
    return strdup(buffer);
}

static struct json *read_number(struct reader *r) {
    int negative = accept(r, '-');
    int value = 0, digits = 0;
    for (; peek(r) >= '0' && peek(r) <= '9'; digits++) {
        if (digits == 6) {
            return NULL;
        }
        value = value * 10 + (*r->at++ - '0');
    }
    if (digits == 0) {
        return NULL;
    }
    struct json *node = json_new(JSON_NUMBER);
    node->number = negative ? -value : value;
    return node;
}

// The elements of an array or the members of an object up to the closing bracket.
static struct json *read_items(struct reader *r, enum json_kind kind, int close) {
    struct json *list = json_new(kind);
    struct json **link = &list->first;
    if (accept(r, close)) {
        return list;
    }
    for (;;) {
        char *key = NULL;
        if (kind == JSON_OBJECT) {
            key = accept(r, '"') ? read_string(r) : NULL;
            if (key == NULL || !accept(r, ':')) {
                free(key);
                break;
            }
        }
        struct json *item = read_value(r);
        if (item == NULL) {
            free(key);
            break;
        }
        item->key = key;
        *link = item;
        link = &item->next;
        if (accept(r, close)) {
            return list;
        }
        if (!accept(r, ',')) {
#ifndef MENDED
            if (kind == JSON_ARRAY) {
                free(item);
            }
#endif
            break;
        }
    }
    json_free(list);
    return NULL;
}

static struct json *read_value(struct reader *r) {
    if (r->depth == MAX_DEPTH) {
        return NULL;
    }
    r->depth++;
    struct json *node = NULL;
    if (accept(r, '[')) {
        node = read_items(r, JSON_ARRAY, ']');
    } else if (accept(r, '{')) {
        node = read_items(r, JSON_OBJECT, '}');
    } else if (accept(r, '"')) {
        char *text = read_string(r);
        if (text != NULL) {
            node = json_new(JSON_STRING);
            node->text = text;
        }
    } else if (accept_word(r, "null")) {
        node = json_new(JSON_NULL);
    } else if (accept_word(r, "true")) {
        node = json_new(JSON_BOOL);
        node->number = 1;
    } else {
        node = read_number(r);
    }
    r->depth--;
    return node;
}

static struct json *json_read(const char *text, size_t length) {
    struct reader r = {text, text + length, 0};
    struct json *root = read_value(&r);
    if (root != NULL && r.at != r.end) {
        json_free(root);
        return NULL;
    }
    return root;
}

static const struct json *json_member(const struct json *object, const char *key) {
    if (object->kind != JSON_OBJECT) {
        return NULL;
    }
    for (const struct json *item = object->first; item != NULL; item = item->next) {
        if (strcmp(item->key, key) == 0) {
            return item;
        }
    }
    return NULL;
}

static int json_sum(const struct json *node) {
    int sum = node->kind == JSON_NUMBER ? node->number : 0; //~ error: null
    for (const struct json *item = node->first; item != NULL; item = item->next) {
        sum += json_sum(item);
    }
    return sum;
}

// What a configuration file says about "n": a number, or the sum of an array.
static int setting(const struct json *root) {
    const struct json *member = json_member(root, "n");
#ifdef MENDED
    if (member == NULL) {
        return -1;
    }
#endif
    return json_sum(member);
}

static int examine(const char *text, size_t length) {
    struct json *root = json_read(text, length);
    if (root == NULL) {
        return 1;
    }
    int found = root->kind == JSON_OBJECT ? setting(root) : json_sum(root);
    json_free(root);
    return found < 0 ? 2 : 0;
}

// A document that begins like one of these and goes on as the input says.
int main(void) {
    static const char *const beginnings[] = {"[1", "{\"n\":[", "{\"", "\"\\"};
    char input[4];
    symbolic_text(input, sizeof input, "]},:\"n0u", "input");
    const char *beginning = beginnings[pleach_range(0, 4, "beginning")];
    size_t length = strlen(beginning);
    char *text = malloc(length + sizeof input);
    memcpy(text, beginning, length);
    memcpy(text + length, input, sizeof input);
    int status = examine(text, length + sizeof input);
    free(text);
    return status;
}

// paths: 133
