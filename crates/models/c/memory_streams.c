/* Streams over memory: fmemopen() and open_memstream(). */
#include <stddef.h>

struct stream;

/* glibc's cookie_io_functions_t. */
struct operations {
    long (*read)(void *cookie, char *to, size_t count);
    long (*write)(void *cookie, const char *from, size_t count);
    int (*seek)(void *cookie, long *offset, int whence);
    int (*close)(void *cookie);
};

struct stream *fopencookie(void *restrict cookie, const char *restrict mode, struct operations operations);
void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);

enum { EINVAL_ = 22, ENOSPC_ = 28 };

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

/* A buffer of fixed size: how much of it is used, and where the next access is. */
struct fixed {
    char *bytes;
    size_t size, used, at;
    int append;
    int owned;
};

static long read_fixed(void *cookie, char *to, size_t count) {
    struct fixed *fixed = cookie;
    size_t left = fixed->at < fixed->used ? fixed->used - fixed->at : 0;
    size_t now = count < left ? count : left;
    if (now > 0) {
        memcpy(to, fixed->bytes + fixed->at, now);
    }
    fixed->at += now;
    return (long)now;
}

/* As in glibc, a terminator follows the last byte written; it replaces that byte if there is no room. */
static long write_fixed(void *cookie, const char *from, size_t count) {
    struct fixed *fixed = cookie;
    size_t at = fixed->append ? fixed->used : fixed->at;
    size_t terminated = count == 0 || from[count - 1] != '\0';
    if (at + count > fixed->size) {
        if (fixed->at + terminated >= fixed->size) {
            *__errno_location() = ENOSPC_;
            return 0;
        }
        count = fixed->size - at;
    }
    memcpy(fixed->bytes + at, from, count);
    fixed->at = at + count;
    if (fixed->at > fixed->used) {
        fixed->used = fixed->at;
        if (fixed->used < fixed->size && terminated) {
            fixed->bytes[fixed->used] = '\0';
        } else if (!fixed->append && terminated) {
            fixed->bytes[fixed->size - 1] = '\0';
        }
    }
    return (long)count;
}

static int seek_fixed(void *cookie, long *offset, int whence) {
    struct fixed *fixed = cookie;
    long base = whence == 0 ? 0 : whence == 1 ? (long)fixed->at : (long)fixed->used;
    if (whence < 0 || whence > 2 || base + *offset < 0 || base + *offset > (long)fixed->size) {
        return fail(EINVAL_);
    }
    fixed->at = (size_t)(base + *offset);
    *offset += base;
    return 0;
}

static int close_fixed(void *cookie) {
    struct fixed *fixed = cookie;
    if (fixed->owned) {
        free(fixed->bytes);
    }
    free(fixed);
    return 0;
}

struct stream *fmemopen(void *restrict buffer, size_t size, const char *restrict mode) {
    struct fixed *fixed = malloc(sizeof *fixed);
    char *bytes = buffer != NULL ? buffer : malloc(size);
    if (fixed == NULL || bytes == NULL) {
        return NULL;
    }
    if (buffer == NULL || (mode[0] == 'w' && mode[1] == '+')) {
        if (size > 0) {
            bytes[0] = '\0';
        }
    }
    *fixed = (struct fixed){bytes, size, 0, 0, mode[0] == 'a', buffer == NULL};
    if (mode[0] == 'r') {
        fixed->used = size;
    } else if (mode[0] == 'a') {
        while (fixed->used < size && bytes[fixed->used] != '\0') {
            fixed->used++;
        }
        fixed->at = fixed->used;
    }
    struct operations operations = {read_fixed, write_fixed, seek_fixed, close_fixed};
    struct stream *stream = fopencookie(fixed, mode, operations);
    if (stream == NULL) {
        close_fixed(fixed);
    }
    return stream;
}

/* A buffer that grows. Its address and size are stored for the program after every write. */
struct growing {
    char **to;
    size_t *size;
    char *bytes;
    size_t used, room, at;
};

static void tell(struct growing *growing) {
    *growing->to = growing->bytes;
    *growing->size = growing->at;
}

static long write_growing(void *cookie, const char *from, size_t count) {
    struct growing *growing = cookie;
    size_t end = growing->at + count;
    if (end + 1 > growing->room) {
        size_t room = 2 * growing->room > end + 1 ? 2 * growing->room : end + 1;
        char *bytes = realloc(growing->bytes, room);
        if (bytes == NULL) {
            return -1;
        }
        memset(bytes + growing->room, 0, room - growing->room);
        growing->bytes = bytes;
        growing->room = room;
    }
    memcpy(growing->bytes + growing->at, from, count);
    growing->at = end;
    if (end > growing->used) {
        growing->used = end;
        growing->bytes[end] = '\0';
    }
    tell(growing);
    return (long)count;
}

static int seek_growing(void *cookie, long *offset, int whence) {
    struct growing *growing = cookie;
    long base = whence == 0 ? 0 : whence == 1 ? (long)growing->at : (long)growing->used;
    if (whence < 0 || whence > 2 || base + *offset < 0) {
        return fail(EINVAL_);
    }
    *offset += base;
    growing->at = (size_t)*offset;
    if (growing->at <= growing->used) {
        tell(growing);
    }
    return 0;
}

static int close_growing(void *cookie) {
    struct growing *growing = cookie;
    if (growing->at <= growing->used) {
        tell(growing);
    }
    free(growing);
    return 0;
}

struct stream *open_memstream(char **to, size_t *size) {
    enum { FIRST = 64 };
    struct growing *growing = malloc(sizeof *growing);
    char *bytes = malloc(FIRST);
    if (growing == NULL || bytes == NULL) {
        return NULL;
    }
    memset(bytes, 0, FIRST);
    *growing = (struct growing){to, size, bytes, 0, FIRST, 0};
    tell(growing);
    struct operations operations = {NULL, write_growing, seek_growing, close_growing};
    return fopencookie(growing, "w", operations);
}
