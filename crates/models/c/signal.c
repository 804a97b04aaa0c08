/* <signal.h>: signals that the program sends itself; none comes from outside.
 *
 * A signal is delivered where it is sent, or where it is no longer blocked. One that nothing handles ends the program as it does
 * natively, which is an error. As in Linux, of several signals that can be delivered at once the handler of the last one runs
 * first, because its frame is put on top of the others.
 */
#include <stddef.h>

int *__errno_location(void);
int getpid(void);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *s);
long write(int fd, const void *from, size_t count);
const char *sigabbrev_np(int number);
void __pleach_unsupported(const char *what);
void __pleach_killed(int number, const char *name);
void __pleach_aborted(void);

/* The blocked signals: bit n - 1 for signal n. The executor keeps this, because longjmp() may restore it. */
extern unsigned long *__pleach_signal_mask;

typedef void (*handler_t)(int);

/* As on x86-64. */
typedef struct {
    unsigned long words[16];
} sigset_t;

struct information {
    int number, error, code, padding;
    int process, user;
    char others[104];
};

struct sigaction {
    union {
        handler_t handler;
        void (*with_information)(int, struct information *, void *);
    };
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};

enum { EINTR_ = 4, EINVAL_ = 22, MOST = 64 };
enum { HUP = 1, ABRT = 6, KILL = 9, CHLD = 17, CONT = 18, STOP = 19, TSTP = 20, TTIN = 21, TTOU = 22, URG = 23, WINCH = 28 };
enum { WITH_INFORMATION = 4, RESTORER = 0x04000000, RESTART = 0x10000000, NO_DEFER = 0x40000000 };
#define RESET_HANDLER 0x80000000u
#define DEFAULT ((handler_t)0)
#define IGNORE ((handler_t)1)
#define ERROR ((handler_t)-1)

static struct sigaction actions[MOST + 1];
/* The pending signals: those sent to the thread by raise(), and to the process by kill(). One can be pending in both. */
enum { TO_THREAD, TO_PROCESS, QUEUES };
static unsigned long pending[QUEUES];

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

static unsigned long bit(int number) {
    return 1ul << (number - 1);
}

#define NEVER_BLOCKED (bit(KILL) | bit(STOP))

/* Whether a number is a signal that programs may use; glibc keeps two for itself. */
static int is_signal(int number) {
    return number >= 1 && number <= MOST && number != 32 && number != 33;
}

static int ignored_by_default(int number) {
    return number == CHLD || number == CONT || number == URG || number == WINCH;
}

static int is_ignored(int number) {
    handler_t handler = actions[number].handler;
    return handler == IGNORE || (handler == DEFAULT && ignored_by_default(number));
}

/* Ends the program by a signal. */
static void kill_program(int number) {
    char name[16] = "SIG";
    const char *rest = sigabbrev_np(number);
    if (number == TSTP || number == STOP || number == TTIN || number == TTOU) {
        __pleach_unsupported("a signal that stops the program");
    }
    for (size_t i = 0; rest != NULL && i < 12; i++) {
        name[3 + i] = rest[i];
        if (rest[i] == '\0') {
            break;
        }
    }
    __pleach_killed(number, rest == NULL ? "a real-time signal" : name);
}

static void deliver(void);

static void act(int number, int code) {
    struct sigaction action = actions[number];
    if (is_ignored(number)) {
        return;
    }
    if (action.handler == DEFAULT) {
        kill_program(number);
        return;
    }
    if ((unsigned)action.flags & RESET_HANDLER) {
        actions[number].handler = DEFAULT;
    }
    unsigned long last = *__pleach_signal_mask;
    *__pleach_signal_mask |= action.mask.words[0] | (action.flags & NO_DEFER ? 0 : bit(number));
    *__pleach_signal_mask &= ~NEVER_BLOCKED;
    deliver();
    if (action.flags & WITH_INFORMATION) {
        static unsigned long context[128];
        struct information information;
        memset(&information, 0, sizeof information);
        information.number = number;
        information.code = code;
        information.process = getpid();
        information.user = 1000;
        action.with_information(number, &information, context);
    } else {
        action.handler(number);
    }
    *__pleach_signal_mask = last;
}

/* Removes the first pending one of these signals and returns it; 0 if none is pending. */
static int take(unsigned long wanted, int *code) {
    for (int queue = 0; queue < QUEUES; queue++) {
        for (int number = 1; number <= MOST; number++) {
            if (pending[queue] & wanted & bit(number)) {
                pending[queue] &= ~bit(number);
                *code = queue == TO_THREAD ? -6 : 0;
                return number;
            }
        }
    }
    return 0;
}

/* Delivers the signals that are pending and not blocked. */
static void deliver(void) {
    for (int number, code; (number = take(~*__pleach_signal_mask, &code)) != 0;) {
        act(number, code);
    }
}

static int send(int number, int queue) {
    if (!is_signal(number)) {
        return fail(EINVAL_);
    }
    if (!is_ignored(number) || (*__pleach_signal_mask & bit(number))) {
        pending[queue] |= bit(number);
        deliver();
    }
    return 0;
}

int raise(int number) {
    return send(number, TO_THREAD);
}

int gsignal(int number) {
    return raise(number);
}

int kill(int process, int number) {
    enum { ESRCH_ = 3 };
    if (number < 0 || number > MOST) {
        return fail(EINVAL_);
    }
    if (process != 0 && process != getpid()) {
        __pleach_unsupported("a signal to another process");
        return fail(ESRCH_);
    }
    return number == 0 ? 0 : send(number, TO_PROCESS);
}

/* Called by abort() where this file is linked. */
void __pleach_abort(void) {
    handler_t handler = actions[ABRT].handler;
    *__pleach_signal_mask &= ~bit(ABRT);
    if (handler != DEFAULT && handler != IGNORE) {
        raise(ABRT);
    }
    __pleach_aborted();
}

/* Actions. */

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict last) {
    if (!is_signal(number) || (action != NULL && (number == KILL || number == STOP))) {
        return fail(EINVAL_);
    }
    struct sigaction old = actions[number];
    if (action != NULL) {
        actions[number] = *action;
        actions[number].mask.words[0] &= ~NEVER_BLOCKED;
        actions[number].flags |= RESTORER;
        if (is_ignored(number)) {
            pending[TO_THREAD] &= ~bit(number);
            pending[TO_PROCESS] &= ~bit(number);
        }
    }
    if (last != NULL) {
        *last = old;
    }
    return 0;
}

static handler_t handle(int number, handler_t handler, unsigned long mask, unsigned flags) {
    struct sigaction action, last;
    if (handler == ERROR) {
        *__errno_location() = EINVAL_;
        return ERROR;
    }
    memset(&action, 0, sizeof action);
    action.handler = handler;
    action.mask.words[0] = mask;
    action.flags = (int)flags;
    return sigaction(number, &action, &last) < 0 ? ERROR : last.handler;
}

handler_t signal(int number, handler_t handler) {
    return handle(number, handler, is_signal(number) ? bit(number) : 0, RESTART);
}

handler_t ssignal(int number, handler_t handler) {
    return signal(number, handler);
}

handler_t bsd_signal(int number, handler_t handler) {
    return signal(number, handler);
}

handler_t sysv_signal(int number, handler_t handler) {
    return handle(number, handler, 0, RESET_HANDLER | NO_DEFER);
}

handler_t __sysv_signal(int number, handler_t handler) {
    return sysv_signal(number, handler);
}

/* Sets. */

int sigemptyset(sigset_t *set) {
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set) {
    memset(set, 0xff, sizeof *set);
    set->words[0] &= ~(bit(32) | bit(33));
    return 0;
}

static int is_in_range(int number) {
    return is_signal(number) ? 1 : (fail(EINVAL_), 0);
}

int sigaddset(sigset_t *set, int number) {
    if (!is_in_range(number)) {
        return -1;
    }
    set->words[0] |= bit(number);
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!is_in_range(number)) {
        return -1;
    }
    set->words[0] &= ~bit(number);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    return number >= 1 && number <= MOST ? (set->words[0] & bit(number)) != 0 : fail(EINVAL_);
}

/* As in glibc, only the lower 32 bits are tested. */
int sigisemptyset(const sigset_t *set) {
    return (int)set->words[0] == 0;
}

int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
    for (int i = 0; i < 16; i++) {
        to->words[i] = a->words[i] & b->words[i];
    }
    return 0;
}

int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
    for (int i = 0; i < 16; i++) {
        to->words[i] = a->words[i] | b->words[i];
    }
    return 0;
}

/* Blocking. */

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict last) {
    enum { BLOCK = 0, UNBLOCK = 1, SET = 2 };
    unsigned long mask = *__pleach_signal_mask, given = 0;
    if (set != NULL) {
        if (how < BLOCK || how > SET) {
            return fail(EINVAL_);
        }
        given = set->words[0] & ~(NEVER_BLOCKED | bit(32) | bit(33));
        mask = how == BLOCK ? mask | given : how == UNBLOCK ? mask & ~given : given;
    }
    if (last != NULL) {
        sigemptyset(last);
        last->words[0] = *__pleach_signal_mask;
    }
    *__pleach_signal_mask = mask;
    deliver();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict last) {
    int *error = __errno_location(), before = *error;
    int result = sigprocmask(how, set, last) < 0 ? *error : 0;
    *error = before;
    return result;
}

int sigpending(sigset_t *set) {
    sigemptyset(set);
    set->words[0] = (pending[TO_THREAD] | pending[TO_PROCESS]) & *__pleach_signal_mask;
    return 0;
}

/* Waiting for a signal that is not pending would never end. */

int sigsuspend(const sigset_t *set) {
    unsigned long last = *__pleach_signal_mask, mask = set->words[0] & ~NEVER_BLOCKED;
    int waits = 1;
    for (int number = 1; number <= MOST; number++) {
        if (((pending[TO_THREAD] | pending[TO_PROCESS]) & ~mask & bit(number)) && !is_ignored(number)) {
            waits = 0;
        }
    }
    if (waits) {
        __pleach_unsupported("waiting for a signal that does not come");
    }
    *__pleach_signal_mask = mask;
    deliver();
    *__pleach_signal_mask = last;
    deliver();
    return fail(EINTR_);
}

int pause(void) {
    __pleach_unsupported("waiting for a signal that does not come");
    return fail(EINTR_);
}

int sigwait(const sigset_t *restrict set, int *restrict to) {
    int code, number = take(set->words[0], &code);
    if (number != 0) {
        *to = number;
        return 0;
    }
    __pleach_unsupported("waiting for a signal that does not come");
    return EINVAL_;
}

/* No time passes, so no alarm goes off. */
unsigned alarm(unsigned seconds) {
    static unsigned last;
    unsigned before = last;
    last = seconds;
    return before;
}

int __libc_current_sigrtmin(void) {
    return 34;
}

int __libc_current_sigrtmax(void) {
    return MOST;
}
