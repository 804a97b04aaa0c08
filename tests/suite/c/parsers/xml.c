// A reader of XML-like tags: elements with one attribute each, nested, kept as a tree by its open elements. Planted:
// an end tag without a start closes the root's parent; the name of an element is freed where its end tag does not fit
// and once more with the element; an attribute is looked up by name and need not be there.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

struct element {
    struct element *parent;
    char *name;
    char *attribute; // its name, or null
    char *value;
};

enum xml_status { XML_OK, XML_SYNTAX, XML_MISMATCH, XML_OPEN };

struct reader {
    const char *at;
    struct element *open; // the innermost, or null
    int elements;
    int long_values;
};

static int is_name(char c) {
    return c >= 'a' && c <= 'z';
}

// A name, which is to be freed; null where there is none.
static char *read_name(struct reader *r) {
    const char *begin = r->at;
    while (is_name(*r->at)) {
        r->at++;
    }
    return r->at == begin ? NULL : strndup(begin, (size_t)(r->at - begin));
}

static void element_free(struct element *element) {
    free(element->name); //~ error: double-free
    free(element->attribute);
    free(element->value);
    free(element);
}

// The value of an attribute, or null.
static const char *value_of(const struct element *element, const char *name) {
    int same = element->attribute != NULL && strcmp(element->attribute, name) == 0;
    return same ? element->value : NULL;
}

static void close_element(struct reader *r) {
    struct element *element = r->open;
    r->open = element->parent; //~ error: null
    element_free(element);
}

static enum xml_status read_attribute(struct reader *r, struct element *element) {
    element->attribute = read_name(r);
    if (element->attribute == NULL || r->at[0] != '=' || r->at[1] != '"') {
        return XML_SYNTAX;
    }
    r->at += 2;
    const char *end = strchr(r->at, '"');
    if (end == NULL) {
        return XML_SYNTAX;
    }
    element->value = strndup(r->at, (size_t)(end - r->at));
    r->at = end + 1;
    return XML_OK;
}

static enum xml_status read_start(struct reader *r) {
    struct element *element = calloc(1, sizeof *element);
    element->parent = r->open;
    r->open = element;
    r->elements++;
    element->name = read_name(r);
    if (element->name == NULL) {
        return XML_SYNTAX;
    }
    if (*r->at == ' ') {
        r->at++;
        enum xml_status status = read_attribute(r, element);
        if (status != XML_OK) {
            return status;
        }
        const char *value = value_of(element, "v");
#ifndef MENDED
        r->long_values += strlen(value) > 1; //~ error: null
#else
        r->long_values += value != NULL && strlen(value) > 1;
#endif
    }
    if (r->at[0] == '/') {
        r->at++;
        close_element(r);
    }
    return *r->at++ == '>' ? XML_OK : XML_SYNTAX;
}

static enum xml_status read_end(struct reader *r) {
    char *name = read_name(r);
    if (name == NULL || *r->at++ != '>') {
        free(name);
        return XML_SYNTAX;
    }
#ifdef MENDED
    if (r->open == NULL) {
        free(name);
        return XML_MISMATCH;
    }
#endif
    int same = r->open == NULL || strcmp(r->open->name, name) == 0;
    free(name);
    if (!same) {
#ifndef MENDED
        free(r->open->name);
#endif
        return XML_MISMATCH;
    }
    close_element(r);
    return XML_OK;
}

static enum xml_status xml_read(struct reader *r) {
    enum xml_status status = XML_OK;
    while (status == XML_OK && *r->at != '\0') {
        if (*r->at++ != '<') {
            continue;
        }
        if (*r->at == '/') {
            r->at++;
            status = read_end(r);
        } else {
            status = read_start(r);
        }
    }
    return status == XML_OK && r->open != NULL ? XML_OPEN : status;
}

// Two elements, of which the first has an attribute, with some characters that are not known.
int main(void) {
    char text[] = "<a k=\"12\"?><b></b></a>";
    symbolic_text(text + 3, 1, "kv", "attribute");
    symbolic_text(text + 9, 1, "/>", "close");
    text[10] = '>';
    symbolic_text(text + 16, 1, "ab/", "inner");
    symbolic_text(text + 20, 1, "ab<", "outer");
    struct reader r = {text, NULL, 0, 0};
    enum xml_status status = xml_read(&r);
    while (r.open != NULL) {
        close_element(&r);
    }
    return status == XML_OK ? r.long_values : 10 + (int)status;
}

// paths: 10
