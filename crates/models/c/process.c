/* What a program can ask about its process. There is one process, and the answers are always the same. */
#include <stddef.h>

void __pleach_unsupported(const char *what);
int *__errno_location(void);
void *memset(void *to, int byte, size_t count);

int getpid(void) {
    return 1000;
}

int getppid(void) {
    return 999;
}

unsigned getuid(void) {
    return 1000;
}

unsigned geteuid(void) {
    return 1000;
}

unsigned getgid(void) {
    return 1000;
}

unsigned getegid(void) {
    return 1000;
}

int getpagesize(void) {
    return 4096;
}

long sysconf(int name) {
    enum { CLOCK_TICKS = 2, OPEN_MAX = 4, PAGE_SIZE = 30, PROCESSORS_CONFIGURED = 83, PROCESSORS_ONLINE = 84 };
    enum { MEMORY = 85, FREE_MEMORY = 86 };
    switch (name) {
    case CLOCK_TICKS:
        return 100;
    case OPEN_MAX:
        return 64;
    case PAGE_SIZE:
        return 4096;
    case PROCESSORS_CONFIGURED:
    case PROCESSORS_ONLINE:
        return 1;
    case MEMORY:
    case FREE_MEMORY:
        /* 8 GiB in pages, of which half is free. */
        return name == MEMORY ? 2 << 20 : 1 << 20;
    default:
        __pleach_unsupported("a value of sysconf that is not known");
        return -1;
    }
}

/* No processor time passes, and no other resource is counted. */
int getrusage(int who, void *usage) {
    enum { CHILDREN = -1, SELF = 0, THREAD = 1, EINVAL_ = 22, SIZE = 144 };
    if (who != CHILDREN && who != SELF && who != THREAD) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    memset(usage, 0, SIZE);
    return 0;
}
