// A parser of URLs into scheme, host, port and path, which decodes the path's percent signs in place. Planted: the
// digits after a percent sign are read past the end of the path; the port is compared with its limit after it was
// narrowed; a host in brackets is looked for its end without a check that there is one.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

struct url {
    char *scheme;
    char *host;
    unsigned short port;
    char *path;
};

enum url_status { URL_OK, URL_NO_SCHEME, URL_NO_HOST, URL_BAD_PORT, URL_BAD_ESCAPE };

static char *slice(const char *begin, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, begin, length);
    copy[length] = '\0';
    return copy;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Replaces %XX by the character. The text only gets shorter.
static enum url_status decode(char *text) {
    char *to = text;
    while (*text != '\0') {
        if (*text != '%') {
            *to++ = *text++;
            continue;
        }
#ifndef MENDED
        // Both digits are looked at before any is refused.
        int high = hex_value(text[1]);
        int low = hex_value(text[2]); //~ error: out-of-bounds
#else
        int high = hex_value(text[1]);
        int low = high < 0 ? -1 : hex_value(text[2]);
#endif
        if (high < 0 || low < 0) {
            return URL_BAD_ESCAPE;
        }
        *to++ = (char)(high * 16 + low);
        text += 3;
    }
    *to = '\0';
    return URL_OK;
}

static enum url_status read_port(const char *text, size_t length, unsigned short *port) {
#ifndef MENDED
    unsigned short value = 0;
#else
    unsigned value = 0;
#endif
    if (length == 0 || length > 5) {
        return URL_BAD_PORT;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return URL_BAD_PORT;
        }
        value = value * 10 + (text[i] - '0');
    }
    if (value > 65535 || value == 0) {
        return URL_BAD_PORT;
    }
    *port = (unsigned short)value;
    // What has five digits and does not begin with a zero is at least this.
    pleach_assert(length < 5 || text[0] == '0' || *port >= 10000); //~ error: assert
    return URL_OK;
}

// host, host:port or [address]:port
static enum url_status read_authority(struct url *url, const char *text, size_t length) {
    const char *host = text;
    const char *end = text + length;
    const char *host_end;
    if (length > 0 && *text == '[') {
        host++;
#ifndef MENDED
        host_end = strchr(host, ']');
        const char *rest = host_end + 1;
#else
        host_end = memchr(host, ']', length - 1);
        if (host_end == NULL) {
            return URL_NO_HOST;
        }
        const char *rest = host_end + 1;
#endif
        if (rest != end && *rest != ':') { //~ error: null
            return URL_NO_HOST;
        }
        text = rest;
    } else {
        host_end = memchr(text, ':', length);
        if (host_end == NULL) {
            host_end = end;
        }
        text = host_end;
    }
    if (host_end == host) {
        return URL_NO_HOST;
    }
    url->host = slice(host, (size_t)(host_end - host));
    return text == end ? URL_OK : read_port(text + 1, (size_t)(end - text - 1), &url->port);
}

static enum url_status url_parse(struct url *url, const char *text) {
    const char *colon = strstr(text, "://");
    if (colon == NULL || colon == text) {
        return URL_NO_SCHEME;
    }
    url->scheme = slice(text, (size_t)(colon - text));
    const char *authority = colon + 3;
    size_t length = strcspn(authority, "/?");
    enum url_status status = read_authority(url, authority, length);
    if (status != URL_OK) {
        return status;
    }
    const char *path = authority + length;
    url->path = slice(path, strlen(path));
    return decode(url->path);
}

static void url_free(struct url *url) {
    free(url->scheme);
    free(url->host);
    free(url->path);
}

static int examine(const char *text) {
    struct url url = {NULL, NULL, 80, NULL};
    enum url_status status = url_parse(&url, text);
    int result = status == URL_OK ? url.port != 80 : 10 + (int)status;
    url_free(&url);
    return result;
}

// An address with a port, one with a host and one with a path that are not known.
int main(void) {
    char text[24];
    switch (pleach_range(0, 3, "part")) {
    case 0:
        strcpy(text, "ftp://h:");
        symbolic_text(text + 8, 5, "169", "port");
        text[13] = '\0';
        break;
    case 1:
        strcpy(text, "s://[");
        symbolic_text(text + 5, 4, "]:1", "host");
        text[9] = '\0';
        break;
    default:
        strcpy(text, "http://host/");
        symbolic_text(text + 12, 4, "%2F", "path");
        text[16] = '\0';
        break;
    }
    return examine(text);
}

// paths: 38
