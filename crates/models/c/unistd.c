/* More of <unistd.h>, <fcntl.h> and <stdlib.h>, by way of the functions of files.c. */
#include <stdarg.h>
#include <stddef.h>

int open(const char *name, int flags, ...);
int close(int fd);
long read(int fd, void *to, size_t count);
long write(int fd, const void *from, size_t count);
long lseek(int fd, long offset, int whence);
int ftruncate(int fd, long size);
int mkdir(const char *name, unsigned mode);
int vasprintf(char **to, const char *format, va_list arguments);
void free(void *p);
size_t strlen(const char *s);
int *__errno_location(void);
void __pleach_unsupported(const char *what);
void __chk_fail(void);
int fcntl(int fd, int command, ...);

/* Functions of files.c: the file of a number, and whether it is a plain one that is open for writing or for reading. */
struct node *__pleach_node_of(int fd);
int __pleach_is_plain(int fd, int writes);

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

/* From one file to another, from these places or from where they are. */
long copy_file_range(int from, long *from_at, int to, long *to_at, size_t count, unsigned flags) {
    enum { APPEND = 02000, GET_FLAGS = 3, ROOM = 4096, EOVERFLOW_ = 75 };
    char bytes[ROOM];
    size_t done = 0;
    if (!__pleach_is_plain(from, 0) || !__pleach_is_plain(to, 1) || (fcntl(to, GET_FLAGS) & APPEND)) {
        __pleach_unsupported("copy_file_range of what are not two files");
    }
    long first = from_at == NULL ? lseek(from, 0, 1) : *from_at, second = to_at == NULL ? lseek(to, 0, 1) : *to_at;
    if (flags != 0) {
        return fail(EINVAL_);
    }
    if ((size_t)first + count < (size_t)first || (size_t)second + count < (size_t)second) {
        return fail(EOVERFLOW_);
    }
    if (first < 0 || second < 0) {
        return fail(EINVAL_);
    }
    if (__pleach_node_of(from) == __pleach_node_of(to)) {
        __pleach_unsupported("copy_file_range within one file");
    }
    while (done < count) {
        size_t wanted = count - done < ROOM ? count - done : ROOM;
        long now = pread(from, bytes, wanted, first + (long)done);
        if (now <= 0) {
            break;
        }
        long written = pwrite(to, bytes, (size_t)now, second + (long)done);
        if (written < 0) {
            break;
        }
        done += (size_t)written;
    }
    if (from_at != NULL) {
        *from_at += (long)done;
    } else {
        lseek(from, (long)done, 1);
    }
    if (to_at != NULL) {
        *to_at += (long)done;
    } else {
        lseek(to, (long)done, 1);
    }
    return (long)done;
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

int __pleach_open_at(int directory, const char *name, int flags, unsigned mode);

int openat(int directory, const char *name, int flags, ...) {
    unsigned mode = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    return __pleach_open_at(directory, name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...) {
    unsigned mode = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    return __pleach_open_at(directory, name, flags, mode);
}

int __openat_2(int directory, const char *name, int flags) {
    return __pleach_open_at(directory, name, flags, 0);
}

int __openat64_2(int directory, const char *name, int flags) {
    return __pleach_open_at(directory, name, flags, 0);
}

/* What is advised changes nothing. */
int posix_fadvise(int fd, long offset, long length, int advice) {
    enum { EBADF_ = 9, ESPIPE_ = 29, NO_REUSE = 5 };
    (void)offset;
    int kept = *__errno_location(), error = 0;
    if (lseek(fd, 0, 1) < 0) {
        error = *__errno_location() == ESPIPE_ ? ESPIPE_ : EBADF_;
    } else if (length < 0 || advice < 0 || advice > NO_REUSE) {
        error = EINVAL_;
    }
    *__errno_location() = kept;
    return error;
}

int posix_fadvise64(int fd, long offset, long length, int advice) {
    return posix_fadvise(fd, offset, length, advice);
}

/* Whether there is a file behind a number, which is more than a path (O_PATH); else with errno. */
static int is_file(int fd) {
    enum { EBADF_ = 9 };
    int kept = *__errno_location();
    if (lseek(fd, 0, 1) < 0 && *__errno_location() == EBADF_) {
        return 0;
    }
    *__errno_location() = kept;
    return 1;
}

/* No other process holds a lock. */
int flock(int fd, int operation) {
    enum { SHARED = 1, EXCLUSIVELY = 2, UNLOCK = 8, AT_ONCE = 4 };
    int what = operation & ~AT_ONCE;
    if (!is_file(fd)) {
        return -1;
    }
    return what == SHARED || what == EXCLUSIVELY || what == UNLOCK ? 0 : fail(EINVAL_);
}

/* Everything is where it belongs at once. */
void sync(void) {
}

int syncfs(int fd) {
    return is_file(fd) ? 0 : -1;
}

/* New files with unique names. */

/* Replaces the six letters before the suffix until `make` succeeds. */
static int try_names(char *name, int suffix, int flags, int (*make)(const char *name, int flags)) {
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
        int made = make(name, flags);
        if (made >= 0 || *__errno_location() != EEXIST_) {
            return made;
        }
    }
    return -1;
}

static int make_file(const char *name, int flags) {
    return open(name, (flags & ~3) | READ_WRITE | CREATE | EXCLUSIVE, 0600);
}

static int make_directory(const char *name, int flags) {
    (void)flags;
    return mkdir(name, 0700);
}

int mkostemps(char *name, int suffix, int flags) {
    return try_names(name, suffix, flags, make_file);
}

char *mkdtemp(char *name) {
    return try_names(name, 0, 0, make_directory) < 0 ? NULL : name;
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
