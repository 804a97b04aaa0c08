/* A program's view of its process: there is one, always the same. */
#include <stddef.h>

void __pleach_unsupported(const char *what);

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
    default:
        __pleach_unsupported("a value of sysconf that is not known");
        return -1;
    }
}
