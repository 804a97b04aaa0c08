/* Compares signals with the system's: the same random calls on both sides, with handlers that note when they run. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

static unsigned long blocked;
unsigned long *__pleach_signal_mask = &blocked;
static int killed_by_name;
static jmp_buf ended;

void __pleach_killed(int number, const char *name) {
    killed_by_name = number == SIGTERM && strcmp(name, "SIGTERM") == 0;
    longjmp(ended, 1);
}

void __pleach_aborted(void) {
    longjmp(ended, 2);
}

typedef void (*handler_t)(int);
handler_t pl_signal(int, handler_t), pl_ssignal(int, handler_t), pl_bsd_signal(int, handler_t), pl_sysv_signal(int, handler_t);
handler_t pl___sysv_signal(int, handler_t);
int pl_sigaction(int, const struct sigaction *, struct sigaction *), pl_raise(int), pl_gsignal(int), pl_kill(int, int);
int pl_sigemptyset(sigset_t *), pl_sigfillset(sigset_t *), pl_sigaddset(sigset_t *, int), pl_sigdelset(sigset_t *, int);
int pl_sigismember(const sigset_t *, int), pl_sigisemptyset(const sigset_t *), pl_sigandset(sigset_t *, const sigset_t *, const sigset_t *);
int pl_sigorset(sigset_t *, const sigset_t *, const sigset_t *), pl_sigprocmask(int, const sigset_t *, sigset_t *);
int pl_pthread_sigmask(int, const sigset_t *, sigset_t *), pl_sigpending(sigset_t *), pl_sigsuspend(const sigset_t *);
int pl_sigwait(const sigset_t *, int *), pl_pause(void), pl___libc_current_sigrtmin(void), pl___libc_current_sigrtmax(void), pl_getpid(void);
unsigned pl_alarm(unsigned);
char *pl_strsignal(int);
const char *pl_sigabbrev_np(int), *pl_sigdescr_np(int);
void pl_psignal(int, const char *), pl___pleach_abort(void);

/* What has run on either side, and which one is running. */
static char notes[2][4096];
static int side;

static void note(char kind, int number) {
    size_t used = strlen(notes[side]);
    if (used + 4 < sizeof notes[0]) {
        notes[side][used] = kind;
        notes[side][used + 1] = (char)(number + 32);
    }
}

static void first(int number) {
    note('f', number);
}

static void informed(int number, siginfo_t *information, void *context) {
    note(information->si_signo == number && context != NULL ? 'i' : '?', number);
}

/* Sends another one while it runs. */
static void sends(int number) {
    note('s', number);
    if (side == 0) {
        pl_raise(SIGUSR2);
    } else {
        raise(SIGUSR2);
    }
    note('e', number);
}

static const int numbers[] = {SIGUSR1, SIGUSR2, SIGTERM, SIGCHLD, SIGWINCH, SIGHUP};

static void one_call(void) {
    int number = numbers[below(6)], flags = (below(4) == 0 ? SA_NODEFER : 0) | (below(6) == 0 && (number == SIGCHLD || number == SIGWINCH) ? (int)SA_RESETHAND : 0);
    handler_t handlers[] = {SIG_IGN, first, sends, first}, handler = number == SIGUSR2 ? first : handlers[below(4)];
    struct sigaction action, ours, theirs;
    sigset_t a, b;
    memset(&action, 0, sizeof action);
    sigemptyset(&a);
    for (int i = 0; i < 6; i++) {
        if (below(3) == 0) {
            sigaddset(&a, numbers[i]);
        }
    }
    action.sa_mask = a;
    action.sa_flags = flags;
    action.sa_handler = handler;
    if (below(3) == 0 && handler == first) {
        action.sa_flags |= SA_SIGINFO;
        action.sa_sigaction = informed;
    }
    int choice = (int)below(10), result, expected;
    errno = 0;
    switch (choice) {
    case 0:
    case 1:
        side = 0, result = pl_sigaction(number, &action, &ours);
        side = 1, expected = sigaction(number, &action, &theirs);
        CHECK(ours.sa_handler == theirs.sa_handler && ours.sa_flags == theirs.sa_flags, "%x %x", ours.sa_flags, theirs.sa_flags);
        CHECK(memcmp(&ours.sa_mask, &theirs.sa_mask, 8) == 0, "the masks of %d", number);
        break;
    case 2:
        side = 0, result = pl_signal(number, handler) == SIG_DFL;
        side = 1, expected = signal(number, handler) == SIG_DFL;
        break;
    case 3:
    case 4: {
        int how = (int)below(3);
        side = 0, result = pl_sigprocmask(how, &a, &ours.sa_mask);
        side = 1, expected = sigprocmask(how, &a, &theirs.sa_mask);
        CHECK(memcmp(&ours.sa_mask, &theirs.sa_mask, 8) == 0, "what was blocked");
        break;
    }
    case 5:
        pl_sigpending(&b);
        sigpending(&a);
        result = memcmp(&a, &b, 8);
        expected = 0;
        break;
    case 6:
        side = 0, result = pl_kill(pl_getpid(), number);
        side = 1, expected = kill(getpid(), number);
        break;
    default:
        side = 0, result = pl_raise(number);
        side = 1, expected = raise(number);
    }
    CHECK(result == expected && strcmp(notes[0], notes[1]) == 0, "call %d of %d: %d %d, '%s' '%s'", choice, number, result, expected, notes[0], notes[1]);
    memset(notes, 0, sizeof notes);
}

static void sets(void) {
    for (int round = 0; round < 200; round++) {
        sigset_t a[2], b[2];
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        for (int i = 0; i < 2; i++) {
            CHECK(below(2) ? pl_sigemptyset(&a[i]) == sigemptyset(&b[i]) : pl_sigfillset(&a[i]) == sigfillset(&b[i]), "begin");
            for (int step = 0; step < 5; step++) {
                int number = (int)below(70) - 2;
                errno = 0;
                int got = below(2) ? pl_sigaddset(&a[i], number) : pl_sigdelset(&a[i], number), error = errno;
                CHECK((got == 0) == (sigaddset(&(sigset_t){0}, number) == 0) && (got == 0 || error == EINVAL), "%d", number);
                CHECK((pl_sigismember(&a[i], number) < 0) == (sigismember(&b[i], number) < 0), "%d", number);
                if (got == 0) {
                    if (pl_sigismember(&a[i], number)) {
                        sigaddset(&b[i], number);
                    } else {
                        sigdelset(&b[i], number);
                    }
                }
            }
            CHECK(memcmp(&a[i], &b[i], 8) == 0 && pl_sigisemptyset(&a[i]) == sigisemptyset(&b[i]), "%lx %lx", a[i].__val[0], b[i].__val[0]);
        }
        sigset_t ours, theirs;
        pl_sigandset(&ours, &a[0], &a[1]);
        sigandset(&theirs, &b[0], &b[1]);
        CHECK(memcmp(&ours, &theirs, 8) == 0, "and");
        pl_sigorset(&ours, &a[0], &a[1]);
        sigorset(&theirs, &b[0], &b[1]);
        CHECK(memcmp(&ours, &theirs, 8) == 0, "or");
    }
}

static int same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void the_rest(void) {
    for (int number = -3; number < 70; number++) {
        CHECK(same_text(pl_strsignal(number), strsignal(number)), "%d", number);
        CHECK(same_text(pl_sigabbrev_np(number), sigabbrev_np(number)) && same_text(pl_sigdescr_np(number), sigdescr_np(number)), "%d", number);
    }
    pl_psignal(SIGINT, "why");
    CHECK(strcmp(take_printed(), "why: Interrupt\n") == 0, "a signal");
    pl_psignal(99, NULL);
    CHECK(strcmp(take_printed(), "Unknown signal 99\n") == 0, "none");
    CHECK(pl_signal(SIGKILL, first) == SIG_ERR && pl_signal(0, first) == SIG_ERR && pl_signal(65, first) == SIG_ERR && errno == EINVAL, "no signals");
    CHECK(pl_signal(SIGINT, SIG_ERR) == SIG_ERR && pl_ssignal(SIGINT, first) == SIG_DFL && pl_bsd_signal(SIGINT, SIG_IGN) == first, "handlers");
    CHECK(pl_sysv_signal(SIGINT, first) == SIG_IGN && pl_gsignal(SIGINT) == 0 && pl___sysv_signal(SIGINT, first) == SIG_DFL, "once");
    CHECK(pl_raise(0) == -1 && pl_raise(65) == -1 && pl_kill(0, 0) == 0 && pl_kill(0, 65) == -1 && errno == EINVAL, "no signals");
    CHECK(pl_alarm(5) == 0 && pl_alarm(0) == 5 && pl___libc_current_sigrtmin() == SIGRTMIN && pl___libc_current_sigrtmax() == SIGRTMAX, "numbers");
    sigset_t some, all;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    sigfillset(&all);
    int number = 0;
    memset(notes, 0, sizeof notes);
    side = 0;
    CHECK(pl_sigprocmask(SIG_SETMASK, &all, NULL) == 0 && pl_signal(SIGUSR1, first) != SIG_ERR && pl_raise(SIGUSR1) == 0 && !*notes[0], "blocked");
    CHECK(pl_sigwait(&some, &number) == 0 && number == SIGUSR1 && pl_raise(SIGUSR1) == 0, "taken");
    sigdelset(&all, SIGUSR1);
    CHECK(pl_sigsuspend(&all) == -1 && errno == EINTR && notes[0][0] == 'f', "delivered");
    sigemptyset(&some);
    CHECK(pl_pthread_sigmask(7, &some, NULL) == EINVAL && pl_pthread_sigmask(SIG_SETMASK, &some, NULL) == 0, "nothing is blocked");
    pl_signal(SIGTERM, SIG_DFL);
    int how = setjmp(ended);
    if (how == 0) {
        pl_raise(SIGTERM);
    }
    CHECK(how == 1 && killed_by_name, "killed");
    pl_signal(SIGABRT, first);
    memset(notes, 0, sizeof notes);
    how = setjmp(ended);
    if (how == 0) {
        pl___pleach_abort();
    }
    CHECK(how == 2 && notes[0][0] == 'f', "aborted, and a handler before that");
    CHECK(pl_pause != NULL, "it waits for ever");
}

void signals(void) {
    /* What would end the process has a handler from the beginning. */
    for (int i = 0; i < 6; i++) {
        signal(numbers[i], first);
        pl_signal(numbers[i], first);
    }
    for (int round = 0; round < 30000; round++) {
        one_call();
    }
    sets();
    sigset_t none;
    sigemptyset(&none);
    for (int i = 0; i < 6; i++) {
        signal(numbers[i], SIG_IGN);
        pl_signal(numbers[i], SIG_IGN);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
    pl_sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 0; i < 6; i++) {
        signal(numbers[i], SIG_DFL);
    }
    the_rest();
}
