/* The environment: the variables that --sym-env asks for, and those that the program sets itself. */
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
int *__errno_location(void);

/* Functions of the executor: the greatest length of the value of variable `index`, -1 after the last variable; its name and that name's
 * length; symbolic input, in memory that does not count as allocated by the program. */
long __pleach_variable_length(int index);
int __pleach_variable_name(int index, char *to);
void *__pleach_from_outside(size_t size);
void __pleach_make_string(void *to, size_t size, const char *name);

enum { EINVAL_ = 22, ENOMEM_ = 12, LONGEST = 64 };

static char *nothing[1];
char **environ = nothing;
extern char **__environ __attribute__((alias("environ")));
extern char **_environ __attribute__((alias("environ")));
/* Our list of variables, unless the program has assigned another one to `environ`. */
static char **list = nothing;
static int started;

static int count_of(char **variables) {
    int count = 0;
    while (variables != NULL && variables[count] != NULL) {
        count++;
    }
    return count;
}

/* Adds a variable to the end of the list. */
static int append(char *variable) {
    int count = count_of(environ);
    char **longer = realloc(list == nothing || list != environ ? NULL : list, (size_t)(count + 2) * sizeof *longer);
    if (longer == NULL) {
        *__errno_location() = ENOMEM_;
        return -1;
    }
    if (list == nothing || list != environ) {
        for (int i = 0; i < count; i++) {
            longer[i] = environ[i];
        }
    }
    longer[count] = variable;
    longer[count + 1] = NULL;
    environ = list = longer;
    return 0;
}

static void start(void) {
    if (started) {
        return;
    }
    started = 1;
    int count = 0;
    while (__pleach_variable_length(count) >= 0) {
        count++;
    }
    if (count == 0) {
        return;
    }
    char **variables = __pleach_from_outside((size_t)(count + 1) * sizeof *variables);
    for (int index = 0; index < count; index++) {
        char name[4 + LONGEST] = {'e', 'n', 'v', ':'};
        size_t length = (size_t)__pleach_variable_name(index, name + 4);
        size_t room = (size_t)__pleach_variable_length(index) + 1;
        char *variable = __pleach_from_outside(length + 1 + room);
        memcpy(variable, name + 4, length);
        variable[length] = '=';
        __pleach_make_string(variable + length + 1, room, name);
        variables[index] = variable;
    }
    environ = variables;
}

/* The environment that main() gets; null if there are no variables. */
char **__pleach_environment(void) {
    start();
    return environ == nothing ? NULL : environ;
}

/* The index of a variable in the list; -1 if there is none of this name. */
static int find(const char *name, size_t length) {
    start();
    for (int i = 0; environ != NULL && environ[i] != NULL; i++) {
        size_t k = 0;
        while (k < length && environ[i][k] == name[k]) {
            k++;
        }
        if (k == length && environ[i][length] == '=') {
            return i;
        }
    }
    return -1;
}

/* The length of a name; 0 if it is not a valid name. */
static size_t name_length(const char *name) {
    size_t length = 0;
    while (name != NULL && name[length] != '\0') {
        if (name[length++] == '=') {
            return 0;
        }
    }
    return length;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    int at = length == 0 ? -1 : find(name, length);
    return at < 0 ? NULL : environ[at] + length + 1;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int unsetenv(const char *name) {
    size_t length = name_length(name);
    if (length == 0) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    for (int at; (at = find(name, length)) >= 0;) {
        do {
            environ[at] = environ[at + 1];
        } while (environ[at++] != NULL);
    }
    return 0;
}

int setenv(const char *name, const char *value, int replace) {
    size_t length = name_length(name);
    if (length == 0) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    int at = find(name, length);
    if (at >= 0 && !replace) {
        return 0;
    }
    size_t room = strlen(value) + 1;
    char *variable = malloc(length + 1 + room);
    if (variable == NULL) {
        *__errno_location() = ENOMEM_;
        return -1;
    }
    memcpy(variable, name, length);
    variable[length] = '=';
    memcpy(variable + length + 1, value, room);
    if (at >= 0) {
        environ[at] = variable;
        return 0;
    }
    return append(variable);
}

int putenv(char *variable) {
    size_t length = 0;
    while (variable[length] != '\0' && variable[length] != '=') {
        length++;
    }
    if (variable[length] == '\0') {
        return unsetenv(variable);
    }
    int at = find(variable, length);
    if (at >= 0) {
        environ[at] = variable;
        return 0;
    }
    return append(variable);
}

int clearenv(void) {
    start();
    environ = NULL;
    return 0;
}
