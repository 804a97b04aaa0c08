/* A program's view of its process: there is one, always the same, and no signal ever reaches it. */
#include <stddef.h>

int *__errno_location(void);
void __pleach_unsupported(const char *what);

enum { EINVAL_ = 22 };

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

/* Signals are never sent: a handler is noted and given back, and that is all. */

typedef void (*handler_t)(int);

handler_t signal(int number, handler_t handler) {
    static handler_t handlers[65];
    if (number < 1 || number > 64 || number == 9 || number == 19) {
        *__errno_location() = EINVAL_;
        return (handler_t)-1;
    }
    handler_t last = handlers[number];
    handlers[number] = handler;
    return last;
}
