/* <stdio.h>: streams over the files of files.c. The executor does formatted output; if it goes to a file of the program, it calls
 * functions here with the bytes. Formatted input is in scanf.c.
 *
 * Nothing is buffered: a write is in the file at once, and read() on a stream's number goes on where the stream stopped.
 */
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);
int __pleach_open(const char *name, int flags, unsigned mode);
int __pleach_open_unnamed(void);
int close(int fd);
int dup2(int fd, int number);
void __pleach_unsupported(const char *what);
long read(int fd, void *to, size_t count);
long write(int fd, const void *from, size_t count);
long lseek(int fd, long offset, int whence);
size_t strlen(const char *s);
char *strerror(int error);

/* The executor's stream that a number refers to; 0 if none. */
int __pleach_goes_to(int fd);

enum { EBADF_ = 9, EAGAIN_ = 11, EINVAL_ = 22, ESPIPE_ = 29 };
enum { WRITE_ONLY = 1, READ_WRITE = 2, CREATE = 0100, EXCLUSIVE = 0200, TRUNCATE = 01000, APPEND = 02000, CLOSE_ON_EXEC = 02000000 };
/* glibc's bits, which its headers look at. */
enum { NO_READS = 4, NO_WRITES = 8, AT_END = 0x10, FAILED = 0x20 };
enum { EOF_ = -1, MOST_PUSHED = 16 };

/* The functions of a stream that is not over a file: glibc's cookie_io_functions_t. */
struct operations {
    long (*read)(void *cookie, char *to, size_t count);
    long (*write)(void *cookie, const char *from, size_t count);
    int (*seek)(void *cookie, long *offset, int whence);
    int (*close)(void *cookie);
};

/* The executor knows this layout. glibc's headers know the part up to `redirected`: the pointers there are null, which means that
 * the buffers are empty. */
struct stream {
    int flags;
    char pointers[108];
    int fd;
    char others[100];
    /* Whether output goes elsewhere than to the executor's stream of that number. */
    int redirected;
    int pushed_count;
    void *cookie;
    struct operations *operations;
    unsigned char pushed[MOST_PUSHED];
};

_Static_assert(offsetof(struct stream, fd) == 112 && offsetof(struct stream, redirected) == 216, "as the executor has it");
_Static_assert(sizeof(struct stream) == 256, "as the executor has it");

/* The executor's. */
extern struct stream *stdin, *stdout, *stderr;

/* Opening and closing. */

/* The flags of open() for a mode; -1 if it is not a valid mode. */
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
        } else if (mode[i] == 'e') {
            flags |= CLOSE_ON_EXEC;
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
    return flags < 0 ? NULL : new_stream(__pleach_open(name, flags, 0666), flags);
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

struct stream *fopencookie(void *restrict cookie, const char *restrict mode, struct operations operations) {
    int flags = mode_flags(mode);
    struct operations *copy = flags < 0 ? NULL : malloc(sizeof *copy);
    struct stream *stream = copy == NULL ? NULL : new_stream(0, flags & ~APPEND);
    if (stream != NULL) {
        *copy = operations;
        stream->fd = -1;
        stream->cookie = cookie;
        stream->operations = copy;
    }
    return stream;
}

static int is_standard(const struct stream *stream) {
    return stream == stdin || stream == stdout || stream == stderr;
}

/* Closes the file of a stream, and keeps the stream. */
static int detach(struct stream *stream) {
    struct operations *operations = stream->operations;
    if (operations == NULL) {
        return close(stream->fd);
    }
    int result = operations->close == NULL ? 0 : operations->close(stream->cookie);
    stream->operations = NULL;
    free(operations);
    return result;
}

int fclose(struct stream *stream) {
    int result = detach(stream);
    if (is_standard(stream)) {
        stream->flags = NO_READS | NO_WRITES;
        stream->redirected = 1;
    } else {
        free(stream);
    }
    return result < 0 ? EOF_ : 0;
}

/* Updates where standard output and standard error go, after a number refers to another file. */
void __pleach_redirected(void) {
    stdout->redirected = __pleach_goes_to(stdout->fd) != 1;
    stderr->redirected = __pleach_goes_to(stderr->fd) != 2;
}

/* As natively, the stream keeps its number. */
struct stream *freopen(const char *restrict name, const char *restrict mode, struct stream *restrict stream) {
    int last = stream->fd;
    if (name == NULL) {
        __pleach_unsupported("freopen without a name");
    }
    if (stream->operations != NULL) {
        detach(stream);
    }
    int flags = mode_flags(mode);
    int fd = flags < 0 ? -1 : __pleach_open(name, flags, 0666);
    if (fd < 0) {
        if (last >= 0) {
            close(last);
        }
        stream->flags = NO_READS | NO_WRITES;
        stream->redirected = 1;
        return NULL;
    }
    if (last >= 0 && fd != last) {
        dup2(fd, last);
        close(fd);
        fd = last;
    }
    attach(stream, fd, flags);
    __pleach_redirected();
    return stream;
}

struct stream *freopen64(const char *restrict name, const char *restrict mode, struct stream *restrict stream) {
    return freopen(name, mode, stream);
}

int fileno(struct stream *stream) {
    if (stream->operations != NULL) {
        *__errno_location() = EBADF_;
        return -1;
    }
    return stream->fd;
}

int fileno_unlocked(struct stream *stream) {
    return fileno(stream);
}

/* There is one thread, which holds every lock. */

void flockfile(struct stream *stream) {
    (void)stream;
}

void funlockfile(struct stream *stream) {
    (void)stream;
}

int ftrylockfile(struct stream *stream) {
    (void)stream;
    return 0;
}

/* State. */

int feof(struct stream *stream) {
    return (stream->flags & AT_END) != 0;
}

int feof_unlocked(struct stream *stream) {
    return feof(stream);
}

int ferror(struct stream *stream) {
    return (stream->flags & FAILED) != 0;
}

int ferror_unlocked(struct stream *stream) {
    return ferror(stream);
}

void clearerr(struct stream *stream) {
    stream->flags &= ~(AT_END | FAILED);
}

void clearerr_unlocked(struct stream *stream) {
    clearerr(stream);
}

static int refuse(struct stream *stream) {
    stream->flags |= FAILED;
    *__errno_location() = EBADF_;
    return EOF_;
}

/* Positions. */

static long seek(struct stream *stream, long offset, int whence) {
    struct operations *operations = stream->operations;
    if (operations == NULL) {
        return lseek(stream->fd, offset, whence);
    }
    if (operations->seek == NULL) {
        *__errno_location() = ESPIPE_;
        return -1;
    }
    return operations->seek(stream->cookie, &offset, whence) < 0 ? -1 : offset;
}

int fseek(struct stream *stream, long offset, int whence) {
    if (whence == 1) {
        offset -= stream->pushed_count;
    }
    if (seek(stream, offset, whence) < 0) {
        return -1;
    }
    stream->pushed_count = 0;
    stream->flags &= ~AT_END;
    return 0;
}

int fseeko(struct stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

int fseeko64(struct stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

long ftell(struct stream *stream) {
    long at = seek(stream, 0, 1);
    return at < 0 ? -1 : at - stream->pushed_count;
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

int fgetpos64(struct stream *restrict stream, long *restrict at) {
    return fgetpos(stream, at);
}

int fsetpos64(struct stream *stream, const long *at) {
    return fsetpos(stream, at);
}

/* Reading. */

static long take(struct stream *stream, void *to, size_t count) {
    struct operations *operations = stream->operations;
    if (operations == NULL) {
        return read(stream->fd, to, count);
    }
    return operations->read == NULL ? 0 : operations->read(stream->cookie, to, count);
}

/* What a read without result says of the stream: that it is at its end, or that it cannot be read, as a directory. */
static void stop(struct stream *stream, long result) {
    stream->flags |= result < 0 ? FAILED : AT_END;
}

int fgetc(struct stream *stream) {
    if (stream->flags & NO_READS) {
        return refuse(stream);
    }
    if (stream->pushed_count > 0) {
        return stream->pushed[--stream->pushed_count];
    }
    if (stream->flags & AT_END) {
        return EOF_;
    }
    unsigned char byte;
    long result = take(stream, &byte, 1);
    if (result != 1) {
        stop(stream, result);
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
    return fgetc(stdin);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

int ungetc(int c, struct stream *stream) {
    if (c == EOF_ || stream->pushed_count == MOST_PUSHED) {
        return EOF_;
    }
    stream->pushed[stream->pushed_count++] = (unsigned char)c;
    stream->flags &= ~AT_END;
    return (unsigned char)c;
}

char *fgets(char *restrict to, int size, struct stream *restrict stream) {
    if (size <= 0) {
        return NULL;
    }
    int count = 0, failed = stream->flags & FAILED;
    while (count < size - 1) {
        int c = fgetc(stream);
        if (c == EOF_) {
            /* What was read before an error is lost, unless there is only nothing to be read yet. */
            if (!failed && (stream->flags & FAILED) && *__errno_location() != EAGAIN_) {
                return NULL;
            }
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

void __chk_fail(void);

char *__fgets_unlocked_chk(char *restrict to, size_t room, int size, struct stream *restrict stream) {
    if (size > 0 && (size_t)size > room) {
        __chk_fail();
    }
    return fgets(to, size, stream);
}

char *__fgets_chk(char *restrict to, size_t room, int size, struct stream *restrict stream) {
    if (size > 0 && (size_t)size > room) {
        __chk_fail();
    }
    return fgets(to, size, stream);
}

size_t fread(void *restrict to, size_t size, size_t count, struct stream *restrict stream) {
    size_t total = size * count;
    if (total == 0) {
        return 0;
    }
    if (stream->flags & NO_READS) {
        refuse(stream);
        return 0;
    }
    char *bytes = to;
    size_t done = 0;
    while (done < total && stream->pushed_count > 0) {
        bytes[done++] = (char)stream->pushed[--stream->pushed_count];
    }
    while (done < total && !(stream->flags & AT_END)) {
        long more = take(stream, bytes + done, total - done);
        if (more <= 0) {
            stop(stream, more);
            break;
        }
        done += (size_t)more;
    }
    return done / size;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, struct stream *restrict stream) {
    return fread(to, size, count, stream);
}

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, struct stream *restrict stream) {
    if (size * count > room) {
        __chk_fail();
    }
    return fread(to, size, count, stream);
}

size_t __fread_unlocked_chk(void *restrict to, size_t room, size_t size, size_t count, struct stream *restrict stream) {
    return __fread_chk(to, room, size, count, stream);
}

int getw(struct stream *stream) {
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF_;
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
    if (size * count == 0) {
        return 0;
    }
    if (stream->flags & NO_WRITES) {
        refuse(stream);
        return 0;
    }
    if (stream->pushed_count > 0) {
        fseek(stream, 0, 1);
    }
    struct operations *operations = stream->operations;
    long done = operations == NULL          ? write(stream->fd, from, size * count)
                : operations->write == NULL ? (long)(size * count)
                                            : operations->write(stream->cookie, from, size * count);
    if (done < 0 || (size_t)done < size * count) {
        stream->flags |= FAILED;
    }
    return done < 0 ? 0 : (size_t)done / size;
}

int __pleach_fputc(int c, struct stream *stream) {
    unsigned char byte = (unsigned char)c;
    return __pleach_fwrite(&byte, 1, 1, stream) == 1 ? byte : EOF_;
}

int __pleach_fputs(const char *s, struct stream *stream) {
    size_t length = strlen(s);
    return __pleach_fwrite(s, 1, length, stream) == length ? 1 : EOF_;
}

int __pleach_puts(const char *s) {
    int result = __pleach_fputs(s, stdout) < 0 || __pleach_fputc('\n', stdout) < 0 ? EOF_ : (int)strlen(s) + 1;
    return result;
}

/* Formatted output: `text` is on the heap, and is freed here. */
int __pleach_put_text(char *text, size_t length, struct stream *stream) {
    size_t done = __pleach_fwrite(text, 1, length, stream);
    free(text);
    if (length == 0 && (stream->flags & NO_WRITES)) {
        return refuse(stream);
    }
    return done == length ? (int)length : -1;
}

/* The same if a character follows that cannot be written. */
int __pleach_put_part(char *text, size_t length, struct stream *stream) {
    enum { EILSEQ_ = 84 };
    __pleach_put_text(text, length, stream);
    *__errno_location() = EILSEQ_;
    return -1;
}

int __overflow(struct stream *stream, int c) {
    return __pleach_fputc(c, stream);
}

int putw(int word, struct stream *stream) {
    return __pleach_fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF_;
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
