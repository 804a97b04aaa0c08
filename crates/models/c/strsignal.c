/* strsignal(): the names of signals, as glibc has them on x86-64. */
#include <stddef.h>

size_t strlen(const char *s);
long write(int fd, const void *from, size_t count);

static const struct {
    const char *name;
    const char *meaning;
} signals[] = {
    {NULL, NULL},
    {"HUP", "Hangup"},
    {"INT", "Interrupt"},
    {"QUIT", "Quit"},
    {"ILL", "Illegal instruction"},
    {"TRAP", "Trace/breakpoint trap"},
    {"ABRT", "Aborted"},
    {"BUS", "Bus error"},
    {"FPE", "Floating point exception"},
    {"KILL", "Killed"},
    {"USR1", "User defined signal 1"},
    {"SEGV", "Segmentation fault"},
    {"USR2", "User defined signal 2"},
    {"PIPE", "Broken pipe"},
    {"ALRM", "Alarm clock"},
    {"TERM", "Terminated"},
    {"STKFLT", "Stack fault"},
    {"CHLD", "Child exited"},
    {"CONT", "Continued"},
    {"STOP", "Stopped (signal)"},
    {"TSTP", "Stopped"},
    {"TTIN", "Stopped (tty input)"},
    {"TTOU", "Stopped (tty output)"},
    {"URG", "Urgent I/O condition"},
    {"XCPU", "CPU time limit exceeded"},
    {"XFSZ", "File size limit exceeded"},
    {"VTALRM", "Virtual timer expired"},
    {"PROF", "Profiling timer expired"},
    {"WINCH", "Window changed"},
    {"POLL", "I/O possible"},
    {"PWR", "Power failure"},
    {"SYS", "Bad system call"},
};

static int is_known(int number) {
    return number >= 1 && (size_t)number < sizeof signals / sizeof *signals;
}

const char *sigabbrev_np(int number) {
    return is_known(number) ? signals[number].name : NULL;
}

const char *sigdescr_np(int number) {
    return is_known(number) ? signals[number].meaning : NULL;
}

/* A text followed by a number, in a buffer that the next call overwrites. */
static char *numbered(const char *text, int number) {
    static char buffer[48];
    char digits[12];
    size_t count = 0, length = strlen(text);
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[count++] = '-';
    }
    for (size_t i = 0; i < length; i++) {
        buffer[i] = text[i];
    }
    while (count > 0) {
        buffer[length++] = digits[--count];
    }
    buffer[length] = '\0';
    return buffer;
}

char *strsignal(int number) {
    enum { FIRST = 34, LAST = 64 };
    if (is_known(number)) {
        return (char *)signals[number].meaning;
    }
    return number >= FIRST && number <= LAST ? numbered("Real-time signal ", number - FIRST)
                                             : numbered("Unknown signal ", number);
}

void psignal(int number, const char *s) {
    const char *what = is_known(number) ? signals[number].meaning : numbered("Unknown signal ", number);
    if (s != NULL && *s != '\0') {
        write(2, s, strlen(s));
        write(2, ": ", 2);
    }
    write(2, what, strlen(what));
    write(2, "\n", 1);
}
