/* Before main(): the symbolic arguments that --sym-arg and --sym-args ask for, and the variables of --sym-env. Each number of arguments is a path
 * of its own. */
#include <stddef.h>

int main();

/* Functions of the executor: the greatest length of argument `index`, -1 after the last; the least number of arguments, and how many of
 * these are not counted; memory that does not count as allocated by the program; symbolic input, and a symbolic string. */
long __pleach_argument_length(int index);
int __pleach_least_arguments(void);
int __pleach_single_arguments(void);
int __pleach_range(int begin, int end, const char *name);
void *__pleach_from_outside(size_t size);
void __pleach_make_string(void *to, size_t size, const char *name);

/* The environment; null if there are no variables. */
char **__pleach_environment(void);

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
    char **all = __pleach_from_outside((size_t)(argc + count + 1) * sizeof *all);
    for (int i = 0; i < argc; i++) {
        all[i] = argv[i];
    }
    for (int i = 0; i < count; i++) {
        size_t length = (size_t)__pleach_argument_length(i);
        char name[] = {'a', 'r', 'g', (char)('0' + i / 10), (char)('0' + i % 10), '\0'};
        char *argument = __pleach_from_outside(length + 1);
        __pleach_make_string(argument, length + 1, name);
        all[argc + i] = argument;
    }
    all[argc + count] = NULL;
    char **environment = __pleach_environment();
    return main(argc + count, all, environment != NULL ? environment : envp);
}
