/* Compares the rest of <unistd.h> and streams that are no files with the system's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "compare.h"

int pl_open(const char *, int, ...), pl_close(int), pl_dup2(int, int), pl_dup3(int, int, int), pl_fcntl(int, int, ...);
int pl_fcntl64(int, int, ...), pl_dup(int), pl_ftruncate64(int, long), pl_fdatasync(int), pl_chmod(const char *, unsigned);
int pl_fchmod(int, unsigned), pl_stat(const char *, struct stat *), pl_lstat64(const char *, struct stat *);
int pl_fstat(int, struct stat *), pl_creat64(const char *, unsigned), pl___open64_2(const char *, int), pl_unlink(const char *);
long pl_read(int, void *, size_t), pl_write(int, const void *, size_t), pl_lseek(int, long, int);
long pl_pread(int, void *, size_t, long), pl_pread64(int, void *, size_t, long), pl_pwrite(int, const void *, size_t, long);
long pl_pwrite64(int, const void *, size_t, long), pl___pread_chk(int, void *, size_t, long, size_t);
long pl___pread64_chk(int, void *, size_t, long, size_t), pl_readv(int, const struct iovec *, int);
long pl_writev(int, const struct iovec *, int), pl_readlink(const char *, char *, size_t);
long pl___readlink_chk(const char *, char *, size_t, size_t);
int pl_truncate(const char *, long), pl_truncate64(const char *, long), pl_openat(int, const char *, int, ...);
int pl_openat64(int, const char *, int, ...), pl___openat_2(int, const char *, int), pl___openat64_2(int, const char *, int);
int pl_unlinkat(int, const char *, int), pl_renameat(int, const char *, int, const char *), pl_faccessat(int, const char *, int, int);
int pl_mkstemp(char *), pl_mkstemp64(char *), pl_mkostemp(char *, int), pl_mkostemp64(char *, int), pl_mkstemps(char *, int);
int pl_mkstemps64(char *, int), pl_mkostemps(char *, int, int), pl_mkostemps64(char *, int, int);
int pl_dprintf(int, const char *, ...), pl_vdprintf(int, const char *, va_list), pl___dprintf_chk(int, int, const char *, ...);
int pl___vdprintf_chk(int, int, const char *, va_list);
FILE *pl_fmemopen(void *, size_t, const char *), *pl_open_memstream(char **, size_t *);
FILE *pl_fopen(const char *, const char *);
FILE *pl_fopencookie(void *, const char *, cookie_io_functions_t);
int pl_fclose(FILE *), pl_fgetc(FILE *), pl_ungetc(int, FILE *), pl___pleach_fputs(const char *, FILE *), pl___pleach_fputc(int, FILE *);
int pl_fseek(FILE *, long, int), pl_fileno(FILE *), pl_getw(FILE *), pl_putw(int, FILE *), pl_fgetpos64(FILE *, long *);
int pl_fsetpos64(FILE *, const long *), pl___pleach_goes_to(int);
long pl_ftell(FILE *);
extern FILE *pl_stdout, *pl_stderr;

/* The same operation on both sides: results, and errno where it fails. */
#define SAME(ours, theirs)                                                                                             \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        long got = (long)(ours);                                                                                       \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        long expected = (long)(theirs);                                                                                \
        CHECK(got == expected && (got >= 0 || error == errno), "%ld %ld, errno %d %d", got, expected, error, errno);   \
    } while (0)

static void one_file(void) {
    char a[16] = {0}, b[16] = {0};
    int append = below(3) == 0 ? O_APPEND : 0, mode = below(4) == 0 ? O_RDONLY : O_RDWR;
    int ours = pl_open("d", mode | O_CREAT | append, 0644), theirs = open("d", mode | O_CREAT | append, 0644);
    CHECK(ours >= 0 && theirs >= 0, "%d %d", ours, theirs);
    struct iovec our_parts[] = {{a, 3}, {a + 3, 5}}, their_parts[] = {{b, 3}, {b + 3, 5}};
    for (int step = 0; step < 12; step++) {
        long offset = (long)below(40) - 2;
        size_t count = below(9);
        for (size_t i = 0; i < count; i++) {
            a[i] = b[i] = (char)next();
        }
        switch (below(8)) {
        case 0:
            SAME(below(2) ? pl_pread(ours, a, count, offset) : pl_pread64(ours, a, count, offset), pread(theirs, b, count, offset));
            break;
        case 1:
            SAME(below(2) ? pl_pwrite(ours, a, count, offset) : pl_pwrite64(ours, a, count, offset), pwrite(theirs, b, count, offset));
            break;
        case 2:
            SAME(pl_readv(ours, our_parts, 2), readv(theirs, their_parts, 2));
            break;
        case 3:
            SAME(pl_writev(ours, our_parts, 2), writev(theirs, their_parts, 2));
            break;
        case 4:
            SAME(pl_ftruncate64(ours, offset), ftruncate(theirs, offset));
            break;
        case 5:
            SAME(below(2) ? pl_truncate("d", offset) : pl_truncate64("d", offset), truncate("d", offset));
            break;
        case 6:
            SAME(pl_fcntl(ours, F_GETFL) & (O_ACCMODE | O_APPEND), fcntl(theirs, F_GETFL) & (O_ACCMODE | O_APPEND));
            int flags = below(2) ? O_APPEND : 0;
            SAME(pl_fcntl64(ours, F_SETFL, flags), fcntl(theirs, F_SETFL, flags));
            break;
        case 7:
            SAME(pl_lseek(ours, 0, SEEK_CUR), lseek(theirs, 0, SEEK_CUR));
        }
        CHECK(memcmp(a, b, sizeof a) == 0, "step %d", step);
    }
    SAME(pl_fdatasync(ours), fdatasync(theirs));
    SAME(pl_close(ours), close(theirs));
    if (below(3) == 0) {
        SAME(pl_unlink("d"), unlink("d"));
    }
}

static void by_name(void) {
    struct stat a, b;
    SAME(pl_close(pl_creat64("e", 0644)), close(creat("e", 0644)));
    SAME(pl_chmod("e", 0600), chmod("e", 0600));
    CHECK(pl_stat("e", &a) == 0 && stat("e", &b) == 0 && a.st_mode == b.st_mode, "%o %o", a.st_mode, b.st_mode);
    int ours = pl___open64_2("e", O_RDWR), theirs = open("e", O_RDWR);
    SAME(pl_fchmod(ours, 0640), fchmod(theirs, 0640));
    CHECK(pl_lstat64("e", &a) == 0 && lstat("e", &b) == 0 && a.st_mode == b.st_mode, "%o %o", a.st_mode, b.st_mode);
    SAME(pl_close(ours), close(theirs));
    SAME(pl_chmod("none", 0600), chmod("none", 0600));
    SAME(pl_fchmod(57, 0600), fchmod(57, 0600));
    char link[8];
    SAME(pl_readlink("e", link, 8), readlink("e", link, 8));
    SAME(pl___readlink_chk("none", link, 8, 8), readlink("none", link, 8));
    SAME(pl_renameat(AT_FDCWD, "e", AT_FDCWD, "f"), renameat(AT_FDCWD, "e", AT_FDCWD, "f"));
    SAME(pl_faccessat(AT_FDCWD, "f", F_OK, 0), faccessat(AT_FDCWD, "f", F_OK, 0));
    SAME(pl_close(pl_openat(AT_FDCWD, "f", O_RDONLY)), close(openat(AT_FDCWD, "f", O_RDONLY)));
    SAME(pl_close(pl_openat64(AT_FDCWD, "f", O_RDONLY)), close(openat(AT_FDCWD, "f", O_RDONLY)));
    SAME(pl___openat_2(AT_FDCWD, "none", O_RDONLY), openat(AT_FDCWD, "none", O_RDONLY));
    SAME(pl___openat64_2(AT_FDCWD, "none", O_RDONLY), openat(AT_FDCWD, "none", O_RDONLY));
    SAME(pl_unlinkat(AT_FDCWD, "f", 0), unlinkat(AT_FDCWD, "f", 0));
    SAME(pl_unlinkat(AT_FDCWD, "f", 0), unlinkat(AT_FDCWD, "f", 0));
}

/* New names are not the system's, but fit the template. */
static void new_names(void) {
    char name[] = "aXXXXXX", other[] = "aXXXXXX", ends[] = "XXXXXX.c", short_one[] = "XXXXX", wrong[] = "XXXXXXa";
    int fd = pl_mkstemp(name);
    CHECK(fd >= 0 && pl_mkstemp64(other) >= 0 && strcmp(name, other) != 0 && name[0] == 'a' && strlen(name) == 7, "%s %s", name, other);
    CHECK(pl_fcntl(fd, F_GETFL) == (O_RDWR | 0100000 /* the kernel's own O_LARGEFILE */) && pl_mkstemps(ends, 2) >= 0 && !strcmp(ends + 6, ".c"), "%s", ends);
    SAME(pl_mkostemp(short_one, O_APPEND), mkostemp(short_one, O_APPEND));
    SAME(pl_mkostemp64(wrong, 0), mkostemp(wrong, 0));
    SAME(pl_mkstemps64(short_one, 2), mkstemps(short_one, 2));
    SAME(pl_mkostemps(short_one, -1, 0), mkostemps(short_one, -1, 0));
    SAME(pl_mkostemps64(wrong, 2, 0), mkostemps(wrong, 2, 0));
}

static int list(int which, int fd, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = which ? pl_vdprintf(fd, format, arguments) : pl___vdprintf_chk(fd, 1, format, arguments);
    va_end(arguments);
    return result;
}

static void numbers(void) {
    char text[64] = {0};
    CHECK(pl___pleach_goes_to(1) == 0 && pl___pleach_goes_to(2) == 2, "standard output is a file by now");
    int fd = pl_open("n", O_RDWR | O_CREAT, 0644), kept = pl_fcntl(2, F_DUPFD, 30);
    CHECK(kept == 30 && pl_dup2(fd, 2) == 2 && ((int *)pl_stderr)[54] == 1, "standard error is a file");
    CHECK(pl_dprintf(2, "%d %s", 5, "words") == 7 && pl___dprintf_chk(2, 1, "%c", 'x') == 1, "formatted");
    CHECK(list(0, 2, "<%x>", 255) == 4 && list(1, 2, "<%x>", 16) == 4, "lists");
    CHECK(pl___pread_chk(fd, text, 32, 0, 64) == 16 && !strcmp(text, "5 wordsx<ff><10>"), "%s", text);
    CHECK(pl___pread64_chk(fd, text, 2, 4, 64) == 2 && !strncmp(text, "rd", 2), "%s", text);
    CHECK(pl_dup3(kept, 2, O_CLOEXEC) == 2 && ((int *)pl_stderr)[54] == 0 && pl___pleach_goes_to(2) == 2, "as before");
    CHECK(pl_dprintf(57, "%d", 1) == -1 && errno == EBADF, "not open");
    SAME(pl_dup2(57, 3), dup2(57, 3));
    SAME(pl_dup2(fd, -1), dup2(0, -1));
    SAME(pl_dup3(fd, fd, 0), dup3(0, 0, 0));
    SAME(pl_dup2(fd, fd) == fd, dup2(0, 0) == 0);
    SAME(pl_fcntl(57, F_GETFD), fcntl(57, F_GETFD));
    SAME(pl_fcntl(fd, F_DUPFD, -1), fcntl(0, F_DUPFD, -1));
    CHECK(pl_fcntl(fd, F_GETFD) == 0 && pl_fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && pl_close(fd) == 0 && pl_close(kept) == 0, "closed");
}

/* Which numbers exec() closes, and with which flags files are open, for the ways to open and to copy a number. */
static void flags_of_numbers(void) {
    static const int ways[] = {O_RDWR, O_RDONLY | O_CLOEXEC, O_WRONLY | O_APPEND | O_CLOEXEC, O_RDWR | O_NONBLOCK | O_NOCTTY | O_TRUNC};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        int ours = pl_open("flags", ways[i] | O_CREAT, 0644), theirs = open("flags", ways[i] | O_CREAT, 0644);
        SAME(pl_fcntl(ours, F_GETFD), fcntl(theirs, F_GETFD));
        SAME(pl_fcntl(ours, F_GETFL), fcntl(theirs, F_GETFL));
        int copies[] = {pl_dup(ours), pl_fcntl(ours, F_DUPFD, 200), pl_fcntl64(ours, F_DUPFD_CLOEXEC, 200), pl_dup2(ours, 300), pl_dup3(ours, 301, O_CLOEXEC)};
        int natives[] = {dup(theirs), fcntl(theirs, F_DUPFD, 200), fcntl(theirs, F_DUPFD_CLOEXEC, 200), dup2(theirs, 300), dup3(theirs, 301, O_CLOEXEC)};
        for (int k = 0; k < 5; k++) {
            CHECK(k == 0 || copies[k] == natives[k], "%d and %d", copies[k], natives[k]);
            SAME(pl_fcntl(copies[k], F_GETFD), fcntl(natives[k], F_GETFD));
            SAME(pl_fcntl(copies[k], F_SETFD, k % 3), fcntl(natives[k], F_SETFD, k % 3));
            SAME(pl_fcntl(copies[k], F_GETFD), fcntl(natives[k], F_GETFD));
        }
        SAME(pl_fcntl(ours, F_GETFD), fcntl(theirs, F_GETFD));
        /* The flags are one for all copies; how a file was opened does not change. */
        SAME(pl_fcntl(copies[1], F_SETFL, O_APPEND | O_WRONLY | O_CREAT), fcntl(natives[1], F_SETFL, O_APPEND | O_WRONLY | O_CREAT));
        SAME(pl_fcntl(ours, F_GETFL), fcntl(theirs, F_GETFL));
        SAME(pl_fcntl(copies[3], F_SETFL, O_NONBLOCK), fcntl(natives[3], F_SETFL, O_NONBLOCK));
        SAME(pl_fcntl(copies[4], F_GETFL), fcntl(natives[4], F_GETFL));
        /* A number that is closed and used again is not closed by exec(). */
        pl_close(ours), close(theirs);
        int again = pl_dup(copies[2]), native_again = dup(natives[2]);
        SAME(pl_fcntl(again, F_GETFD), fcntl(native_again, F_GETFD));
        pl_close(again), close(native_again);
        for (int k = 0; k < 5; k++) {
            pl_close(copies[k]), close(natives[k]);
        }
    }
    SAME(pl_open("flags", O_RDONLY | O_DIRECTORY), open("flags", O_RDONLY | O_DIRECTORY));
    void *stream = pl_fopen("flags", "re"), *native = fopen("flags", "re");
    SAME(pl_fcntl(pl_fileno(stream), F_GETFD), fcntl(fileno(native), F_GETFD));
    pl_fclose(stream), fclose(native);
}

/* fmemopen(), closed before the buffers are compared: the system's writes what it has then. */
static void over_memory(void) {
    static const char *const modes[] = {"r", "r+", "w", "w+", "a", "a+"};
    const char *mode = modes[below(6)];
    size_t size = 1 + below(12);
    char a[16], b[16];
    memset(a, 'p', sizeof a);
    strcpy(a, "begin");
    memcpy(b, a, sizeof a);
    FILE *ours = pl_fmemopen(a, size, mode), *theirs = fmemopen(b, size, mode);
    CHECK(ours != NULL && theirs != NULL && pl_fileno(ours) == -1, "%s", mode);
    int writes = mode[0] != 'r';
    for (int step = 0; step < 3; step++) {
        char text[8] = {0};
        for (size_t i = 0, length = below(5); i < length; i++) {
            text[i] = (char)('A' + below(26));
        }
        if (writes) {
            pl___pleach_fputs(text, ours);
            fputs(text, theirs);
            fflush(theirs);
        } else if (below(3) == 0) {
            long offset = (long)below(14) - 1;
            int failed = pl_fseek(ours, offset, SEEK_SET) < 0;
            CHECK(failed == (fseek(theirs, offset, SEEK_SET) < 0), "%ld", offset);
            if (failed) {
                /* Where the system's is then is anybody's guess. */
                break;
            }
            CHECK(pl_ftell(ours) == ftell(theirs), "%s %ld", mode, offset);
        } else {
            int got = pl_fgetc(ours), expected = fgetc(theirs);
            CHECK(got == expected, "%s: %d %d", mode, got, expected);
        }
    }
    CHECK(pl_fclose(ours) == 0, "closed");
    fclose(theirs);
    CHECK(memcmp(a, b, sizeof a) == 0, "%s, %zu bytes: %.16s %.16s", mode, size, a, b);
}

static void growing(void) {
    char *a = NULL, *b = NULL;
    size_t our_size = 0, their_size = 0;
    FILE *ours = pl_open_memstream(&a, &our_size), *theirs = open_memstream(&b, &their_size);
    for (int step = 0; step < 10; step++) {
        char text[100] = {0};
        for (size_t i = 0, length = below(99); i < length; i++) {
            text[i] = (char)('A' + below(26));
        }
        if (below(6) == 0) {
            long offset = below((unsigned)their_size + 1);
            CHECK(pl_fseek(ours, offset, SEEK_SET) == fseek(theirs, offset, SEEK_SET), "%ld", offset);
        }
        pl___pleach_fputs(text, ours);
        fputs(text, theirs);
        fflush(theirs);
        CHECK(our_size == their_size && memcmp(a, b, our_size) == 0, "%zu %zu", our_size, their_size);
        CHECK(pl_ftell(ours) == ftell(theirs), "places");
    }
    CHECK(pl_fclose(ours) == 0 && fclose(theirs) == 0 && our_size == their_size && memcmp(a, b, our_size) == 0, "closed");
    free(a);
    free(b);
}

static long take_one(void *cookie, char *to, size_t count) {
    int *left = cookie;
    to[0] = (char)('0' + *left);
    return count > 0 && *left > 0 ? (--*left, 1) : 0;
}

static void own_operations(void) {
    int left = 3;
    cookie_io_functions_t operations = {take_one, NULL, NULL, NULL};
    FILE *file = pl_fopencookie(&left, "r", operations);
    CHECK(pl_fgetc(file) == '3' && pl_fgetc(file) == '2' && pl_fgetc(file) == '1' && pl_fgetc(file) == EOF, "three bytes");
    CHECK(pl_fseek(file, 0, SEEK_SET) == -1 && pl_fclose(file) == 0, "no places");
    CHECK(pl_fopencookie(&left, "q", operations) == NULL && errno == EINVAL, "no mode");
    char words[8] = {0};
    file = pl_fmemopen(words, 8, "r+");
    long at;
    CHECK(pl_putw(0x61626364, file) == 0 && pl_fgetpos64(file, &at) == 0 && at == 4 && pl_putw(5, file) == 0, "words");
    CHECK(pl_fseek(file, 0, SEEK_SET) == 0 && pl_getw(file) == 0x61626364 && pl_fsetpos64(file, &at) == 0 && pl_ftell(file) == 4, "back");
    CHECK(pl_fclose(file) == 0, "closed");
}

void descriptors(void) {
    char directory[] = "/tmp/pleach-library-XXXXXX", back[4096];
    if (mkdtemp(directory) == NULL || getcwd(back, sizeof back) == NULL || chdir(directory) != 0) {
        perror(directory);
        exit(2);
    }
    for (int round = 0; round < 1000; round++) {
        one_file();
        over_memory();
        growing();
    }
    by_name();
    new_names();
    numbers();
    flags_of_numbers();
    own_operations();
    unlink("d");
    if (chdir(back) != 0 || rmdir(directory) != 0) {
        perror(directory);
    }
}
