/* Compares files and streams with the system's: the same random operations on a file of each side, in a directory of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare.h"

/* What the executor does for the library. */
static char input[] = "some input\nof 2 lines\n";
static char printed[4096];

long __pleach_input_room(int which) {
    return which == 0 ? (long)sizeof input - 1 : which == 1 || which == 2 ? 3 : -1;
}

long __pleach_input_bytes(int which, void *to) {
    long size = __pleach_input_room(which);
    memcpy(to, which == 0 ? input : "xyz", (size_t)size);
    return size;
}

void __pleach_print(int stream, const void *bytes, size_t count) {
    size_t used = strlen(printed);
    if (used + count + 1 < sizeof printed) {
        memcpy(printed + used, bytes, count);
        printed[used + count] = '\0';
    }
    CHECK(stream == 1 || stream == 2, "%d", stream);
}

const char *take_printed(void) {
    static char taken[sizeof printed];
    strcpy(taken, printed);
    printed[0] = '\0';
    return taken;
}

/* The executor's streams: flags, the number of the file at its place. */
#define STREAM(flags, number) (FILE *)(int[64]){[0] = flags, [28] = number}
FILE *pl_stdin = STREAM(8, 0), *pl_stdout = STREAM(4, 1), *pl_stderr = STREAM(4, 2);

void __pleach_unsupported(const char *what) {
    printf("unsupported: %s\n", what);
    exit(2);
}

long __pleach_argument_length(int index) {
    (void)index;
    return -1;
}

int __pleach_least_arguments(void) {
    return 0;
}

int __pleach_single_arguments(void) {
    return 0;
}

int __pleach_range(int begin, int end, const char *name) {
    (void)end, (void)name;
    return begin;
}

void *__pleach_from_outside(size_t size) {
    return calloc(1, size);
}

void __pleach_make_string(void *to, size_t size, const char *name) {
    (void)to, (void)size, (void)name;
}

FILE *pl_fopen(const char *, const char *), *pl_fopen64(const char *, const char *), *pl_fdopen(int, const char *);
int pl___pleach_puts(const char *), pl___pleach_put_part(char *, size_t, FILE *);
void pl_flockfile(FILE *), pl_funlockfile(FILE *);
int pl_ftrylockfile(FILE *);
FILE *pl_tmpfile(void), *pl_tmpfile64(void), *pl_freopen(const char *, const char *, FILE *);
FILE *pl_freopen64(const char *, const char *, FILE *);
int pl_fclose(FILE *), pl_fileno(FILE *), pl_fileno_unlocked(FILE *), pl_feof(FILE *), pl_feof_unlocked(FILE *);
int pl_ferror(FILE *), pl_ferror_unlocked(FILE *), pl_fseek(FILE *, long, int), pl_fseeko(FILE *, long, int);
int pl_fseeko64(FILE *, long, int), pl_fgetpos(FILE *, long *), pl_fsetpos(FILE *, const long *);
void pl_clearerr(FILE *), pl_clearerr_unlocked(FILE *), pl_rewind(FILE *), pl_perror(const char *);
long pl_ftell(FILE *), pl_ftello(FILE *), pl_ftello64(FILE *);
int pl_fgetc(FILE *), pl_getc(FILE *), pl__IO_getc(FILE *), pl_fgetc_unlocked(FILE *), pl_getc_unlocked(FILE *);
int pl___uflow(FILE *), pl_getchar(void), pl_getchar_unlocked(void), pl_ungetc(int, FILE *), pl___overflow(FILE *, int);
char *pl_fgets(char *, int, FILE *), *pl_fgets_unlocked(char *, int, FILE *), *pl___fgets_chk(char *, size_t, int, FILE *), *pl___fgets_unlocked_chk(char *, size_t, int, FILE *);
size_t pl___fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
size_t pl_fread(void *, size_t, size_t, FILE *), pl_fread_unlocked(void *, size_t, size_t, FILE *);
size_t pl___fread_chk(void *, size_t, size_t, size_t, FILE *);
long pl_getdelim(char **, size_t *, int, FILE *), pl___getdelim(char **, size_t *, int, FILE *);
int pl_fscanf(FILE *, const char *, ...);
long pl_getline(char **, size_t *, FILE *);
size_t pl___pleach_fwrite(const void *, size_t, size_t, FILE *);
int pl___pleach_fputc(int, FILE *), pl___pleach_fputs(const char *, FILE *), pl___pleach_put_text(char *, size_t, FILE *);
int pl_open(const char *, int, ...), pl_open64(const char *, int, ...), pl___open_2(const char *, int);
int pl_creat(const char *, unsigned), pl_close(int), pl_dup(int), pl_ftruncate(int, long), pl_isatty(int), pl_fsync(int);
long pl_read(int, void *, size_t), pl___read_chk(int, void *, size_t, size_t), pl_write(int, const void *, size_t);
long pl_lseek(int, long, int), pl_lseek64(int, long, int);
int pl_unlink(const char *), pl_remove(const char *), pl_rename(const char *, const char *), pl_access(const char *, int);
int pl_stat(const char *, struct stat *), pl_stat64(const char *, struct stat *), pl_lstat(const char *, struct stat *);
int pl_fstat(int, struct stat *), pl_fstat64(int, struct stat *);

/* One of several functions that do the same. */
#define ONE_OF(first, ...)                                                                                             \
    ({                                                                                                                 \
        __typeof__(&pl_##first) all[] = {pl_##first, __VA_ARGS__};                                                     \
        all[below(sizeof all / sizeof *all)];                                                                          \
    })

/* The same stream on both sides. */
static FILE *ours, *theirs;

static void reading(const char *mode) {
    char a[40], b[40];
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    size_t size = 1 + below(3), count = below(8);
    int limit = (int)below(12);
    int (*get)(FILE *) = ONE_OF(fgetc, pl_getc, pl__IO_getc, pl_fgetc_unlocked, pl_getc_unlocked, pl___uflow);
    char *(*line)(char *, int, FILE *) = ONE_OF(fgets, pl_fgets_unlocked);
    size_t (*block)(void *, size_t, size_t, FILE *) = ONE_OF(fread, pl_fread_unlocked);
    switch (below(6)) {
    case 0:
    case 1:
        CHECK(get(ours) == fgetc(theirs), "%s", mode);
        break;
    case 2:
        CHECK(!line(a, limit, ours) == !fgets(b, limit, theirs) && memcmp(a, b, sizeof a) == 0, "%s %d", mode, limit);
        break;
    case 3:
        CHECK(block(a, size, count, ours) == fread(b, size, count, theirs) && memcmp(a, b, sizeof a) == 0, "%s", mode);
        break;
    case 4: {
        int c = get(ours);
        CHECK(c == fgetc(theirs), "%s", mode);
        if (c != EOF) {
            int back = below(2) ? c : 'Q';
            CHECK(pl_ungetc(back, ours) == ungetc(back, theirs), "%s", mode);
            CHECK(pl_ftell(ours) == ftell(theirs), "%s", mode);
        }
        break;
    }
    default: {
        char *x = NULL, *y = NULL;
        size_t m = 0, n = 0;
        long (*delimited)(char **, size_t *, int, FILE *) = ONE_OF(getdelim, pl___getdelim);
        int by_line = below(2);
        long got = by_line ? pl_getline(&x, &m, ours) : delimited(&x, &m, 'b', ours);
        long expected = by_line ? getline(&y, &n, theirs) : getdelim(&y, &n, 'b', theirs);
        CHECK(got == expected && (got < 0 || memcmp(x, y, (size_t)got + 1) == 0), "%s", mode);
        free(x);
        free(y);
    }
    }
}

static void writing(const char *mode) {
    static const char *const texts[] = {"", "a\n", "bcd", "some line\nand another", "\xff\n\n"};
    const char *text = texts[below(5)];
    int c = (int)below(256);
    switch (below(4)) {
    case 0:
        CHECK(pl___pleach_fputs(text, ours) == fputs(text, theirs), "%s", mode);
        break;
    case 1:
        CHECK(pl___pleach_fputc(c, ours) == fputc(c, theirs), "%s", mode);
        break;
    case 2:
        CHECK(pl___pleach_put_text(strdup(text), strlen(text), ours) == fprintf(theirs, "%s", text), "%s", mode);
        break;
    default:
        CHECK(pl___pleach_fwrite(text, 1, strlen(text), ours) == fwrite(text, 1, strlen(text), theirs), "%s", mode);
    }
    fflush(theirs);
}

static void moving(const char *mode) {
    int (*seek)(FILE *, long, int) = ONE_OF(fseek, pl_fseeko, pl_fseeko64);
    long (*tell)(FILE *) = ONE_OF(ftell, pl_ftello, pl_ftello64);
    long offset = (long)below(12) - 3;
    int whence = (int)below(3);
    /* Where a stream stands after it could not be placed is not said anywhere. */
    struct stat about;
    long from = whence == 0 ? 0 : whence == 1 ? ftell(theirs) : fstat(fileno(theirs), &about) == 0 ? about.st_size : 0;
    offset = from + offset < 0 ? -from : offset;
    fpos_t place;
    long our_place;
    switch (below(4)) {
    case 0:
        pl_rewind(ours);
        rewind(theirs);
        break;
    case 1:
        CHECK(pl_fgetpos(ours, &our_place) == 0 && fgetpos(theirs, &place) == 0, "%s", mode);
        CHECK(pl_fsetpos(ours, &our_place) == 0 && fsetpos(theirs, &place) == 0, "%s", mode);
        break;
    default:
        CHECK(seek(ours, offset, whence) == fseek(theirs, offset, whence), "%s %ld %d", mode, offset, whence);
    }
    CHECK(tell(ours) == ftell(theirs), "%s %ld %d", mode, offset, whence);
}

/* A file of each side from the first byte to the last. */
static void same_contents(const char *name) {
    FILE *a = pl_fopen(name, "r"), *b = fopen(name, "r");
    CHECK(!a == !b, "%s", name);
    if (a != NULL && b != NULL) {
        int c;
        do {
            c = fgetc(b);
            CHECK(pl_fgetc(a) == c, "%s", name);
        } while (c != EOF);
        pl_fclose(a);
        fclose(b);
    }
}

static void one_file(void) {
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wx", "w+x", "q", "rb+"};
    static const char *const names[] = {"one", "two", "three"};
    const char *mode = modes[below(11)], *name = names[below(3)];
    errno = 0;
    ours = ONE_OF(fopen, pl_fopen64)(name, mode);
    int error = errno;
    errno = 0;
    theirs = fopen(name, mode);
    CHECK(!ours == !theirs && (ours != NULL || error == errno), "%s %s", name, mode);
    if (ours == NULL || theirs == NULL) {
        return;
    }
    CHECK(pl_ftell(ours) == ftell(theirs), "%s", mode);
    /* Between reading and writing a stream must be placed. */
    for (int part = 0; part < 6; part++) {
        int writes = (int)below(2);
        for (int step = 0; step < 5; step++) {
            if (writes) {
                writing(mode);
            } else {
                reading(mode);
            }
            CHECK(ONE_OF(feof, pl_feof_unlocked)(ours) == feof(theirs), "%s", mode);
            CHECK(!ONE_OF(ferror, pl_ferror_unlocked)(ours) == !ferror(theirs), "%s", mode);
        }
        if (below(3) == 0) {
            ONE_OF(clearerr, pl_clearerr_unlocked)(ours);
            clearerr(theirs);
        }
        moving(mode);
    }
    CHECK(pl_fclose(ours) == fclose(theirs), "%s", mode);
    same_contents(name);
}

#define SAME(call, ...)                                                                                                \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        long mine = (long)pl_##call;                                                                                   \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        long expected = (long)call;                                                                                    \
        CHECK(mine == expected && (mine >= 0 || error == errno), "%ld %d, not %ld %d", mine, error, expected, errno);  \
    } while (0)

static void by_number(void) {
    static const char *const names[] = {"one", "two", "three"};
    const char *name = names[below(3)], *other = names[below(3)];
    static const int flags[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_TRUNC,
                                O_RDWR | O_CREAT | O_EXCL, O_WRONLY | O_APPEND | O_CREAT, O_RDWR | O_TRUNC};
    int flag = flags[below(8)];
    errno = 0;
    int a = ONE_OF(open, pl_open64)(name, flag, 0644), error = errno;
    errno = 0;
    int b = open(name, flag, 0644);
    CHECK((a < 0) == (b < 0) && (a >= 0 || error == errno), "%s %o", name, flag);
    if (a >= 0 && b >= 0) {
        for (int step = 0; step < 8; step++) {
            char x[16] = {0}, y[16] = {0};
            size_t count = below(16);
            long offset = (long)below(20) - 4;
            int whence = (int)below(3);
            switch (below(4)) {
            case 0:
                errno = 0;
                CHECK(pl_read(a, x, count) == read(b, y, count) && memcmp(x, y, 16) == 0, "%s %o", name, flag);
                break;
            case 1:
                CHECK(pl_write(a, "0123456789abcdef", count) == write(b, "0123456789abcdef", count), "%s %o", name, flag);
                break;
            case 2:
                CHECK(ONE_OF(lseek, pl_lseek64)(a, offset, whence) == lseek(b, offset, whence), "%s %ld %d", name, offset, whence);
                break;
            default:
                CHECK((pl_ftruncate(a, offset) < 0) == (ftruncate(b, offset) < 0), "%s %o %ld", name, flag, offset);
            }
        }
        struct stat p, q;
        CHECK(ONE_OF(fstat, pl_fstat64)(a, &p) == 0 && fstat(b, &q) == 0 && p.st_size == q.st_size, "%s", name);
        CHECK(S_ISREG(p.st_mode) && p.st_nlink == 1, "%s", name);
        CHECK(!pl_isatty(a) == !isatty(b) && pl_fsync(a) == 0, "%s", name);
        CHECK(pl_close(a) == close(b), "%s", name);
    }
    same_contents(name);
    struct stat p, q;
    errno = 0;
    int found = ONE_OF(stat, pl_stat64, pl_lstat)(name, &p);
    CHECK(found == stat(name, &q) && (found < 0 || p.st_size == q.st_size), "%s", name);
    SAME(access(name, F_OK));
    SAME(access(name, R_OK | W_OK));
    switch (below(6)) {
    case 0:
        SAME(remove(name));
        break;
    case 1:
        SAME(unlink(name));
        break;
    case 2:
        SAME(rename(name, other));
        break;
    case 3:
        a = pl_creat(name, 0644);
        b = creat(name, 0644);
        CHECK(a >= 0 && b >= 0 && pl_close(a) == close(b), "%s", name);
    }
    SAME(close(57));
    SAME(read(57, NULL, 0));
    SAME(lseek(57, 0, 0));
    SAME(fsync(57));
    SAME(isatty(57));
}

#define STDIN pl_stdin

static void the_rest(void) {
    char line[32];
    CHECK(pl_getchar() == 's' && pl_getchar_unlocked() == 'o' && pl_fileno(STDIN) == 0, "standard input");
    CHECK(pl_ungetc('S', STDIN) == 'S' && pl___fgets_unlocked_chk(line, 32, 32, STDIN) == line && !strcmp(line, "Sme input\n"), "%s", line);
    CHECK(pl___fread_chk(line, 32, 1, 32, STDIN) == 11 && memcmp(line, "of 2 lines\n", 11) == 0 && pl_feof(STDIN), "at its end");
    CHECK(pl_getchar() == EOF && pl_read(0, line, 4) == 0, "nothing is left");
    FILE *file = pl_fopen("B", "r+");
    CHECK(pl___fgets_chk(line, 32, 2, file) == line && !strcmp(line, "x") && pl___fread_unlocked_chk(line, 32, 1, 1, file) == 1, "B");
    pl_rewind(file);
    CHECK(pl_fopen("Z", "r") == NULL && file != NULL && pl_fgetc(file) == 'x', "a file of the executor");
    CHECK(pl___overflow(file, 'Y') == 'Y' && pl_fgetc(file) == 'z' && pl_fileno_unlocked(file) > 2, "it can be written");
    CHECK(pl_freopen("B", "r", file) == file && pl_fgetc(file) == 'x' && pl_fgetc(file) == 'Y', "opened again");
    CHECK(pl_freopen64("none", "r", file) == NULL && errno == ENOENT, "not there");
    CHECK(pl_freopen("out", "w", pl_stdout) == pl_stdout && pl_fileno(pl_stdout) == 1, "standard output is a file");
    CHECK(((int *)pl_stdout)[54] == 1 && ((int *)pl_stderr)[54] == 0, "the executor knows it");
    CHECK(pl___pleach_puts("into it") == 8 && pl___pleach_put_part(strdup("part"), 4, pl_stdout) == -1 && errno == EILSEQ, "text");
    file = pl_fopen("out", "r");
    CHECK(pl_fgets(line, 32, file) && !strcmp(line, "into it\n") && pl_fgets(line, 32, file) && !strcmp(line, "part"), "%s", line);
    CHECK(pl_fclose(file) == 0 && *take_printed() == '\0', "nothing else is printed");
    file = pl_fdopen(pl___open_2("B", O_RDONLY), "r");
    CHECK(file != NULL && pl_fgetc(file) == 'x' && pl_fclose(file) == 0 && pl_fdopen(57, "r") == NULL && errno == EBADF, "B");
    int one = pl_open("B", O_RDONLY), two = pl_dup(one);
    CHECK(pl_read(one, line, 1) == 1 && pl___read_chk(two, line, 1, 32) == 1 && line[0] == 'Y', "one place for both");
    CHECK(pl_close(one) == 0 && pl_read(two, line, 1) == 1 && line[0] == 'z' && pl_dup(57) < 0, "still open");
    file = ONE_OF(tmpfile, pl_tmpfile64)();
    CHECK((pl_flockfile(file), pl_ftrylockfile(file)) == 0, "locked");
    pl_funlockfile(file);
    CHECK(file != NULL && pl___pleach_fputc('t', file) == 't' && pl_fseek(file, 0, 0) == 0 && pl_fgetc(file) == 't', "temporary");
    errno = 0;
    CHECK(pl_fseek(file, -1, 0) < 0 && errno == EINVAL && pl_fseek(file, 0, 3) < 0 && pl_ftell(file) == 1, "no such place");
    /* A directory can be opened and not be read: that is an error of the stream, and not its end. */
    for (int way = 0; way < 5; way++) {
        FILE *ours = pl_fopen(".", "r"), *theirs = fopen(".", "r");
        int got[2][4], error[2];
        char *text = NULL;
        size_t room = 0;
        for (int side = 0; side < 2; side++) {
            FILE *stream = side ? theirs : ours;
            errno = 0;
            got[side][0] = way == 0   ? (side ? fgetc(stream) : pl_fgetc(stream))
                           : way == 1 ? (int)(side ? fread(line, 1, 9, stream) : pl_fread(line, 1, 9, stream))
                           : way == 2 ? (side ? fgets(line, 9, stream) : pl_fgets(line, 9, stream)) != NULL
                           : way == 3 ? (int)(side ? getline(&text, &room, stream) : pl_getline(&text, &room, stream))
                                      : (side ? fscanf(stream, "%8s", line) : pl_fscanf(stream, "%8s", line));
            error[side] = errno;
            got[side][1] = side ? feof(stream) : pl_feof(stream);
            got[side][2] = side ? ferror(stream) : pl_ferror(stream);
            got[side][3] = side ? fclose(stream) : pl_fclose(stream);
        }
        free(text);
        CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0 && error[0] == error[1], "%d: %d %d %d, errno %d %d", way, got[0][0], got[0][1], got[0][2],
              error[0], error[1]);
    }
    errno = EBADF;
    pl_perror("why");
    CHECK(strcmp(take_printed(), "why: Bad file descriptor\n") == 0, "perror");
    CHECK(pl_lseek(2, 0, 0) < 0 && errno == ESPIPE, "a stream has no places");
}

void streams(void) {
    char directory[] = "/tmp/pleach-library-XXXXXX", back[4096];
    if (mkdtemp(directory) == NULL || getcwd(back, sizeof back) == NULL || chdir(directory) != 0) {
        perror(directory);
        exit(2);
    }
    for (int round = 0; round < 20000; round++) {
        if (below(2)) {
            one_file();
        } else {
            by_number();
        }
    }
    the_rest();
    unlink("one");
    unlink("two");
    unlink("three");
    if (chdir(back) != 0 || rmdir(directory) != 0) {
        perror(directory);
    }
}
