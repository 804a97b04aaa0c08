/* Before main(): the symbolic arguments that --sym-arg and --sym-args ask for. Each number of them is a path of its own. */
#include <stddef.h>

void *malloc(size_t size);
int main();

/* The executor's: how long argument `index` may be, -1 behind the last; how many there are at least, and how many of these are
 * not counted; something symbolic that is an input from outside. */
long __pleach_argument_length(int index);
int __pleach_least_arguments(void);
int __pleach_single_arguments(void);
int __pleach_range(int begin, int end, const char *name);
void __pleach_make_symbolic(void *to, size_t size, const char *name);

/* What main() gets is nobody's leak. */
static char **arguments;

int __pleach_start(int argc, char **argv, char **envp) {
    int most = 0;
    while (__pleach_argument_length(most) >= 0) {
        most++;
    }
    int single = __pleach_single_arguments(), least = __pleach_least_arguments(), count = least;
    if (least < most) {
        int counted = __pleach_range(least - single, most + 1 - single, "n_args");
        while (count < most && counted != count - single) {
            count++;
        }
    }
    char **all = malloc((size_t)(argc + count + 1) * sizeof *all);
    for (int i = 0; i < argc; i++) {
        all[i] = argv[i];
    }
    for (int i = 0; i < count; i++) {
        size_t length = (size_t)__pleach_argument_length(i);
        char name[] = {'a', 'r', 'g', (char)('0' + i / 10), (char)('0' + i % 10), '\0'};
        char *argument = malloc(length + 1);
        __pleach_make_symbolic(argument, length + 1, name);
        argument[length] = '\0';
        all[argc + i] = argument;
    }
    all[argc + count] = NULL;
    arguments = all;
    return main(argc + count, all, envp);
}
