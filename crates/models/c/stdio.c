/* <stdio.h>: streams over the files of files.c. Formatted output is the executor's; what it writes to a file of the program comes
 * here as bytes. Formatted input is in scanf.c.
 *
 * Nothing is buffered: what is written is in the file at once, and what was not read from a stream can be read by its number.
 */
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);
int __pleach_open(const char *name, int flags);
int __pleach_open_unnamed(void);
int close(int fd);
long read(int fd, void *to, size_t count);
long write(int fd, const void *from, size_t count);
long lseek(int fd, long offset, int whence);
size_t strlen(const char *s);
char *strerror(int error);

/* The executor's addresses of the standard streams, where no object is. */
#define STDIN ((struct stream *)0x7F0000000010)
#define STDOUT ((struct stream *)0x7F0000000020)
#define STDERR ((struct stream *)0x7F0000000030)

enum { EBADF_ = 9, EINVAL_ = 22 };
enum { WRITE_ONLY = 1, READ_WRITE = 2, CREATE = 0100, EXCLUSIVE = 0200, TRUNCATE = 01000, APPEND = 02000 };
/* glibc's bits, which its headers look at. */
enum { NO_READS = 4, NO_WRITES = 8, AT_END = 0x10, FAILED = 0x20 };
enum { EOF_ = -1, MOST_PUSHED = 16 };

struct stream {
    int flags;
    /* glibc's macros look at pointers here; all of them null means that nothing is in a buffer. */
    char glibc[212];
    int fd;
    int pushed_count;
    unsigned char pushed[MOST_PUSHED];
};

static struct stream standard[3] = {
    {.flags = NO_WRITES, .fd = 0},
    {.flags = NO_READS, .fd = 1},
    {.flags = NO_READS, .fd = 2},
};

static struct stream *stream_of(struct stream *stream) {
    return stream == STDIN ? &standard[0] : stream == STDOUT ? &standard[1] : stream == STDERR ? &standard[2] : stream;
}

/* Opening and closing. */

/* The flags of open() for a mode; -1 if it is none. */
static int mode_flags(const char *mode) {
    int flags;
    switch (mode[0]) {
    case 'r':
        flags = 0;
        break;
    case 'w':
        flags = WRITE_ONLY | CREATE | TRUNCATE;
        break;
    case 'a':
        flags = WRITE_ONLY | CREATE | APPEND;
        break;
    default:
        *__errno_location() = EINVAL_;
        return -1;
    }
    for (int i = 1; i < 7 && mode[i] != '\0' && mode[i] != ','; i++) {
        if (mode[i] == '+') {
            flags = (flags & ~WRITE_ONLY) | READ_WRITE;
        } else if (mode[i] == 'x') {
            flags |= EXCLUSIVE;
        }
    }
    return flags;
}

static void attach(struct stream *stream, int fd, int flags) {
    stream->fd = fd;
    stream->flags = flags & READ_WRITE ? 0 : flags & WRITE_ONLY ? NO_READS : NO_WRITES;
    stream->pushed_count = 0;
    if ((flags & APPEND) && !(flags & READ_WRITE)) {
        lseek(fd, 0, 2);
    }
}

static struct stream *new_stream(int fd, int flags) {
    struct stream *stream = fd < 0 ? NULL : malloc(sizeof *stream);
    if (stream == NULL) {
        return NULL;
    }
    memset(stream, 0, sizeof *stream);
    attach(stream, fd, flags);
    return stream;
}

struct stream *fopen(const char *restrict name, const char *restrict mode) {
    int flags = mode_flags(mode);
    return flags < 0 ? NULL : new_stream(__pleach_open(name, flags), flags);
}

struct stream *fopen64(const char *restrict name, const char *restrict mode) {
    return fopen(name, mode);
}

struct stream *fdopen(int fd, const char *mode) {
    int flags = mode_flags(mode);
    if (flags < 0 || lseek(fd, 0, 1) < 0) {
        if (flags < 0 || *__errno_location() == EBADF_) {
            return NULL;
        }
    }
    return new_stream(fd, flags);
}

struct stream *tmpfile(void) {
    return new_stream(__pleach_open_unnamed(), READ_WRITE);
}

struct stream *tmpfile64(void) {
    return tmpfile();
}

int fclose(struct stream *stream) {
    struct stream *real = stream_of(stream);
    int result = close(real->fd);
    if (real == stream) {
        free(real);
    } else {
        real->flags = NO_READS | NO_WRITES;
    }
    return result < 0 ? EOF_ : 0;
}

void __pleach_unsupported(const char *what);

struct stream *freopen(const char *restrict name, const char *restrict mode, struct stream *restrict stream) {
    struct stream *real = stream_of(stream);
    if (real == &standard[1] || real == &standard[2]) {
        __pleach_unsupported("freopen of standard output");
    }
    close(real->fd);
    int flags = mode_flags(mode);
    int fd = flags < 0 ? -1 : __pleach_open(name, flags);
    if (fd < 0) {
        return NULL;
    }
    attach(real, fd, flags);
    return stream;
}

struct stream *freopen64(const char *restrict name, const char *restrict mode, struct stream *restrict stream) {
    return freopen(name, mode, stream);
}

int fileno(struct stream *stream) {
    return stream_of(stream)->fd;
}

int fileno_unlocked(struct stream *stream) {
    return fileno(stream);
}

/* State. */

int feof(struct stream *stream) {
    return (stream_of(stream)->flags & AT_END) != 0;
}

int feof_unlocked(struct stream *stream) {
    return feof(stream);
}

int ferror(struct stream *stream) {
    return (stream_of(stream)->flags & FAILED) != 0;
}

int ferror_unlocked(struct stream *stream) {
    return ferror(stream);
}

void clearerr(struct stream *stream) {
    stream_of(stream)->flags &= ~(AT_END | FAILED);
}

void clearerr_unlocked(struct stream *stream) {
    clearerr(stream);
}

static int refuse(struct stream *stream) {
    stream->flags |= FAILED;
    *__errno_location() = EBADF_;
    return EOF_;
}

/* Places. */

int fseek(struct stream *stream, long offset, int whence) {
    struct stream *real = stream_of(stream);
    if (whence == 1) {
        offset -= real->pushed_count;
    }
    if (lseek(real->fd, offset, whence) < 0) {
        return -1;
    }
    real->pushed_count = 0;
    real->flags &= ~AT_END;
    return 0;
}

int fseeko(struct stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

int fseeko64(struct stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

long ftell(struct stream *stream) {
    struct stream *real = stream_of(stream);
    long at = lseek(real->fd, 0, 1);
    return at < 0 ? -1 : at - real->pushed_count;
}

long ftello(struct stream *stream) {
    return ftell(stream);
}

long ftello64(struct stream *stream) {
    return ftell(stream);
}

void rewind(struct stream *stream) {
    fseek(stream, 0, 0);
    clearerr(stream);
}

int fgetpos(struct stream *restrict stream, long *restrict at) {
    *at = ftell(stream);
    return *at < 0 ? -1 : 0;
}

int fsetpos(struct stream *stream, const long *at) {
    return fseek(stream, *at, 0);
}

/* Reading. */

int fgetc(struct stream *stream) {
    struct stream *real = stream_of(stream);
    if (real->flags & NO_READS) {
        return refuse(real);
    }
    if (real->pushed_count > 0) {
        return real->pushed[--real->pushed_count];
    }
    unsigned char byte;
    if ((real->flags & AT_END) || read(real->fd, &byte, 1) != 1) {
        real->flags |= AT_END;
        return EOF_;
    }
    return byte;
}

int getc(struct stream *stream) {
    return fgetc(stream);
}

int _IO_getc(struct stream *stream) {
    return fgetc(stream);
}

int fgetc_unlocked(struct stream *stream) {
    return fgetc(stream);
}

int getc_unlocked(struct stream *stream) {
    return fgetc(stream);
}

int __uflow(struct stream *stream) {
    return fgetc(stream);
}

int getchar(void) {
    return fgetc(STDIN);
}

int getchar_unlocked(void) {
    return fgetc(STDIN);
}

int ungetc(int c, struct stream *stream) {
    struct stream *real = stream_of(stream);
    if (c == EOF_ || real->pushed_count == MOST_PUSHED) {
        return EOF_;
    }
    real->pushed[real->pushed_count++] = (unsigned char)c;
    real->flags &= ~AT_END;
    return (unsigned char)c;
}

char *fgets(char *restrict to, int size, struct stream *restrict stream) {
    if (size <= 0) {
        return NULL;
    }
    int count = 0;
    while (count < size - 1) {
        int c = fgetc(stream);
        if (c == EOF_) {
            break;
        }
        to[count++] = (char)c;
        if (c == '\n') {
            break;
        }
    }
    if (count == 0 && size > 1) {
        return NULL;
    }
    to[count] = '\0';
    return to;
}

char *fgets_unlocked(char *restrict to, int size, struct stream *restrict stream) {
    return fgets(to, size, stream);
}

char *__fgets_chk(char *restrict to, size_t room, int size, struct stream *restrict stream) {
    (void)room;
    return fgets(to, size, stream);
}

size_t fread(void *restrict to, size_t size, size_t count, struct stream *restrict stream) {
    struct stream *real = stream_of(stream);
    size_t total = size * count;
    if (total == 0) {
        return 0;
    }
    if (real->flags & NO_READS) {
        refuse(real);
        return 0;
    }
    char *bytes = to;
    size_t done = 0;
    while (done < total && real->pushed_count > 0) {
        bytes[done++] = (char)real->pushed[--real->pushed_count];
    }
    if (done < total && !(real->flags & AT_END)) {
        long more = read(real->fd, bytes + done, total - done);
        done += more > 0 ? (size_t)more : 0;
    }
    if (done < total) {
        real->flags |= AT_END;
    }
    return done / size;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, struct stream *restrict stream) {
    return fread(to, size, count, stream);
}

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, struct stream *restrict stream) {
    (void)room;
    return fread(to, size, count, stream);
}

long getdelim(char **restrict line, size_t *restrict room, int delimiter, struct stream *restrict stream) {
    enum { FIRST = 120 };
    if (line == NULL || room == NULL) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    if (ferror(stream)) {
        return -1;
    }
    if (*line == NULL || *room == 0) {
        char *fresh = realloc(*line, FIRST);
        if (fresh == NULL) {
            return -1;
        }
        *line = fresh;
        *room = FIRST;
    }
    size_t count = 0;
    for (int c; (c = fgetc(stream)) != EOF_;) {
        if (count + 2 > *room) {
            char *larger = realloc(*line, 2 * *room);
            if (larger == NULL) {
                return -1;
            }
            *line = larger;
            *room *= 2;
        }
        (*line)[count++] = (char)c;
        if (c == delimiter) {
            break;
        }
    }
    if (count == 0) {
        return -1;
    }
    (*line)[count] = '\0';
    return (long)count;
}

long __getdelim(char **restrict line, size_t *restrict room, int delimiter, struct stream *restrict stream) {
    return getdelim(line, room, delimiter, stream);
}

long getline(char **restrict line, size_t *restrict room, struct stream *restrict stream) {
    return getdelim(line, room, '\n', stream);
}

/* Writing to files. The executor's functions of the same names without the prefix write to its own streams and call these for all
 * others. */

size_t __pleach_fwrite(const void *from, size_t size, size_t count, struct stream *stream) {
    struct stream *real = stream_of(stream);
    if (size * count == 0) {
        return 0;
    }
    if (real->flags & NO_WRITES) {
        refuse(real);
        return 0;
    }
    if (real->pushed_count > 0) {
        fseek(stream, 0, 1);
    }
    long done = write(real->fd, from, size * count);
    if (done < 0) {
        real->flags |= FAILED;
        return 0;
    }
    return (size_t)done / size;
}

int __pleach_fputc(int c, struct stream *stream) {
    unsigned char byte = (unsigned char)c;
    return __pleach_fwrite(&byte, 1, 1, stream) == 1 ? byte : EOF_;
}

int __pleach_fputs(const char *s, struct stream *stream) {
    size_t length = strlen(s);
    return __pleach_fwrite(s, 1, length, stream) == length ? 1 : EOF_;
}

/* Formatted output: `text` is on the heap and is no longer needed. */
int __pleach_put_text(char *text, size_t length, struct stream *stream) {
    size_t done = __pleach_fwrite(text, 1, length, stream);
    free(text);
    if (length == 0 && (stream_of(stream)->flags & NO_WRITES)) {
        return refuse(stream_of(stream));
    }
    return done == length ? (int)length : -1;
}

int __overflow(struct stream *stream, int c) {
    return __pleach_fputc(c, stream);
}

void perror(const char *s) {
    const char *what = strerror(*__errno_location());
    if (s != NULL && *s != '\0') {
        write(2, s, strlen(s));
        write(2, ": ", 2);
    }
    write(2, what, strlen(what));
    write(2, "\n", 1);
}
