/* What a program can ask about the system that it runs on and about the user's rights: fixed answers. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *s);
int *__errno_location(void);

enum { EPERM_ = 1, ESRCH_ = 3, EFAULT_ = 14, EINVAL_ = 22, ENOTTY_ = 25, ENAMETOOLONG_ = 36, PROCESS = 1000, USER = 1000 };

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

struct names {
    char system[65], node[65], release[65], version[65], machine[65], domain[65];
};

int uname(struct names *to) {
    static const struct names answer = {"Linux", "pleach", "6.1.0", "#1 SMP", "x86_64", "(none)"};
    *to = answer;
    return 0;
}

int gethostname(char *to, size_t size) {
    static const char name[] = "pleach";
    memcpy(to, name, size < sizeof name ? size : sizeof name);
    return size < sizeof name ? fail(ENAMETOOLONG_) : 0;
}

int getdtablesize(void) {
    return 1024;
}

int get_nprocs(void) {
    return 1;
}

int get_nprocs_conf(void) {
    return 1;
}

int gethostid(void) {
    return 0x007f0101;
}

/* Nobody has logged in: there is no terminal. */
char *getlogin(void) {
    fail(ENOTTY_);
    return NULL;
}

int getlogin_r(char *to, size_t size) {
    (void)to, (void)size;
    return *__errno_location() = ENOTTY_;
}

/* The process may run on the only processor. */
int sched_getaffinity(int process, size_t size, void *to) {
    if (process != 0 && process != PROCESS) {
        return fail(ESRCH_);
    }
    /* The kernel writes whole words. */
    if (size < sizeof(long) || size % sizeof(long) != 0) {
        return fail(EINVAL_);
    }
    memset(to, 0, size);
    *(unsigned char *)to = 1;
    return 0;
}

/* How many processors are in a set: CPU_COUNT. */
int __sched_cpucount(size_t size, const void *set) {
    const unsigned char *bytes = set;
    int count = 0;
    for (size_t i = 0; i < size / sizeof(long) * sizeof(long); i++) {
        for (unsigned rest = bytes[i]; rest != 0; rest &= rest - 1) {
            count++;
        }
    }
    return count;
}

/* How willingly the process leaves the processor to others, which it cannot take back. */
static int niceness;

static int has_niceness(int which, unsigned who) {
    enum { OF_PROCESS, OF_GROUP, OF_USER };
    if (which < OF_PROCESS || which > OF_USER) {
        return EINVAL_;
    }
    return who == 0 || who == (which == OF_USER ? USER : PROCESS) ? 0 : ESRCH_;
}

int getpriority(int which, unsigned who) {
    int error = has_niceness(which, who);
    return error != 0 ? fail(error) : niceness;
}

int setpriority(int which, unsigned who, int value) {
    enum { EACCES_ = 13, LEAST = -20, MOST = 19 };
    int error = has_niceness(which, who);
    value = value < LEAST ? LEAST : value > MOST ? MOST : value;
    if (error == 0 && value < niceness) {
        error = EACCES_;
    }
    if (error != 0) {
        return fail(error);
    }
    niceness = value;
    return 0;
}

int nice(int more) {
    enum { EACCES_ = 13 };
    int kept = *__errno_location();
    long value = (long)niceness + more;
    if (setpriority(0, 0, value < -20 ? -20 : value > 19 ? 19 : (int)value) < 0) {
        return *__errno_location() == EACCES_ ? fail(EPERM_) : -1;
    }
    *__errno_location() = kept;
    return niceness;
}

/* Limits: the soft and the hard one. */
struct limit {
    unsigned long soft, hard;
};

int getrlimit(unsigned what, struct limit *to) {
    enum { STACK = 3, CORE = 4, FILES = 7, KINDS = 16 };
    if (what >= KINDS) {
        return fail(EINVAL_);
    }
    *to = (struct limit){~0ul, ~0ul};
    if (what == STACK) {
        to->soft = 8ul << 20;
    } else if (what == CORE) {
        to->soft = 0;
    } else if (what == FILES) {
        to->soft = to->hard = 1024;
    }
    return 0;
}

int getrlimit64(unsigned what, struct limit *to) {
    return getrlimit(what, to);
}

/* Numbers of the process and its group, of which it is the leader. */

int gettid(void) {
    return PROCESS;
}

int getpgrp(void) {
    return PROCESS;
}

int getpgid(int process) {
    return process == 0 || process == PROCESS ? PROCESS : fail(ESRCH_);
}

int getsid(int process) {
    return process == 0 || process == PROCESS ? PROCESS : fail(ESRCH_);
}

int getresuid(unsigned *real, unsigned *effective, unsigned *saved) {
    *real = *effective = *saved = USER;
    return 0;
}

int getresgid(unsigned *real, unsigned *effective, unsigned *saved) {
    *real = *effective = *saved = USER;
    return 0;
}

int getgroups(int room, unsigned *to) {
    if (room < 0) {
        return fail(EINVAL_);
    }
    if (room > 0) {
        to[0] = USER;
    }
    return 1;
}

int group_member(unsigned group) {
    return group == USER;
}

/* The user can become nobody else. */

static int become(unsigned a, unsigned b, unsigned c) {
    int stays = (a == USER || a == -1u) && (b == USER || b == -1u) && (c == USER || c == -1u);
    return stays ? 0 : fail(EPERM_);
}

static int become_one(unsigned user) {
    return user == -1u ? fail(EINVAL_) : become(user, user, user);
}

int setuid(unsigned user) {
    return become_one(user);
}

int setgid(unsigned group) {
    return become_one(group);
}

int seteuid(unsigned user) {
    return become_one(user);
}

int setegid(unsigned group) {
    return become_one(group);
}

int setreuid(unsigned real, unsigned effective) {
    return become(real, effective, -1u);
}

int setregid(unsigned real, unsigned effective) {
    return become(real, effective, -1u);
}

int setresuid(unsigned real, unsigned effective, unsigned saved) {
    return become(real, effective, saved);
}

int setresgid(unsigned real, unsigned effective, unsigned saved) {
    return become(real, effective, saved);
}

int setgroups(size_t count, const unsigned *groups) {
    (void)count, (void)groups;
    return fail(EPERM_);
}

/* Random numbers, the same in every run: a counter that is mixed as in SplitMix64. */

static unsigned long random_word(void) {
    static unsigned long counter;
    unsigned long word = counter += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

void arc4random_buf(void *to, size_t size) {
    unsigned char *bytes = to;
    unsigned long word = 0;
    for (size_t i = 0; i < size; i++, word >>= 8) {
        if (i % 8 == 0) {
            word = random_word();
        }
        bytes[i] = (unsigned char)word;
    }
}

unsigned arc4random(void) {
    return (unsigned)random_word();
}

unsigned arc4random_uniform(unsigned bound) {
    return bound < 2 ? 0 : (unsigned)(random_word() % bound);
}

long getrandom(void *to, size_t size, unsigned flags) {
    if (flags & ~7u) {
        return fail(EINVAL_);
    }
    arc4random_buf(to, size);
    return (long)size;
}

int getentropy(void *to, size_t size) {
    enum { EIO_ = 5, MOST = 256 };
    if (size > MOST) {
        return fail(EIO_);
    }
    arc4random_buf(to, size);
    return 0;
}
