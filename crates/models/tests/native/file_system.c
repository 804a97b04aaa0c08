/* Compares directories, links, permissions and paths with the system's: random calls in an empty directory, which is the current one on
 * both sides, by a user without privileges. Afterwards both trees are the same. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include "compare.h"

int pl_open(const char *, int, ...), pl_openat(int, const char *, int, ...), pl_close(int), pl_mkdir(const char *, mode_t);
int pl_mkdirat(int, const char *, mode_t), pl_rmdir(const char *), pl_unlink(const char *), pl_unlinkat(int, const char *, int);
int pl_remove(const char *), pl_rename(const char *, const char *), pl_renameat(int, const char *, int, const char *);
int pl_renameat2(int, const char *, int, const char *, unsigned), pl_link(const char *, const char *);
int pl_linkat(int, const char *, int, const char *, int), pl_symlink(const char *, const char *);
int pl_symlinkat(const char *, int, const char *), pl_chdir(const char *), pl_fchdir(int), pl_chmod(const char *, mode_t);
int pl_fchmod(int, mode_t), pl_fchmodat(int, const char *, mode_t, int), pl_lchmod(const char *, mode_t), pl_access(const char *, int);
int pl_euidaccess(const char *, int), pl_eaccess(const char *, int), pl_faccessat(int, const char *, int, int);
int pl_chown(const char *, uid_t, gid_t), pl_lchown(const char *, uid_t, gid_t), pl_fchown(int, uid_t, gid_t);
int pl_fchownat(int, const char *, uid_t, gid_t, int), pl_stat(const char *, struct stat *), pl_lstat(const char *, struct stat *);
int pl_stat64(const char *, struct stat *), pl_fstat64(int, struct stat *);
int pl_fstat(int, struct stat *), pl_fstatat(int, const char *, struct stat *, int), pl_fstatat64(int, const char *, struct stat *, int);
int pl_utime(const char *, const struct utimbuf *), pl_utimes(const char *, const struct timeval *);
int pl_lutimes(const char *, const struct timeval *), pl_futimes(int, const struct timeval *), pl_futimens(int, const struct timespec *);
int pl_futimesat(int, const char *, const struct timeval *), pl_utimensat(int, const char *, const struct timespec *, int);
int pl_truncate(const char *, long), pl_flock(int, int), pl_posix_fadvise(int, long, long, int), pl_posix_fadvise64(int, long, long, int);
int pl_syncfs(int), pl_fsync(int), pl_pipe(int *), pl_pipe2(int *, int), pl_fcntl(int, int, ...), pl___pleach_is_ready(int);
long pl_read(int, void *, size_t), pl_write(int, const void *, size_t), pl_readlink(const char *, char *, size_t);
long pl_readlinkat(int, const char *, char *, size_t), pl___readlinkat_chk(int, const char *, char *, size_t, size_t);
mode_t pl_umask(mode_t);
char *pl_getcwd(char *, size_t), *pl_getwd(char *), *pl_get_current_dir_name(void), *pl___getcwd_chk(char *, size_t, size_t);
char *pl_realpath(const char *, char *), *pl___realpath_chk(const char *, char *, size_t), *pl_canonicalize_file_name(const char *);
char *pl_mkdtemp(char *);
void pl_sync(void);
DIR *pl_opendir(const char *), *pl_fdopendir(int);
struct dirent *pl_readdir(DIR *), *pl_readdir64(DIR *);
long pl_copy_file_range(int, long *, int, long *, size_t, unsigned), pl_lseek(int, long, int), pl_pread(int, void *, size_t, long);
int pl_ioctl(int, unsigned long, ...), pl_statx(int, const char *, int, unsigned, struct statx *), pl_chroot(const char *), pl_mkfifo(const char *, mode_t);
int pl_mkfifoat(int, const char *, mode_t), pl_mknod(const char *, mode_t, dev_t), pl_mknodat(int, const char *, mode_t, dev_t);
int pl_statfs(const char *, struct statfs *), pl_statfs64(const char *, struct statfs *), pl_fstatfs(int, struct statfs *);
int pl_fstatfs64(int, struct statfs *), pl_statvfs(const char *, struct statvfs *), pl_statvfs64(const char *, struct statvfs *);
int pl_fstatvfs(int, struct statvfs *), pl_fstatvfs64(int, struct statvfs *);
int pl_closedir(DIR *), pl_dirfd(DIR *), pl_readdir_r(DIR *, struct dirent *, struct dirent **);
int pl_readdir64_r(DIR *, struct dirent *, struct dirent **);
void pl_rewinddir(DIR *), pl_seekdir(DIR *, long);
long pl_telldir(DIR *);
typedef int filter(const struct dirent *), order(const struct dirent **, const struct dirent **);
int pl_scandir(const char *, struct dirent ***, filter *, order *), pl_scandir64(const char *, struct dirent ***, filter *, order *);
int pl_scandirat(int, const char *, struct dirent ***, filter *, order *), pl_scandirat64(int, const char *, struct dirent ***, filter *, order *);
order pl_alphasort, pl_alphasort64, pl_versionsort, pl_versionsort64;

#define BOTH(what, ours, theirs)                                                                                       \
    ({                                                                                                                 \
        errno = 0;                                                                                                     \
        long got = (long)(ours);                                                                                       \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        long expected = (long)(theirs);                                                                                \
        CHECK(got == expected && (got >= 0 || error == errno), "%s: %ld %ld, errno %d %d (%s %s)", what, got, expected, error, errno, a, b); \
    })

static char back[4096];

/* A path of a few parts of few names: many exist, some are links, and some climb. */
static void make_path(char *to) {
    static const char *const names[] = {"a", "b", "c", "d", "a", "b", ".", "..", "a", "c"};
    to[0] = '\0';
    unsigned parts = 1 + below(3);
    for (unsigned i = 0; i < parts; i++) {
            strcat(strcat(to, i > 0 ? (below(9) ? "/" : "//") : ""), names[below(i == 0 ? 7 : 10)]);
    }
    if (below(8) == 0) {
        strcat(to, "/");
    }
    if (below(60) == 0) {
        to[0] = '\0';
    }
}

static void compare_status(const struct stat *ours, const struct stat *theirs, const char *a) {
    CHECK(ours->st_mode == theirs->st_mode && ours->st_nlink == theirs->st_nlink, "%s: %o %o, links %lu %lu", a, ours->st_mode, theirs->st_mode,
          (long)ours->st_nlink, (long)theirs->st_nlink);
    CHECK(S_ISDIR(theirs->st_mode) || ours->st_size == theirs->st_size, "%s: %ld %ld", a, (long)ours->st_size, (long)theirs->st_size);
    CHECK(theirs->st_mtime > 1500000000 ? ours->st_mtime == 1000000000 : ours->st_mtim.tv_sec == theirs->st_mtim.tv_sec && ours->st_mtim.tv_nsec == theirs->st_mtim.tv_nsec,
          "%s: %ld %ld", a, (long)ours->st_mtime, (long)theirs->st_mtime);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory as one text. */
static void names_in(DIR *directory, int own, char *to) {
    char *names[64];
    int count = 0;
    for (struct dirent *item; (item = own ? pl_readdir(directory) : readdir(directory)) != NULL;) {
        names[count] = malloc(strlen(item->d_name) + 8);
        sprintf(names[count++], "%s %d", item->d_name, item->d_type);
    }
    qsort(names, count, sizeof *names, by_text);
    to[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(strcat(to, names[i]), ",");
        free(names[i]);
    }
}

static void compare_directory(const char *a) {
    char ours[1000], theirs[1000];
    errno = 0;
    DIR *directory = pl_opendir(a);
    int error = errno;
    errno = 0;
    DIR *native = opendir(a);
    CHECK((directory == NULL) == (native == NULL) && (native != NULL || errno == error), "%s: errno %d %d", a, error, errno);
    if (directory != NULL && native != NULL) {
        names_in(directory, 1, ours);
        names_in(native, 0, theirs);
        CHECK(strcmp(ours, theirs) == 0, "%s: %s instead of %s", a, ours, theirs);
        struct stat status;
        CHECK(pl_fstat(pl_dirfd(directory), &status) == 0 && S_ISDIR(status.st_mode), "%s", a);
    }
    if (directory != NULL) {
        pl_closedir(directory);
    }
    if (native != NULL) {
        closedir(native);
    }
}

static void compare_text(const char *what, char *ours, int error, char *theirs, size_t hidden, const char *a) {
    CHECK((ours == NULL) == (theirs == NULL) && (theirs != NULL || error == errno), "%s of %s: %s %s, errno %d %d", what, a, ours, theirs, error, errno);
    /* The run's current directory is /work, the native one's is elsewhere. */
    if (ours != NULL && theirs != NULL && strncmp(theirs, back, hidden) == 0) {
        CHECK(strncmp(ours, "/work", 5) == 0 && strcmp(ours + 5, theirs + hidden) == 0, "%s of %s: %s %s", what, a, ours, theirs);
    }
    free(ours);
    free(theirs);
}

/* Open directories on both sides. */
static int held[2][2] = {{-100, -100}, {-100, -100}};

static void step(size_t hidden) {
    char a[64], b[64];
    static const mode_t modes[] = {0755, 0700, 0644, 0555, 0311, 0600, 0777, 04755, 02755, 01777};
    make_path(a);
    make_path(b);
    mode_t mode = below(4) ? 0755 : modes[below(10)];
    int which = (int)below(2), flags = 0, ours = held[which][0], theirs = held[which][1];
    char our_text[100] = {0}, their_text[100] = {0};
    struct stat our_status, their_status;
    struct timespec times[2] = {{(long)below(1000), (long)below(5)}, {(long)below(1000), below(3) ? 7 : below(2) ? UTIME_NOW : UTIME_OMIT}};
    struct timeval older[2] = {{(long)below(1000), 3}, {(long)below(1000), below(5) ? 4 : 1000000}};
    struct statx our_statx, their_statx;
    switch (below(31)) {
    case 0:
    case 1:
        return BOTH("mkdir", pl_mkdir(a, mode), mkdir(a, mode));
    case 2:
        return BOTH("mkdirat", pl_mkdirat(ours, a, mode), mkdirat(theirs, a, mode));
    case 3:
        return BOTH("rmdir", pl_rmdir(a), rmdir(a));
    case 4:
        flags = below(2) ? AT_REMOVEDIR : 0;
        return BOTH("unlinkat", pl_unlinkat(ours, a, flags), unlinkat(theirs, a, flags));
    case 5:
        return BOTH("unlink", pl_unlink(a), unlink(a));
    case 6:
        if (below(2)) {
            return BOTH("remove", pl_remove(a), remove(a));
        }
        return BOTH("renameat", pl_renameat(ours, a, ours, b), renameat(theirs, a, theirs, b));
    case 7:
    case 8:
        return BOTH("rename", pl_rename(a, b), rename(a, b));
    case 9:
        return BOTH("renameat2", pl_renameat2(ours, a, -100, b, 1), renameat2(theirs, a, -100, b, 1));
    case 10:
        return BOTH("link", pl_link(a, b), link(a, b));
    case 11:
        flags = below(2) ? AT_SYMLINK_FOLLOW : 0;
        return BOTH("linkat", pl_linkat(ours, a, -100, b, flags), linkat(theirs, a, -100, b, flags));
    case 12:
        return BOTH("symlink", pl_symlink(a, b), symlink(a, b));
    case 13:
        return BOTH("symlinkat", pl_symlinkat(a, ours, b), symlinkat(a, theirs, b));
    case 14:
    case 15:
    case 16: {
        static const int more[] = {0, O_CREAT, O_CREAT, O_CREAT | O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_TRUNC, O_CREAT | O_TRUNC};
        flags = (int)below(3) | more[below(8)] | (below(4) == 0 ? O_APPEND : 0);
        errno = 0;
        int fd = below(2) ? pl_open(a, flags, mode) : pl_openat(-100, a, flags, mode), error = errno;
        errno = 0;
        int native = open(a, flags, mode);
        CHECK((fd < 0) == (native < 0) && (fd >= 0 || error == errno), "open %s %o: %d %d, errno %d %d", a, flags, fd, native, error, errno);
        if (fd >= 0 && native >= 0) {
            size_t count = below(9);
            BOTH("write", pl_write(fd, "contents", count), write(native, "contents", count));
            BOTH("read", pl_read(fd, our_text, 3), read(native, their_text, 3));
            BOTH("fchmod", below(9) ? 0 : pl_fchmod(fd, mode), 0);
            BOTH("fsync", pl_fsync(fd), fsync(native));
            CHECK(pl_fstat(fd, &our_status) == 0 && fstat(native, &their_status) == 0, "open");
            if (our_status.st_mode != their_status.st_mode) {
                fchmod(native, our_status.st_mode & 07777);
            }
        }
        pl_close(fd), close(native);
        return;
    }
    case 17:
        BOTH("chmod", pl_chmod(a, mode), chmod(a, mode));
        return BOTH("chmod", pl_fchmodat(ours, b, 0755, 0), fchmodat(theirs, b, 0755, 0));
    case 18:
        flags = (int)below(9);
        BOTH("access", pl_access(a, flags), faccessat(-100, a, flags, AT_EACCESS));
        BOTH("euidaccess", below(2) ? pl_euidaccess(b, flags & 7) : pl_eaccess(b, flags & 7), euidaccess(b, flags & 7));
        return BOTH("faccessat", pl_faccessat(ours, b, flags & 7, 0), faccessat(theirs, b, flags & 7, AT_EACCESS));
    case 19:
    case 20:
        errno = 0;
        if (below(2)) {
            flags = below(2) ? AT_SYMLINK_NOFOLLOW : 0;
            BOTH("fstatat", below(2) ? pl_fstatat(ours, a, &our_status, flags) : pl_fstatat64(ours, a, &our_status, flags), fstatat(theirs, a, &their_status, flags));
            if (fstatat(theirs, a, &their_status, flags) == 0) {
                compare_status(&our_status, &their_status, a);
            }
            return;
        }
        BOTH("lstat", pl_lstat(a, &our_status), lstat(a, &their_status));
        if (lstat(a, &their_status) == 0) {
            compare_status(&our_status, &their_status, a);
        }
        BOTH("stat", below(2) ? pl_stat(b, &our_status) : pl_stat64(b, &our_status), stat(b, &their_status));
        if (stat(b, &their_status) == 0) {
            compare_status(&our_status, &their_status, b);
        }
        return;
    case 21:
        BOTH("readlink", pl_readlink(a, our_text, 4), readlink(a, their_text, 4));
        BOTH("readlinkat", pl_readlinkat(ours, b, our_text, 9), readlinkat(theirs, b, their_text, 9));
        CHECK(memcmp(our_text, their_text, 9) == 0, "%s %s", our_text, their_text);
        return BOTH("readlinkat", pl___readlinkat_chk(ours, a, our_text, 5, 5), readlinkat(theirs, a, their_text, 5));
    case 22:
        return compare_directory(a);
    case 23: {
        errno = 0;
        char *text = below(2) ? pl_realpath(a, NULL) : pl_canonicalize_file_name(a);
        int error = errno;
        errno = 0;
        return compare_text("realpath", text, error, realpath(a, NULL), hidden, a);
    }
    case 24:
        BOTH("utimensat", pl_utimensat(ours, a, times, AT_SYMLINK_NOFOLLOW), utimensat(theirs, a, times, AT_SYMLINK_NOFOLLOW));
        BOTH("utimes", pl_utimes(a, older), utimes(a, older));
        BOTH("lutimes", pl_lutimes(b, older), lutimes(b, older));
        BOTH("futimesat", pl_futimesat(ours, b, older), futimesat(theirs, b, older));
        return BOTH("utime", pl_utime(a, NULL), utime(a, NULL));
    case 25:
        /* Natively nobody has the number of the run's user, so what it may do is asked in its own. */
        BOTH("chown", pl_chown(a, -1, 1000), chown(a, -1, getegid()));
        BOTH("lchown", pl_lchown(a, 1000, -1), lchown(a, geteuid(), -1));
        return BOTH("fchownat", pl_fchownat(ours, a, 7, -1, 0), fchownat(theirs, a, 7, -1, 0));
    case 29: {
        flags = O_PATH | (below(2) ? O_NOFOLLOW : 0) | (below(2) ? O_DIRECTORY : 0) | (below(9) ? 0 : O_CREAT | O_RDWR);
        errno = 0;
        int fd = pl_open(a, flags, 0600), error = errno;
        errno = 0;
        int native = open(a, flags, 0600);
        CHECK((fd < 0) == (native < 0) && (fd >= 0 || error == errno), "open %s %o: %d %d, errno %d %d", a, flags, fd, native, error, errno);
        if (fd >= 0 && native >= 0) {
            BOTH("read", pl_read(fd, our_text, 1), read(native, their_text, 1));
            BOTH("write", pl_write(fd, "x", 1), write(native, "x", 1));
            BOTH("fchmod", pl_fchmod(fd, 0600), fchmod(native, 0600));
            BOTH("fchown", pl_fchown(fd, -1, -1), fchown(native, -1, -1));
            BOTH("futimens", pl_futimens(fd, times), futimens(native, times));
            BOTH("fsync", pl_fsync(fd), fsync(native));
            BOTH("flock", pl_flock(fd, LOCK_SH), flock(native, LOCK_SH));
            BOTH("flags", pl_fcntl(fd, F_GETFL), fcntl(native, F_GETFL));
            BOTH("flags", pl_fcntl(fd, F_SETFL, 0), fcntl(native, F_SETFL, 0));
            BOTH("flags", pl_fcntl(fd, F_GETFD), fcntl(native, F_GETFD));
            BOTH("advice", pl_posix_fadvise(fd, 0, 0, 0), posix_fadvise(native, 0, 0, 0));
            CHECK(pl_fstat(fd, &our_status) == 0 && fstat(native, &their_status) == 0, "open");
            compare_status(&our_status, &their_status, a);
            BOTH("access", pl_faccessat(fd, b, 0, 0), faccessat(native, b, 0, 0));
            BOTH("mkdirat", pl_mkdirat(fd, b, mode), mkdirat(native, b, mode));
            int up = pl_open(".", O_PATH), native_up = open(".", O_PATH);
            BOTH("fchdir", pl_fchdir(fd), fchdir(native));
            BOTH("fchdir", pl_fchdir(up), fchdir(native_up));
            pl_close(up), close(native_up);
        }
        pl_close(fd), close(native);
        return;
    }
    case 27:
        /* Nobody opens these: that would wait for ever. */
        if (below(4) == 0) {
            BOTH("unlink", pl_unlink("q"), unlink("q"));
        }
        static const char *const pipes[] = {"q", "q/", "q/x", "a/q", "b/../q", "a", "."};
        static const mode_t kinds[] = {S_IFIFO, S_IFREG, 0, S_IFSOCK, S_IFDIR, S_IFLNK, S_IFIFO | S_IFREG, S_IFIFO};
        strcpy(a, pipes[below(7)]);
        BOTH("mknod", pl_mknod(a, mode, 0), mknod(a, mode, 0));
        strcpy(a, pipes[below(5)]);
        mode |= kinds[below(8)];
        BOTH("mknodat", pl_mknodat(ours, a, mode, 0), mknodat(theirs, a, mode, 0));
        BOTH("mkfifoat", pl_mkfifoat(ours, pipes[which], mode & 0777), mkfifoat(theirs, pipes[which], mode & 0777));
        return BOTH("mkfifo", pl_mkfifo("q", mode & 07777), mkfifo("q", mode & 07777));
    case 28:
        BOTH("chroot", pl_chroot(a), chroot(a));
        flags = below(2) ? AT_SYMLINK_NOFOLLOW : below(9) ? 0 : 1;
        BOTH("statx", pl_statx(ours, b, flags, STATX_BASIC_STATS, &our_statx), statx(theirs, b, flags, STATX_BASIC_STATS, &their_statx));
        if (statx(theirs, b, flags, STATX_BASIC_STATS, &their_statx) == 0) {
            CHECK(our_statx.stx_mode == their_statx.stx_mode && our_statx.stx_nlink == their_statx.stx_nlink, "%s", b);
            CHECK((our_statx.stx_mask & STATX_BASIC_STATS) == STATX_BASIC_STATS, "%s", b);
            CHECK(S_ISDIR(their_statx.stx_mode) || our_statx.stx_size == their_statx.stx_size, "%s", b);
        }
        return;
    case 26:
        if (below(3) == 0) {
            pl_close(held[which][0]), close(held[which][1]);
            errno = 0;
            held[which][0] = pl_open(a, O_RDONLY | O_DIRECTORY);
            held[which][1] = open(a, O_RDONLY | O_DIRECTORY);
            CHECK((held[which][0] < 0) == (held[which][1] < 0), "%s", a);
        }
        return;
    default:
        if (below(2)) {
            return BOTH("truncate", pl_truncate(a, 5), truncate(a, 5));
        }
        mode = below(2) ? 022 : 077;
        return BOTH("umask", pl_umask(mode), umask(mode));
    }
}

/* Deletes everything below a directory, on both sides. */
static void clear(const char *path) {
    char name[512];
    DIR *directory = opendir(path);
    chmod(path, 0700), pl_chmod(path, 0700);
    if (directory == NULL) {
        directory = opendir(path);
    }
    for (struct dirent *item; directory != NULL && (item = readdir(directory)) != NULL;) {
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0) {
            continue;
        }
        snprintf(name, sizeof name, "%s/%s", path, item->d_name);
        if (item->d_type == DT_DIR) {
            clear(name);
        }
        CHECK(pl_remove(name) == 0 && remove(name) == 0, "%s", name);
        rewinddir(directory);
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

static void in_a_tree(unsigned rounds) {
    char directory[] = "/tmp/pleach-tree-XXXXXX";
    if (mkdtemp(directory) == NULL || chdir(directory) != 0) {
        perror(directory);
        exit(2);
    }
    strcpy(back, directory);
    umask(022), pl_umask(022);
    /* Without privileges, if there are any. */
    if (geteuid() == 0) {
        chown(directory, 65534, 65534);
        setgroups(0, NULL);
        if (setegid(65534) != 0 || seteuid(65534) != 0) {
            perror("seteuid");
            exit(2);
        }
    }
    /* Far from the top, so that links to what is above lead nowhere else. */
    for (int i = 0; i < 12; i++) {
        CHECK(pl_mkdir("t", 0755) == 0 && pl_chdir("t") == 0 && mkdir("t", 0755) == 0 && chdir("t") == 0, "t");
    }
    size_t hidden = strlen(directory);
    for (unsigned round = 0; round < rounds; round++) {
        for (int i = 0; i < 60; i++) {
            step(hidden);
        }
        for (int i = 0; i < 2; i++) {
            pl_close(held[i][0]), close(held[i][1]);
            held[i][0] = held[i][1] = -100;
        }
        clear(".");
    }
    CHECK(chdir(directory) == 0 && pl_chdir("/work") == 0, "the top");
    clear(".");
    if (geteuid() == 65534) {
        seteuid(0), setegid(0);
    }
    CHECK(chdir("/tmp") == 0 && rmdir(directory) == 0 && pl_chmod("/work", 0755) == 0, "%s is empty", directory);
}

static int visible(const struct dirent *item) {
    return item->d_name[0] != '.';
}

static void own_world(void) {
    char text[100], path[4096];
    CHECK(strcmp(pl_getcwd(text, 100), "/work") == 0 && pl_getcwd(text, 5) == NULL && errno == ERANGE, "where it is");
    CHECK(pl_getcwd(text, 0) == NULL && errno == EINVAL && pl___getcwd_chk(text, 100, 100) == text, "no room");
    char *own = pl_get_current_dir_name();
    CHECK(strcmp(own, "/work") == 0 && strcmp(pl_getwd(path), "/work") == 0, "%s", own);
    free(own);
    CHECK(pl_mkdir("m", 0700) == 0 && pl_chdir("m") == 0 && pl_rmdir("../m") == 0, "removed");
    CHECK(pl_getcwd(text, 100) == NULL && errno == ENOENT && pl_open("x", O_CREAT, 0600) == -1 && errno == ENOENT, "nowhere");
    CHECK(pl_chdir("/") == 0 && strcmp(pl_getcwd(text, 2), "/") == 0 && pl_chdir("../../work") == 0, "up");
    int root = pl_open("/", O_RDONLY);
    CHECK(pl_fchdir(root) == 0 && pl_fchdir(root + 50) == -1 && errno == EBADF && pl_fchdir(0) == -1 && errno == ENOTDIR, "by number");
    struct dirent **list, **native;
    CHECK(pl_scandir(".", &list, visible, pl_alphasort) == 3 && strcmp(list[0]->d_name, "dev") == 0 && strcmp(list[2]->d_name, "work") == 0, "three");
    CHECK(pl_scandir64("dev", &native, NULL, pl_versionsort) == 5 && strcmp(native[4]->d_name, "zero") == 0, "three more");
    const struct dirent *first = list[0], *second = list[1];
    CHECK(pl_alphasort64(&first, &second) < 0 && pl_versionsort64(&second, &first) > 0, "an order");
    CHECK(pl_scandirat(root, "work", &list, visible, NULL) >= 0 && pl_scandirat64(root, "none", &list, NULL, NULL) == -1, "relative");
    DIR *directory = pl_fdopendir(root);
    struct dirent item, *result;
    CHECK(pl_telldir(directory) == 0 && pl_readdir64(directory)->d_name[0] == '.', "first");
    long second_place = pl_telldir(directory);
    pl_readdir(directory);
    pl_seekdir(directory, second_place);
    CHECK(pl_readdir_r(directory, &item, &result) == 0 && result == &item && strcmp(item.d_name, "..") == 0, "%s", item.d_name);
    pl_rewinddir(directory);
    CHECK(pl_readdir64_r(directory, &item, &result) == 0 && strcmp(item.d_name, ".") == 0 && pl_closedir(directory) == 0, "again");
    CHECK(pl_closedir(NULL) == -1 && errno == EINVAL && pl_fdopendir(0) == NULL && errno == ENOTDIR, "no directories");
    CHECK(pl_chdir("/work") == 0 && strcmp(pl___realpath_chk("../dev/./null", path, 4096), "/dev/null") == 0, "%s", path);
    int null = pl_open("/dev/null", O_RDWR), zero = pl_open("/dev/zero", O_RDWR), full = pl_open("/dev/full", O_RDWR);
    CHECK(pl_write(null, text, 9) == 9 && pl_read(null, text, 9) == 0 && pl_read(zero, text, 9) == 9 && text[8] == 0, "devices");
    CHECK(pl_write(full, text, 9) == -1 && errno == ENOSPC && pl_fsync(null) == -1 && errno == EINVAL, "full");
    char made[] = "dXXXXXX", wrong[] = "dXXXXX";
    CHECK(pl_mkdtemp(made) == made && pl_access(made, 7) == 0 && pl_rmdir(made) == 0 && pl_mkdtemp(wrong) == NULL, "%s", made);
    int fd = pl_open("f", O_CREAT | O_RDWR, 0600);
    CHECK(pl_fchown(fd, 1000, 1000) == 0 && pl_fchown(fd, 0, -1) == -1 && errno == EPERM && pl_lchmod("f", 0400) == 0, "owners");
    struct timespec times[2] = {{5, 6}, {7, 8}};
    struct timeval older[2] = {{5, 6}, {7, 8}};
    struct stat status;
    CHECK(pl_futimens(fd, times) == 0 && pl_fstat64(fd, &status) == 0 && status.st_mtim.tv_nsec == 8, "times");
    CHECK(pl_futimes(fd, older) == 0 && pl_fstat(fd, &status) == 0 && status.st_atim.tv_nsec == 6000, "times");
    CHECK(pl_flock(fd, LOCK_EX | LOCK_NB) == 0 && pl_flock(fd, 77) == -1 && errno == EINVAL && pl_flock(99, LOCK_SH) == -1, "locks");
    struct flock lock = {.l_type = F_WRLCK};
    CHECK(pl_fcntl(fd, F_SETLK, &lock) == 0 && pl_fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK, "locks of parts");
    int ends[2];
    CHECK(pl_pipe(ends) == 0 && pl_posix_fadvise(fd, 0, 0, 3) == 0 && pl_posix_fadvise64(fd, 0, 0, 9) == EINVAL, "advice");
    CHECK(pl_posix_fadvise(ends[0], 0, 0, 3) == ESPIPE && pl_posix_fadvise(99, 0, 0, 3) == EBADF && pl_syncfs(fd) == 0, "no advice");
    pl_sync();
    struct statfs system, same;
    struct statvfs posix, same_posix;
    CHECK(pl_statfs("f", &system) == 0 && system.f_namelen == 255 && system.f_bsize == 4096 && system.f_ffree == 1 << 17, "a file system");
    CHECK(pl_statfs64(".", &same) == 0 && memcmp(&system, &same, sizeof same) == 0 && pl_fstatfs(fd, &same) == 0, "one");
    CHECK(pl_fstatfs64(99, &same) == -1 && errno == EBADF && pl_statfs("none", &same) == -1 && errno == ENOENT, "none");
    CHECK(pl_statvfs("f", &posix) == 0 && posix.f_frsize == 4096 && posix.f_favail == 1 << 17 && posix.f_namemax == 255 && posix.f_flag == 0, "POSIX");
    CHECK(pl_fstatvfs(fd, &same_posix) == 0 && memcmp(&posix, &same_posix, sizeof posix) == 0 && pl_statvfs64("none", &posix) == -1, "POSIX");
    CHECK(pl_fstatvfs64(fd, &same_posix) == 0 && same_posix.f_blocks == 1 << 20, "POSIX");
    CHECK(pl_mknod("q", S_IFCHR | 0600, 0x103) == -1 && errno == EPERM && pl_mknod("f", S_IFBLK | 0600, 0) == -1 && errno == EEXIST, "no devices");
    CHECK(pl_ioctl(fd, 0x40049409, fd) == -1 && errno == EOPNOTSUPP, "FICLONE");
    /* What was there from the beginning can go, too. */
    CHECK(pl_rename("/tmp", "/work/t") == 0 && pl_rename("t", "/tmp") == 0 && pl_unlink("/dev/full") == 0, "moved");
    CHECK(pl_access("/dev/full", 0) == -1 && pl_access("/tmp", 0) == 0, "gone");
    CHECK(pl_unlink("f") == 0 && pl_close(ends[0]) == 0 && pl_close(ends[1]) == 0, "closed");
}

/* Random bytes through a pipe that does not block. */
static void pipes(void) {
    int ours[2], theirs[2];
    char out[64], in[64], a[] = "", b[] = "";
    BOTH("pipe2", pl_pipe2(ours, O_NONBLOCK), pipe2(theirs, O_NONBLOCK));
    for (int i = 0; i < 200; i++) {
        size_t count = below(64);
        for (size_t k = 0; k < count; k++) {
            out[k] = (char)next();
        }
        if (below(2)) {
            BOTH("write", pl_write(ours[1], out, count), write(theirs[1], out, count));
        } else {
            BOTH("read", pl_read(ours[0], in, count), read(theirs[0], out, count));
            CHECK(count == 0 || errno != 0 || memcmp(in, out, 1) == 0, "bytes");
        }
        struct pollfd waits[] = {{theirs[0], POLLIN | POLLOUT, 0}, {theirs[1], POLLIN | POLLOUT, 0}};
        poll(waits, 2, 0);
        CHECK(pl___pleach_is_ready(ours[0]) == waits[0].revents && pl___pleach_is_ready(ours[1]) == waits[1].revents, "%d %d", waits[0].revents, waits[1].revents);
    }
    BOTH("flags", pl_fcntl(ours[0], F_GETFL), fcntl(theirs[0], F_GETFL));
    BOTH("flags", pl_fcntl(ours[1], F_GETFL), fcntl(theirs[1], F_GETFL));
    BOTH("size", pl_fcntl(ours[1], F_GETPIPE_SZ), fcntl(theirs[1], F_GETPIPE_SZ));
    BOTH("close", pl_close(ours[1]), close(theirs[1]));
    for (int i = 0; i < 200; i++) {
        BOTH("rest", pl_read(ours[0], in, 64), read(theirs[0], out, 64));
    }
    BOTH("close", pl_close(ours[0]), close(theirs[0]));
    BOTH("flags", pl_pipe2(ours, 1), pipe2(theirs, 1));
}

/* Bytes from one file to another, and where both are afterwards. */
static void copies(void) {
    char a[] = "", b[] = "", text[64], other[64];
    FILE *files[2] = {tmpfile(), tmpfile()};
    int ours[2] = {pl_open("from", O_CREAT | O_RDWR, 0600), pl_open("to", O_CREAT | O_RDWR, 0600)};
    int theirs[2] = {fileno(files[0]), fileno(files[1])};
    CHECK(pl_write(ours[0], "some text of a file", 19) == 19 && write(theirs[0], "some text of a file", 19) == 19, "text");
    for (int i = 0; i < 500; i++) {
        long from = (long)below(24) - 1, to = (long)below(24) - 1, other_from = from, other_to = to;
        size_t count = below(30);
        unsigned by_place = below(4);
        BOTH("lseek", pl_lseek(ours[0], from + 1, 0), lseek(theirs[0], from + 1, 0));
        BOTH("copy", pl_copy_file_range(ours[0], by_place & 1 ? &from : NULL, ours[1], by_place & 2 ? &to : NULL, count, i % 50 == 0),
             copy_file_range(theirs[0], by_place & 1 ? &other_from : NULL, theirs[1], by_place & 2 ? &other_to : NULL, count, i % 50 == 0));
        CHECK(from == other_from && to == other_to, "%ld %ld, %ld %ld", from, other_from, to, other_to);
        BOTH("lseek", pl_lseek(ours[0], 0, 1), lseek(theirs[0], 0, 1));
        BOTH("lseek", pl_lseek(ours[1], 0, 1), lseek(theirs[1], 0, 1));
        BOTH("pread", pl_pread(ours[1], text, 64, 0), pread(theirs[1], other, 64, 0));
        CHECK(memcmp(text, other, (size_t)pl_lseek(ours[1], 0, 2) % 64) == 0, "contents");
        BOTH("lseek", pl_lseek(ours[1], below(9), 0) * 0, lseek(theirs[1], pl_lseek(ours[1], 0, 1), 0) * 0);
    }
    CHECK(pl_close(ours[0]) == 0 && pl_close(ours[1]) == 0 && pl_unlink("from") == 0 && pl_unlink("to") == 0, "closed");
    fclose(files[0]), fclose(files[1]);
}

void file_system(void) {
    char directory[4096];
    if (getcwd(directory, sizeof directory) == NULL) {
        perror("getcwd");
        exit(2);
    }
    own_world();
    pipes();
    copies();
    in_a_tree(2000);
    CHECK(chdir(directory) == 0, "back");
}
