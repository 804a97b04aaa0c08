/* <stdio_ext.h>: what a stream is. Streams have no buffers, so nothing ever waits in one. */
#include <stddef.h>

void __pleach_unsupported(const char *what);

/* The beginning of stdio.c's stream, with glibc's bits. */
struct stream {
    int flags;
};

enum { NO_READS = 4, NO_WRITES = 8, FAILED = 0x20 };

size_t __fpending(struct stream *stream) {
    (void)stream;
    return 0;
}

int __freadable(struct stream *stream) {
    return (stream->flags & NO_READS) == 0;
}

int __fwritable(struct stream *stream) {
    return (stream->flags & NO_WRITES) == 0;
}

/* For a stream that goes both ways the answer would depend on the last operation, which is not kept. */
static int goes_one_way(struct stream *stream, int bit, const char *name) {
    if ((stream->flags & (NO_READS | NO_WRITES)) == 0) {
        __pleach_unsupported(name);
    }
    return (stream->flags & bit) != 0;
}

int __freading(struct stream *stream) {
    return goes_one_way(stream, NO_WRITES, "__freading of a stream that can be read and written");
}

int __fwriting(struct stream *stream) {
    return goes_one_way(stream, NO_READS, "__fwriting of a stream that can be read and written");
}

/* No stream goes to a terminal, and only those would be buffered by lines. */
int __flbf(struct stream *stream) {
    (void)stream;
    return 0;
}

int __fsetlocking(struct stream *stream, int how) {
    enum { QUERY = 0, INTERNAL = 1, BY_CALLER = 2, LOCKED_BY_CALLER = 0x8000 };
    int last = stream->flags & LOCKED_BY_CALLER ? BY_CALLER : INTERNAL;
    if (how != QUERY) {
        stream->flags = (stream->flags & ~LOCKED_BY_CALLER) | (how == BY_CALLER ? LOCKED_BY_CALLER : 0);
    }
    return last;
}

void __fseterr(struct stream *stream) {
    stream->flags |= FAILED;
}
