/* What the programs share: bytes of input, and a check of the result.
 *
 * Every program looks things up in tables at places that depend on the input, as the lexers and tools do that "Type and
 * Interval Aware Array Constraint Solving for Symbolic Execution" measures; the code is our own. N is the size of the input. */
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>

/* Makes bytes symbolic, any value each. They are a whole object. */
static inline void make_bytes(uint8_t *bytes, size_t count, const char *name) {
    klee_make_symbolic(bytes, count, name);
}

/* A symbolic index below a bound. */
static inline uint32_t make_index(uint32_t bound, const char *name) {
    uint32_t index;
    klee_make_symbolic(&index, sizeof index, name);
    klee_assume(index < bound);
    return index;
}

/* An error if the condition can be false. Conditions are written with & and |, so that a check is one question. */
#define check(condition) klee_assert(condition)
