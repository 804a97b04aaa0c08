// A reader of HTTP requests: the request line, headers into a table, and a body as long as its header says. Planted:
// a length with a sign passes the limit and becomes an enormous size; the request need not have the header Host; the
// table of headers takes one too many.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HEADERS = 2, MAX_BODY = 4 };

struct header {
    char name;         // headers are known by their first letters here
    const char *value; // up to the end of the line, within the request
    size_t length;
};

struct request {
    char *body;
    const char *path;
    size_t path_length;
    int count;
    struct header headers[MAX_HEADERS];
};

enum http_status { OK = 0, BAD_REQUEST = 40, TOO_LARGE = 41, NOT_IMPLEMENTED = 50 };

// The end of the line that begins there, or null; lines end with a line feed here.
static const char *line_end(const char *at, const char *end) {
    return memchr(at, '\n', (size_t)(end - at));
}

static enum http_status read_request_line(struct request *r, const char *at, const char *end) {
    if (end - at < 5 || memcmp(at, "GET ", 4) != 0) {
        return NOT_IMPLEMENTED;
    }
    at += 4;
    const char *space = memchr(at, ' ', (size_t)(end - at));
    if (space == NULL || *at != '/') {
        return BAD_REQUEST;
    }
    r->path = at;
    r->path_length = (size_t)(space - at);
    return OK;
}

static enum http_status read_header(struct request *r, const char *at, const char *end) {
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (colon == NULL || colon == at) {
        return BAD_REQUEST;
    }
#ifndef MENDED
    if (r->count > MAX_HEADERS) {
#else
    if (r->count == MAX_HEADERS) {
#endif
        return TOO_LARGE;
    }
    struct header *header = &r->headers[r->count];
    header->name = *at; //~ error: out-of-bounds
    header->value = colon + 1;
    header->length = (size_t)(end - header->value);
    r->count++;
    return OK;
}

static const struct header *find_header(const struct request *r, char name) {
    for (int i = 0; i < r->count; i++) {
        if (r->headers[i].name == name) {
            return &r->headers[i];
        }
    }
    return NULL;
}

// A small number, with a sign as strtol would take it; 99 for none.
static int read_length(const struct header *header) {
    const char *at = header->value;
    const char *end = at + header->length;
    int negative = at < end && *at == '-';
    int value = 0;
    at += negative;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9' || value > 9) {
            return 99;
        }
        value = value * 10 + (*at - '0');
    }
    return negative ? -value : value;
}

static enum http_status read_body(struct request *r, const char *at, const char *end) {
    const struct header *header = find_header(r, 'L');
    if (header == NULL) {
        return OK;
    }
    int length = read_length(header);
#ifndef MENDED
    if (length > MAX_BODY || length > end - at) {
#else
    if (length < 0 || length > MAX_BODY || length > end - at) {
#endif
        return TOO_LARGE;
    }
    r->body = malloc(MAX_BODY);
    memcpy(r->body, at, (size_t)length); //~ error: out-of-bounds
    return OK;
}

static enum http_status read_request(struct request *r, const char *at, const char *end) {
    const char *line = line_end(at, end);
    enum http_status status = line == NULL ? BAD_REQUEST : read_request_line(r, at, line);
    while (status == OK) {
        at = line + 1;
        line = line_end(at, end);
        if (line == NULL) {
            return BAD_REQUEST;
        }
        if (line == at) {
            return read_body(r, at + 1, end);
        }
        status = read_header(r, at, line);
    }
    return status;
}

static int is_local(const struct request *r) {
    const struct header *host = find_header(r, 'H');
#ifdef MENDED
    if (host == NULL) {
        return 0;
    }
#endif
    return host->length == 1 && host->value[0] == 'l'; //~ error: null
}

int main(void) {
    static const char beginning[] = "GET / 1\nA:1\n";
    static const char ending[] = "\nbody";
    enum { UNKNOWN = 6, BEGINNING = sizeof beginning - 1, ENDING = sizeof ending - 1 };
    char text[BEGINNING + UNKNOWN + ENDING];
    memcpy(text, beginning, BEGINNING);
    memcpy(text + BEGINNING + UNKNOWN, ending, ENDING);
    char *input = text + BEGINNING;
    symbolic_text(input, UNKNOWN, "HL:\n-1", "input");
    pleach_assume((input[0] != '-') & (input[0] != '1') & (input[1] == ':'));
    struct request *r = calloc(1, sizeof *r);
    enum http_status status = read_request(r, text, text + sizeof text);
    if (status == OK) {
        status = is_local(r) ? 20 : 21;
    }
    free(r->body);
    free(r);
    return status;
}

// paths: 45
