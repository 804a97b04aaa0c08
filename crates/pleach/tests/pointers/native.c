// The native side of the pointer programs: runs each on every input, and prints for each its result or its crash.
//
// A child runs inputs one after the other until one of them crashes, and says in shared memory how far it is. The
// parent then starts another child behind that input.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

const char *__asan_get_report_description(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0:handle_segv=0:handle_sigbus=0:allocator_may_return_null=1:detect_stack_use_after_return=1:"
           "quarantine_size_mb=16:print_suggestions=0:symbolize=0";
}

static struct shared {
    unsigned done, line;
    char why[64];
} *shared;
static volatile unsigned line;

// Called before the report is written.
void __asan_on_error(void)
{
    shared->line = line;
    strncpy(shared->why, __asan_get_report_description(), sizeof shared->why - 1);
    _exit(1);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    shared->line = line;
    strcpy(shared->why, (unsigned long)info->si_addr < 4096 ? "null" : "wild");
    _exit(1);
}

#define L line = __LINE__;
#define NATIVELY
#include "programs.c"

struct program {
    unsigned number;
    unsigned (*run)(const unsigned *in);
    unsigned values[3];
};

#define ROW(n, given, x, y, z) static unsigned run##n(const unsigned *in) { return program##n given; }
#include "table.h"
#undef ROW
#define ROW(n, given, x, y, z) {n, run##n, {x, y, z}},
static const struct program programs[] = {
#include "table.h"
};

static void run_all(const struct program *program)
{
    const unsigned *values = program->values;
    const unsigned all = values[0] * values[1] * values[2];
    shared->done = 0;
    while (shared->done < all) {
        fflush(stdout);
        shared->why[0] = 0;
        const pid_t child = fork();
        if (child == 0) {
            while (shared->done < all) {
                const unsigned at = shared->done;
                const unsigned in[3] = {at % values[0], at / values[0] % values[1], at / values[0] / values[1]};
                line = 0;
                alarm(5);
                const unsigned result = program->run(in);
                printf("%u %u %u %u result %u\n", program->number, in[0], in[1], in[2], result);
                // Before the next one may crash.
                fflush(stdout);
                shared->done++;
            }
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (shared->done < all) {
            const unsigned at = shared->done++;
            printf("%u %u %u %u crash %u %s\n", program->number, at % values[0], at / values[0] % values[1],
                   at / values[0] / values[1], shared->line, shared->why[0] ? shared->why : "killed");
        }
    }
}

int main(void)
{
    static char stack[1 << 16];
    const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternative, NULL);
    const struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        run_all(&programs[i]);
    return 0;
}

int klee_range(int begin, int end, const char *name)
{
    return begin;
}
