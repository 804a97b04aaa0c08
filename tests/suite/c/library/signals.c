// A handler runs where the signal is sent or unblocked; one that nothing handles ends the program.
#include <pleach.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;
static sigjmp_buf back;

static void note(int number) {
    seen += number;
}

static void leave(int number) {
    siglongjmp(back, number);
}

int main(void) {
    int choice = pleach_range(0, 5, "choice");
    signal(SIGUSR1, note);
    pleach_assert(raise(SIGUSR1) == 0 && seen == SIGUSR1);
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    raise(SIGUSR1);
    pleach_assert(seen == SIGUSR1);
    sigprocmask(SIG_SETMASK, &old, NULL);
    pleach_assert(seen == 2 * SIGUSR1);
    struct sigaction action = {0};
    action.sa_handler = leave;
    sigaction(SIGFPE, &action, NULL);
    for (int round = 0; round < 2; round++) {
        int how = sigsetjmp(back, 1);
        if (how == 0)
            raise(SIGFPE);
        pleach_assert(how == SIGFPE);
    }
    signal(SIGINT, SIG_IGN);
    raise(SIGINT);
    raise(SIGCHLD);
    if (choice == 1)
        raise(SIGTERM); //~ error: abort
    if (choice == 2)
        raise(SIGINT); //~ reach
    if (choice == 3)
        raise(SIGABRT); //~ error: abort
    puts("done"); //~ reach
    return 0;
}
// paths: any
