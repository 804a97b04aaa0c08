/* Runs a program natively on every input and counts the ways it goes.
 *
 * The program is compiled apart, its `main` called `program`, with clang's -fsanitize-coverage=trace-pc-guard: every edge of
 * its control flow that it takes calls us. Two runs that branch alike make the same sequence of calls, so the number of
 * different sequences is the number of paths. Every symbolic word goes through 0 to the bound that the only argument says;
 * an assumption that does not hold drops the run. Prints the number of paths and the number of runs that were not dropped. */
#include <klee/klee.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

int program(void);

enum { WORDS = 64, SLOTS = 1 << 20 };

static uint64_t digits[WORDS], bound, trace;
static size_t count;
static jmp_buf dropped;

/* Traces seen; an empty slot is 0. */
static uint64_t seen[SLOTS];

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
    uint32_t number = 0;
    if (start != stop && *start == 0)
        for (uint32_t *guard = start; guard < stop; guard++)
            *guard = ++number;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    trace = (trace ^ *guard) * 0x9e3779b97f4a7c15u;
    trace ^= trace >> 29;
}

void klee_make_symbolic(void *address, size_t size, const char *name) {
    (void)name;
    uint64_t *words = address;
    for (size_t i = 0; i < size / sizeof *words; i++) {
        if (count == WORDS)
            abort();
        words[i] = digits[count++];
    }
}

void klee_assume(uintptr_t condition) {
    if (!condition)
        longjmp(dropped, 1);
}

void klee_assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: %s fails\n", file, line, function, assertion);
    exit(1);
}

static int is_new(uint64_t value) {
    size_t slot = value % SLOTS;
    for (size_t tried = 0; tried < SLOTS; tried++, slot = (slot + 1) % SLOTS) {
        if (seen[slot] == value)
            return 0;
        if (seen[slot] == 0) {
            seen[slot] = value;
            return 1;
        }
    }
    abort();
}

/* The next input; 0 after the last. */
static int advance(void) {
    for (size_t i = 0; i < count; i++) {
        if (digits[i]++ < bound)
            return 1;
        digits[i] = 0;
    }
    return 0;
}

int main(int argc, char **argv) {
    volatile uint64_t paths = 0, runs = 0;
    bound = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    do {
        count = 0;
        trace = 1;
        if (setjmp(dropped))
            continue;
        program();
        runs++;
        paths += is_new(trace | 1);
    } while (advance());
    printf("%llu %llu\n", (unsigned long long)paths, (unsigned long long)runs);
    return 0;
}
