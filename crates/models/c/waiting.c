/* <poll.h> and <sys/select.h>, terminals, and children: nothing happens by itself, no number is a terminal's, and there is no child. */
#include <stdarg.h>
#include <stddef.h>

int *__errno_location(void);
void *memset(void *to, int byte, size_t count);
void __pleach_unsupported(const char *what);

/* A function of files.c: whether reading and writing would not block, as in <poll.h>; -1 if the number is not open. */
int __pleach_is_ready(int fd);
/* And how many bytes there are to be read; -1 if that is not known. */
long __pleach_waiting(int fd);
/* And whether it is a file, open for writing or for reading. */
int __pleach_is_plain(int fd, int writes);

enum { EBADF_ = 9, ECHILD_ = 10, EINVAL_ = 22, ENOTTY_ = 25 };
enum { READ = 1, WRITE = 4, FAILED = 8, HUNG_UP = 16, INVALID = 32 };

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

struct poll {
    int fd;
    short wanted, found;
};

struct time {
    long seconds, parts;
};

int poll(struct poll *list, unsigned long count, int milliseconds) {
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        int state = list[i].fd < 0 ? 0 : __pleach_is_ready(list[i].fd);
        /* The bits for ordinary data are asked for under other names, too. */
        int wanted = list[i].wanted, found = state < 0 ? INVALID : state & (FAILED | HUNG_UP);
        if (state > 0) {
            found |= (state & READ ? wanted & (READ | 0x40) : 0) | (state & WRITE ? wanted & (WRITE | 0x100) : 0);
        }
        list[i].found = (short)found;
        ready += found != 0;
    }
    if (ready == 0 && milliseconds < 0) {
        __pleach_unsupported("poll that waits for ever");
    }
    return ready;
}

int ppoll(struct poll *list, unsigned long count, const struct time *limit, const void *mask) {
    (void)mask;
    if (limit != NULL && (limit->seconds < 0 || limit->parts < 0 || limit->parts >= 1000000000)) {
        return fail(EINVAL_);
    }
    return poll(list, count, limit == NULL ? -1 : 0);
}

static int take(unsigned long *set, int fd, int ready) {
    unsigned long bit = 1ul << fd % 64;
    if (set == NULL || !(set[fd / 64] & bit)) {
        return 0;
    }
    if (!ready) {
        set[fd / 64] &= ~bit;
    }
    return ready;
}

static int choose(int count, unsigned long *reads, unsigned long *writes, unsigned long *others, int waits) {
    enum { MOST = 1024 };
    if (count < 0) {
        return fail(EINVAL_);
    }
    count = count < MOST ? count : MOST;
    for (int fd = 0; fd < count; fd++) {
        unsigned long bit = 1ul << fd % 64;
        unsigned long asked = (reads ? reads[fd / 64] : 0) | (writes ? writes[fd / 64] : 0) | (others ? others[fd / 64] : 0);
        if ((asked & bit) && __pleach_is_ready(fd) < 0) {
            return fail(EBADF_);
        }
    }
    int ready = 0;
    for (int fd = 0; fd < count; fd++) {
        int state = __pleach_is_ready(fd);
        if (state >= 0) {
            ready += take(reads, fd, (state & (READ | HUNG_UP | FAILED)) != 0) + take(writes, fd, (state & (WRITE | FAILED)) != 0) + take(others, fd, 0);
        }
    }
    if (ready == 0 && waits) {
        __pleach_unsupported("select that waits for ever");
    }
    return ready;
}

int select(int count, unsigned long *reads, unsigned long *writes, unsigned long *others, struct time *limit) {
    if (limit != NULL && (limit->seconds < 0 || limit->parts < 0)) {
        return fail(EINVAL_);
    }
    int ready = choose(count, reads, writes, others, limit == NULL);
    if (ready == 0 && limit != NULL) {
        *limit = (struct time){0, 0};
    }
    return ready;
}

int pselect(int count, unsigned long *reads, unsigned long *writes, unsigned long *others, const struct time *limit, const void *mask) {
    (void)mask;
    if (limit != NULL && (limit->seconds < 0 || limit->parts < 0 || limit->parts >= 1000000000)) {
        return fail(EINVAL_);
    }
    return choose(count, reads, writes, others, limit == NULL);
}

/* Terminals. */

static int no_terminal(int fd) {
    return fail(__pleach_is_ready(fd) < 0 ? EBADF_ : ENOTTY_);
}

int ioctl(int fd, unsigned long what, ...) {
    enum { CLONE = 0x40049409, EOPNOTSUPP_ = 95 };
    enum { GET_ATTRIBUTES = 0x5401, SET_ATTRIBUTES = 0x5402, GET_GROUP = 0x540f, SET_GROUP = 0x5410, GET_SIZE = 0x5413, SET_SIZE = 0x5414, COUNT = 0x541b };
    if (__pleach_is_ready(fd) < 0) {
        return fail(EBADF_);
    }
    switch (what) {
    case GET_ATTRIBUTES:
    case SET_ATTRIBUTES:
    case GET_GROUP:
    case SET_GROUP:
    case GET_SIZE:
    case SET_SIZE:
        return fail(ENOTTY_);
    case CLONE: {
        /* The file system has no way to share what two files hold. Other numbers than those of two files are refused for other reasons. */
        va_list list;
        va_start(list, what);
        int from = va_arg(list, int);
        va_end(list);
        if (!__pleach_is_plain(fd, 1) || !__pleach_is_plain(from, 0)) {
            __pleach_unsupported("ioctl(FICLONE) of what are not two files");
        }
        return fail(EOPNOTSUPP_);
    }
    case COUNT: {
        va_list list;
        long count = __pleach_waiting(fd);
        if (count < 0) {
            return fail(ENOTTY_);
        }
        va_start(list, what);
        *va_arg(list, int *) = (int)count;
        va_end(list);
        return 0;
    }
    default:
        __pleach_unsupported("a request of ioctl that is not known");
        return -1;
    }
}

int tcgetattr(int fd, void *to) {
    (void)to;
    return no_terminal(fd);
}

int tcsetattr(int fd, int when, const void *from) {
    (void)from;
    return when < 0 || when > 2 ? fail(EINVAL_) : no_terminal(fd);
}

int tcgetpgrp(int fd) {
    return no_terminal(fd);
}

int tcdrain(int fd) {
    return no_terminal(fd);
}

char *ttyname(int fd) {
    no_terminal(fd);
    return NULL;
}

int ttyname_r(int fd, char *to, size_t size) {
    enum { ERANGE_ = 34, LEAST = 10 };
    (void)to;
    if (size < LEAST) {
        fail(ERANGE_);
    } else {
        no_terminal(fd);
    }
    return *__errno_location();
}

/* Children. */

int waitpid(int process, int *status, int options) {
    enum { KNOWN = 0xe000000b };
    (void)process, (void)status;
    return fail(options & ~KNOWN ? EINVAL_ : ECHILD_);
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}

int wait4(int process, int *status, int options, void *usage) {
    (void)usage;
    return waitpid(process, status, options);
}

int wait3(int *status, int options, void *usage) {
    return wait4(-1, status, options, usage);
}
