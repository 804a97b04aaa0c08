/* More functions about names of files, by way of those of tree.c. */
#include <stddef.h>

enum { HERE = -100, NO_FOLLOW = 0x100, REMOVE_DIRECTORY = 0x200, EISDIR_ = 21, EINVAL_ = 22, LONGEST_PATH = 4096 };

struct stat;
struct time {
    long seconds, nanoseconds;
};

int mkdirat(int fd, const char *path, unsigned mode);
int unlinkat(int fd, const char *path, int flags);
int symlinkat(const char *target, int fd, const char *path);
int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags);
long readlinkat(int fd, const char *restrict path, char *restrict to, size_t size);
int faccessat(int fd, const char *path, int mode, int flags);
int fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags);
int fchmodat(int fd, const char *path, unsigned mode, int flags);
int fchownat(int fd, const char *path, unsigned user, unsigned group, int flags);
int utimensat(int fd, const char *path, const struct time *times, int flags);
int futimens(int fd, const struct time *times);
int mknodat(int fd, const char *path, unsigned mode, unsigned long device);
char *getcwd(char *to, size_t size);
void *malloc(size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
int *__errno_location(void);
void __chk_fail(void);

int mkdir(const char *path, unsigned mode) {
    return mkdirat(HERE, path, mode);
}

int mknod(const char *path, unsigned mode, unsigned long device) {
    return mknodat(HERE, path, mode, device);
}

int mkfifoat(int fd, const char *path, unsigned mode) {
    enum { PIPE = 0010000, PERMISSIONS = 07777 };
    return mknodat(fd, path, PIPE | (mode & PERMISSIONS), 0);
}

int mkfifo(const char *path, unsigned mode) {
    return mkfifoat(HERE, path, mode);
}

int rmdir(const char *path) {
    return unlinkat(HERE, path, REMOVE_DIRECTORY);
}

int unlink(const char *path) {
    return unlinkat(HERE, path, 0);
}

int remove(const char *path) {
    int kept = *__errno_location();
    if (unlinkat(HERE, path, 0) == 0) {
        return 0;
    }
    if (*__errno_location() != EISDIR_) {
        return -1;
    }
    *__errno_location() = kept;
    return rmdir(path);
}

int symlink(const char *target, const char *path) {
    return symlinkat(target, HERE, path);
}

int link(const char *from, const char *to) {
    return linkat(HERE, from, HERE, to, 0);
}

long readlink(const char *restrict path, char *restrict to, size_t size) {
    return readlinkat(HERE, path, to, size);
}

long __readlink_chk(const char *restrict path, char *restrict to, size_t size, size_t room) {
    if (size > room) {
        __chk_fail();
    }
    return readlinkat(HERE, path, to, size);
}

long __readlinkat_chk(int fd, const char *restrict path, char *restrict to, size_t size, size_t room) {
    if (size > room) {
        __chk_fail();
    }
    return readlinkat(fd, path, to, size);
}

int access(const char *path, int mode) {
    return faccessat(HERE, path, mode, 0);
}

/* The effective user is the real one. */
int euidaccess(const char *path, int mode) {
    return faccessat(HERE, path, mode, 0);
}

int eaccess(const char *path, int mode) {
    return faccessat(HERE, path, mode, 0);
}

int stat(const char *restrict path, struct stat *restrict to) {
    return fstatat(HERE, path, to, 0);
}

int stat64(const char *restrict path, struct stat *restrict to) {
    return fstatat(HERE, path, to, 0);
}

int lstat(const char *restrict path, struct stat *restrict to) {
    return fstatat(HERE, path, to, NO_FOLLOW);
}

int lstat64(const char *restrict path, struct stat *restrict to) {
    return fstatat(HERE, path, to, NO_FOLLOW);
}

int fstatat64(int fd, const char *restrict path, struct stat *restrict to, int flags) {
    return fstatat(fd, path, to, flags);
}

int chmod(const char *path, unsigned mode) {
    return fchmodat(HERE, path, mode, 0);
}

int lchmod(const char *path, unsigned mode) {
    return fchmodat(HERE, path, mode, NO_FOLLOW);
}

int chown(const char *path, unsigned user, unsigned group) {
    return fchownat(HERE, path, user, group, 0);
}

int lchown(const char *path, unsigned user, unsigned group) {
    return fchownat(HERE, path, user, group, NO_FOLLOW);
}

/* Times. */

/* Microseconds as nanoseconds; what is no part of a second is refused. */
static const struct time *exactly(const struct time *times, struct time *to) {
    for (int i = 0; times != NULL && i < 2; i++) {
        int valid = times[i].nanoseconds >= 0 && times[i].nanoseconds < 1000000;
        to[i] = (struct time){times[i].seconds, valid ? times[i].nanoseconds * 1000 : -1};
    }
    return times == NULL ? NULL : to;
}

int utimes(const char *path, const struct time *times) {
    struct time to[2];
    return utimensat(HERE, path, exactly(times, to), 0);
}

int lutimes(const char *path, const struct time *times) {
    struct time to[2];
    return utimensat(HERE, path, exactly(times, to), NO_FOLLOW);
}

int futimes(int fd, const struct time *times) {
    struct time to[2];
    return futimens(fd, exactly(times, to));
}

int futimesat(int fd, const char *path, const struct time *times) {
    struct time to[2];
    return utimensat(fd, path, exactly(times, to), 0);
}

int utime(const char *path, const long *seconds) {
    struct time to[2];
    for (int i = 0; seconds != NULL && i < 2; i++) {
        to[i] = (struct time){seconds[i], 0};
    }
    return utimensat(HERE, path, seconds == NULL ? NULL : to, 0);
}

/* Whole paths. */

char *get_current_dir_name(void) {
    return getcwd(NULL, 0);
}

char *getwd(char *to) {
    return getcwd(to, LONGEST_PATH);
}

char *__getcwd_chk(char *to, size_t size, size_t room) {
    if (size > room) {
        __chk_fail();
    }
    return getcwd(to, size);
}

static char *refuse(int error) {
    *__errno_location() = error;
    return NULL;
}

/* Puts a path in front of what is left of another one. */
static int put_before(char *left, const char *path, size_t length, const char *rest) {
    size_t behind = strlen(rest);
    if (length + behind + 1 >= LONGEST_PATH) {
        return 0;
    }
    for (size_t i = behind + 1; i-- > 0;) {
        left[length + i] = rest[i];
    }
    memcpy(left, path, length);
    return 1;
}

/* The absolute path without links: in `to`, which has room for the longest. */
static char *resolve(const char *path, char *to) {
    enum { ENOENT_ = 2, ENOTDIR_ = 20, ENAMETOOLONG_ = 36, ELOOP_ = 40, MOST_LINKS = 40 };
    char left[2 * LONGEST_PATH], target[LONGEST_PATH];
    size_t length = strlen(path);
    int links = 0, kept = *__errno_location();
    if (length == 0) {
        return refuse(ENOENT_);
    }
    if (length >= LONGEST_PATH) {
        return refuse(ENAMETOOLONG_);
    }
    memcpy(left, path, length + 1);
    if (path[0] == '/') {
        to[0] = '/';
        to[1] = '\0';
    } else if (getcwd(to, LONGEST_PATH) == NULL) {
        return NULL;
    }
    for (char *rest = left; *rest != '\0';) {
        while (*rest == '/') {
            rest++;
        }
        size_t part = 0, at = strlen(to);
        int named = 1;
        while (rest[part] != '\0' && rest[part] != '/') {
            part++;
        }
        if (part == 0) {
            break;
        }
        if (rest[0] == '.' && (part == 1 || (part == 2 && rest[1] == '.'))) {
            named = 0;
            while (part == 2 && at > 1 && to[--at] != '/') {
            }
            to[at > 1 || part == 1 ? at : 1] = '\0';
        } else {
            size_t before = at;
            if (at + part + 2 > LONGEST_PATH) {
                return refuse(ENAMETOOLONG_);
            }
            if (at > 1) {
                to[at++] = '/';
            }
            memcpy(to + at, rest, part);
            to[at + part] = '\0';
            long size = readlinkat(HERE, to, target, sizeof target - 1);
            if (size < 0 && *__errno_location() != EINVAL_) {
                return NULL;
            }
            if (size >= 0) {
                if (++links > MOST_LINKS) {
                    return refuse(ELOOP_);
                }
                if (!put_before(left, target, (size_t)size, rest + part)) {
                    return refuse(ENAMETOOLONG_);
                }
                rest = left;
                to[target[0] == '/' ? 1 : before] = '\0';
                continue;
            }
        }
        rest += part;
        /* A slash behind a name: it must be a directory, which its own "." shows. */
        if (*rest == '/' && named) {
            size_t end = strlen(to);
            if (end + 3 < LONGEST_PATH) {
                memcpy(to + end, "/.", 3);
                int error = faccessat(HERE, to, 0, 0);
                to[end] = '\0';
                if (error < 0) {
                    return NULL;
                }
            }
        }
    }
    *__errno_location() = kept;
    return to;
}

char *realpath(const char *restrict path, char *restrict to) {
    char own[LONGEST_PATH];
    if (path == NULL) {
        return refuse(EINVAL_);
    }
    if (to != NULL) {
        return resolve(path, to);
    }
    if (resolve(path, own) == NULL) {
        return NULL;
    }
    size_t size = strlen(own) + 1;
    to = malloc(size);
    return to == NULL ? NULL : memcpy(to, own, size);
}

char *__realpath_chk(const char *restrict path, char *restrict to, size_t room) {
    if (room < LONGEST_PATH) {
        __chk_fail();
    }
    return realpath(path, to);
}

char *canonicalize_file_name(const char *path) {
    return realpath(path, NULL);
}
