/* Waiting, terminals, children, and the fixed answers about the system. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "compare.h"

int pl_poll(struct pollfd *, nfds_t, int), pl_ppoll(struct pollfd *, nfds_t, const struct timespec *, const void *), pl_pipe(int *);
int pl_select(int, fd_set *, fd_set *, fd_set *, struct timeval *), pl_close(int), pl_tcgetattr(int, void *), pl_open(const char *, int, ...);
int pl_pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const void *), pl_ioctl(int, unsigned long, ...);
int pl_tcsetattr(int, int, const void *), pl_tcgetpgrp(int), pl_tcdrain(int), pl_ttyname_r(int, char *, size_t);
int pl_waitpid(int, int *, int), pl_wait(int *), pl_wait3(int *, int, void *), pl_wait4(int, int *, int, void *);
long pl_write(int, const void *, size_t), pl_getrandom(void *, size_t, unsigned);
char *pl_ttyname(int);
int pl_uname(struct utsname *), pl_gethostname(char *, size_t), pl_getdtablesize(void), pl_get_nprocs(void), pl_get_nprocs_conf(void);
int pl_getrlimit(unsigned, struct rlimit *), pl_getrlimit64(unsigned, struct rlimit *), pl_gettid(void), pl_getpgrp(void), pl_getpgid(int);
int pl_getsid(int), pl_getresuid(uid_t *, uid_t *, uid_t *), pl_getresgid(gid_t *, gid_t *, gid_t *), pl_getgroups(int, gid_t *);
int pl_group_member(gid_t), pl_setuid(uid_t), pl_setgid(gid_t), pl_seteuid(uid_t), pl_setegid(gid_t), pl_setreuid(uid_t, uid_t);
int pl_setregid(gid_t, gid_t), pl_setresuid(uid_t, uid_t, uid_t), pl_setresgid(gid_t, gid_t, gid_t), pl_setgroups(size_t, const gid_t *);
int pl_getentropy(void *, size_t);
void pl_arc4random_buf(void *, size_t);
unsigned pl_arc4random(void), pl_arc4random_uniform(unsigned);

#define ALIKE(ours, theirs)                                                                                            \
    ({                                                                                                                 \
        errno = 0;                                                                                                     \
        long got = (long)(ours);                                                                                       \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        long expected = (long)(theirs);                                                                                \
        CHECK(got == expected && (got >= 0 || error == errno), "%ld %ld, errno %d %d", got, expected, error, errno);   \
    })

/* Two pipes on either side, of which bytes are written to some and ends closed of others. */
static void waits(void) {
    int ours[4], theirs[4], open = 15, moved[4];
    CHECK(pl_pipe(ours) == 0 && pl_pipe(ours + 2) == 0 && pipe(theirs) == 0 && pipe(theirs + 2) == 0, "pipes");
    for (int i = 0; i < 4; i++) {
        /* The same numbers on both sides, as sets are of numbers. */
        moved[i] = dup2(theirs[i], 500 + ours[i]);
        close(theirs[i]);
        if (below(4) == 0) {
            open &= ~(1 << i);
        }
    }
    for (int i = 1; i < 4; i += 2) {
        if (below(2)) {
            ALIKE(pl_write(ours[i], "text", 4), write(moved[i], "text", 4));
        }
    }
    for (int i = 0; i < 4; i++) {
        int count = -1, other = -1;
        ALIKE(pl_ioctl(ours[i], FIONREAD, &count), ioctl(moved[i], FIONREAD, &other));
        CHECK(count == other, "%d %d", count, other);
        if (!(open & 1 << i)) {
            ALIKE(pl_close(ours[i]), close(moved[i]));
        }
    }
    struct pollfd list[5], native[5];
    for (int i = 0; i < 5; i++) {
        list[i] = (struct pollfd){i == 4 ? -1 : ours[i], (short)next() & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM | POLLPRI), 7};
        native[i] = list[i];
        native[i].fd = i == 4 ? -1 : moved[i];
    }
    struct timespec none = {0, 0}, wrong = {0, -1};
    if (below(2)) {
        ALIKE(pl_poll(list, 5, 0), poll(native, 5, 0));
    } else {
        ALIKE(pl_ppoll(list, 5, &none, NULL), ppoll(native, 5, &none, NULL));
    }
    for (int i = 0; i < 5; i++) {
        CHECK(list[i].revents == native[i].revents, "%d of %x: %x %x", i, list[i].events, list[i].revents, native[i].revents);
    }
    ALIKE(pl_ppoll(list, 5, &wrong, NULL), ppoll(native, 5, &wrong, NULL));
    fd_set sets[3], others[3];
    for (int k = 0; k < 3; k++) {
        FD_ZERO(&sets[k]);
        FD_ZERO(&others[k]);
        for (int i = 0; i < 4; i++) {
            if (below(2) && (open & 1 << i || below(9) == 0)) {
                FD_SET(ours[i], &sets[k]);
                FD_SET(moved[i], &others[k]);
            }
        }
    }
    struct timeval no_time = {0, 0};
    int failed = failures;
    if (below(2)) {
        ALIKE(pl_select(1024, &sets[0], &sets[1], &sets[2], &no_time), select(1024, &others[0], &others[1], &others[2], &no_time));
    } else {
        ALIKE(pl_pselect(1024, &sets[0], &sets[1], &sets[2], &none, NULL), pselect(1024, &others[0], &others[1], &others[2], &none, NULL));
    }
    for (int k = 0; k < 12 && failed == failures; k++) {
        CHECK(!FD_ISSET(ours[k % 4], &sets[k / 4]) == !FD_ISSET(moved[k % 4], &others[k / 4]), "%d", k);
    }
    for (int i = 0; i < 4; i++) {
        if (open & 1 << i) {
            ALIKE(pl_close(ours[i]), close(moved[i]));
        }
    }
}

static void terminals(void) {
    int ours = pl_open("/dev/null", O_RDWR), theirs = open("/dev/null", O_RDWR);
    struct termios attributes;
    char name[20];
    memset(&attributes, 0, sizeof attributes);
    for (int i = 0; i < 2; i++, ours = theirs = 99) {
        ALIKE(pl_ioctl(ours, TIOCGWINSZ, name), ioctl(theirs, TIOCGWINSZ, name));
        ALIKE(pl_tcgetattr(ours, &attributes), tcgetattr(theirs, &attributes));
        ALIKE(pl_tcsetattr(ours, i, &attributes), tcsetattr(theirs, i, &attributes));
        ALIKE(pl_tcsetattr(ours, 7, &attributes), tcsetattr(theirs, 7, &attributes));
        ALIKE(pl_tcgetpgrp(ours), tcgetpgrp(theirs));
        ALIKE(pl_tcdrain(ours), tcdrain(theirs));
        ALIKE(pl_ttyname_r(ours, name, 20), ttyname_r(theirs, name, 20));
        CHECK(pl_ttyname(ours) == NULL && ttyname(theirs) == NULL, "none");
    }
    ALIKE(pl_waitpid(-1, NULL, 0), waitpid(-1, NULL, 0));
    ALIKE(pl_waitpid(77, NULL, WNOHANG), waitpid(77, NULL, WNOHANG));
    ALIKE(pl_waitpid(-1, NULL, 64), waitpid(-1, NULL, 64));
    ALIKE(pl_wait(NULL), wait(NULL));
    ALIKE(pl_wait3(NULL, 0, NULL), wait3(NULL, 0, NULL));
    ALIKE(pl_wait4(-1, NULL, WNOHANG, NULL), wait4(-1, NULL, WNOHANG, NULL));
}

static void answers(void) {
    struct utsname names;
    char text[20], room[257];
    CHECK(pl_uname(&names) == 0 && strcmp(names.sysname, "Linux") == 0 && strcmp(names.machine, "x86_64") == 0, "%s", names.sysname);
    CHECK(pl_gethostname(text, 20) == 0 && strcmp(text, names.nodename) == 0 && pl_gethostname(text, 3) == -1 && errno == ENAMETOOLONG, "%s", text);
    CHECK(pl_getdtablesize() == 1024 && pl_get_nprocs() == 1 && pl_get_nprocs_conf() == 1, "numbers");
    struct rlimit limit;
    CHECK(pl_getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == 8 << 20 && pl_getrlimit(16, &limit) == -1 && errno == EINVAL, "limits");
    CHECK(pl_getrlimit64(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max == 1024 && pl_getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY, "more");
    unsigned a, b, c;
    CHECK(pl_gettid() == 1000 && pl_getpgrp() == 1000 && pl_getpgid(0) == 1000 && pl_getsid(1000) == 1000 && pl_getsid(5) == -1 && errno == ESRCH, "process");
    CHECK(pl_getresuid(&a, &b, &c) == 0 && a == 1000 && c == a && pl_getresgid(&a, &b, &c) == 0 && b == 1000, "user");
    CHECK(pl_getgroups(0, NULL) == 1 && pl_getgroups(1, &a) == 1 && a == 1000 && pl_getgroups(-1, &a) == -1 && pl_group_member(1000) && !pl_group_member(7), "groups");
    CHECK(pl_setuid(1000) == 0 && pl_setuid(0) == -1 && errno == EPERM && pl_seteuid(-1) == -1 && errno == EINVAL, "user");
    CHECK(pl_setgid(1000) == 0 && pl_setegid(0) == -1 && pl_setreuid(-1, 1000) == 0 && pl_setregid(0, -1) == -1, "group");
    CHECK(pl_setresuid(-1, -1, 1000) == 0 && pl_setresgid(1000, 7, -1) == -1 && pl_setgroups(0, NULL) == -1, "all");
    unsigned first = pl_arc4random();
    CHECK(first != pl_arc4random() && pl_arc4random_uniform(0) == 0 && pl_getrandom(room, 9, 8) == -1 && pl_getentropy(room, 257) == -1, "random");
    for (int i = 0; i < 1000; i++) {
        unsigned bound = 1 + below(50);
        CHECK(pl_arc4random_uniform(bound) < bound, "%u", bound);
    }
    memset(room, 0, sizeof room);
    CHECK(pl_getrandom(room, 20, 0) == 20 && memcmp(room, room + 8, 8) != 0 && room[20] == 0 && pl_getentropy(room, 8) == 0, "bytes");
    pl_arc4random_buf(text, 20);
    CHECK(memcmp(text, room, 8) != 0, "others");
}

void waiting(void) {
    for (int i = 0; i < 500; i++) {
        waits();
    }
    terminals();
    answers();
}
