/* More of <unistd.h>, <fcntl.h> and <stdlib.h>, by way of the functions of files.c. There is one directory, where the program is. */
#include <stdarg.h>
#include <stddef.h>

int open(const char *name, int flags, ...);
int close(int fd);
long read(int fd, void *to, size_t count);
long write(int fd, const void *from, size_t count);
long lseek(int fd, long offset, int whence);
int ftruncate(int fd, long size);
int unlink(const char *name);
int rename(const char *from, const char *to);
int access(const char *name, int mode);
int vasprintf(char **to, const char *format, va_list arguments);
void free(void *p);
size_t strlen(const char *s);
int *__errno_location(void);
void __pleach_unsupported(const char *what);
void __chk_fail(void);

enum { EEXIST_ = 17, EINVAL_ = 22, READ_WRITE = 2, CREATE = 0100, EXCLUSIVE = 0200 };

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

/* At a given position; the file's own position does not change. */

long pread(int fd, void *to, size_t count, long offset) {
    long last = lseek(fd, 0, 1);
    if (last < 0 || offset < 0) {
        return last < 0 ? -1 : fail(EINVAL_);
    }
    lseek(fd, offset, 0);
    long done = read(fd, to, count);
    lseek(fd, last, 0);
    return done;
}

long pwrite(int fd, const void *from, size_t count, long offset) {
    long last = lseek(fd, 0, 1);
    if (last < 0 || offset < 0) {
        return last < 0 ? -1 : fail(EINVAL_);
    }
    lseek(fd, offset, 0);
    long done = write(fd, from, count);
    lseek(fd, last, 0);
    return done;
}

long pread64(int fd, void *to, size_t count, long offset) {
    return pread(fd, to, count, offset);
}

long pwrite64(int fd, const void *from, size_t count, long offset) {
    return pwrite(fd, from, count, offset);
}

long __pread_chk(int fd, void *to, size_t count, long offset, size_t room) {
    if (count > room) {
        __chk_fail();
    }
    return pread(fd, to, count, offset);
}

long __pread64_chk(int fd, void *to, size_t count, long offset, size_t room) {
    return __pread_chk(fd, to, count, offset, room);
}

struct part {
    void *bytes;
    size_t count;
};

long readv(int fd, const struct part *parts, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long done = read(fd, parts[i].bytes, parts[i].count);
        if (done < 0) {
            return total > 0 ? total : -1;
        }
        total += done;
        if ((size_t)done < parts[i].count) {
            break;
        }
    }
    return total;
}

long writev(int fd, const struct part *parts, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long done = write(fd, parts[i].bytes, parts[i].count);
        if (done < 0) {
            return total > 0 ? total : -1;
        }
        total += done;
    }
    return total;
}

int truncate(const char *name, long size) {
    enum { WRITE_ONLY = 1 };
    if (size < 0) {
        return fail(EINVAL_);
    }
    int fd = open(name, WRITE_ONLY);
    if (fd < 0) {
        return -1;
    }
    int result = ftruncate(fd, size);
    close(fd);
    return result;
}

int truncate64(const char *name, long size) {
    return truncate(name, size);
}

/* Relative to a directory, of which there is only one. */

static void must_be_here(int directory) {
    enum { HERE = -100 };
    if (directory != HERE) {
        __pleach_unsupported("a directory that is open");
    }
}

int openat(int directory, const char *name, int flags, ...) {
    unsigned mode = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    must_be_here(directory);
    return open(name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...) {
    unsigned mode = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    must_be_here(directory);
    return open(name, flags, mode);
}

int __openat_2(int directory, const char *name, int flags) {
    return openat(directory, name, flags);
}

int __openat64_2(int directory, const char *name, int flags) {
    return openat(directory, name, flags);
}

int unlinkat(int directory, const char *name, int flags) {
    must_be_here(directory);
    if (flags != 0) {
        __pleach_unsupported("unlinkat of a directory");
    }
    return unlink(name);
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    must_be_here(from_directory);
    must_be_here(to_directory);
    return rename(from, to);
}

int faccessat(int directory, const char *name, int mode, int flags) {
    (void)flags;
    must_be_here(directory);
    return access(name, mode);
}

/* No file is a link. */
long readlink(const char *restrict name, char *restrict to, size_t size) {
    (void)to, (void)size;
    return access(name, 0) < 0 ? -1 : fail(EINVAL_);
}

long __readlink_chk(const char *restrict name, char *restrict to, size_t size, size_t room) {
    if (size > room) {
        __chk_fail();
    }
    return readlink(name, to, size);
}

/* New files with unique names. */

int mkostemps(char *name, int suffix, int flags) {
    size_t length = strlen(name);
    if (suffix < 0 || length < (size_t)suffix + 6) {
        return fail(EINVAL_);
    }
    char *letters = name + length - (size_t)suffix - 6;
    for (int i = 0; i < 6; i++) {
        if (letters[i] != 'X') {
            return fail(EINVAL_);
        }
    }
    for (unsigned number = 0; number < 26 * 26 * 26; number++) {
        unsigned rest = number;
        for (int i = 5; i >= 0; i--, rest /= 26) {
            letters[i] = (char)('a' + rest % 26);
        }
        int fd = open(name, (flags & ~3) | READ_WRITE | CREATE | EXCLUSIVE, 0600);
        if (fd >= 0 || *__errno_location() != EEXIST_) {
            return fd;
        }
    }
    return -1;
}

int mkstemp(char *name) {
    return mkostemps(name, 0, 0);
}

int mkstemp64(char *name) {
    return mkostemps(name, 0, 0);
}

int mkostemp(char *name, int flags) {
    return mkostemps(name, 0, flags);
}

int mkostemp64(char *name, int flags) {
    return mkostemps(name, 0, flags);
}

int mkstemps(char *name, int suffix) {
    return mkostemps(name, suffix, 0);
}

int mkstemps64(char *name, int suffix) {
    return mkostemps(name, suffix, 0);
}

int mkostemps64(char *name, int suffix, int flags) {
    return mkostemps(name, suffix, flags);
}

/* Formatted output by numbers. */

int vdprintf(int fd, const char *restrict format, va_list arguments) {
    char *text;
    int length = vasprintf(&text, format, arguments);
    if (length < 0) {
        return -1;
    }
    long done = write(fd, text, (size_t)length);
    free(text);
    return done < 0 ? -1 : length;
}

int dprintf(int fd, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vdprintf(fd, format, arguments);
    va_end(arguments);
    return result;
}

int __vdprintf_chk(int fd, int level, const char *restrict format, va_list arguments) {
    (void)level;
    return vdprintf(fd, format, arguments);
}

int __dprintf_chk(int fd, int level, const char *restrict format, ...) {
    (void)level;
    va_list arguments;
    va_start(arguments, format);
    int result = vdprintf(fd, format, arguments);
    va_end(arguments);
    return result;
}
