/* What the comparisons have in common. */
#include <stdint.h>
#include <stdio.h>

extern int failures;
extern long comparisons;

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        comparisons++;                                                                                                 \
        if (!(condition) && failures++ < 20) {                                                                         \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                                     \
            printf(__VA_ARGS__);                                                                                       \
            printf("\n");                                                                                              \
        }                                                                                                              \
    } while (0)

/* Random bits, and a random number below a bound. */
uint64_t next(void);
unsigned below(unsigned bound);

/* The other files' comparisons. */
void file_system(void), codes(void), regular_expressions(void), waiting(void), gnu(void), mathematics(void), streams(void), descriptors(void), signals(void), rarer_strings(void), wide_forms(void), fortified(void), formatted_input(void), command_lines(void), times(void), surroundings(void), wide(void), threads(void), network(void);

/* What the library wrote to the standard streams since the last call. */
const char *take_printed(void);
