/* What the programs share: unsigned numbers of 64 bits, as input within bounds, and a check of the result.
 *
 * The programs are named after those of Table III of "ASE: A Value Set Decision Procedure for Symbolic Execution", and two
 * after section 4.1 of "PARTI: A Multi-Interval Theory Solver for Symbolic Execution"; the code is our own. Sizes are macros. */
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t word;

/* Makes a whole array symbolic, every element between low and high, both included. */
static inline void make_input(word *values, size_t count, word low, word high, const char *name) {
    klee_make_symbolic(values, count * sizeof *values, name);
    for (size_t i = 0; i < count; i++)
        klee_assume((values[i] >= low) & (values[i] <= high));
}

/* One such number. */
static inline word input(word low, word high, const char *name) {
    word value;
    make_input(&value, 1, low, high, name);
    return value;
}

/* An error if the condition can be false. Conditions are written with & and |, so that a check is one question. Where that
 * question is not part of what is measured, UNCHECKED leaves it out. */
#ifdef UNCHECKED
#define check(condition) ((void)(condition))
#else
#define check(condition) klee_assert(condition)
#endif
