/*
 * Loaded into the programs of a build: where one of them starts a compiler by its path, whatever path that is,
 * Pleach is started instead. The path goes along as the name that the program is called by.
 *
 * PLEACH_BUILD says that a build is going on; a wrapper removes it before it runs the real compiler.
 * PLEACH_BUILD_WRAPPER is the path of Pleach.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static const char *const names[] = {"cc", "c89", "c99", "gcc", "clang", "c++", "g++", "clang++"};
static const char *const launchers[] = {"ccache", "sccache", "distcc", "icecc", "buildcache"};

static const char *variable(char *const envp[], const char *name) {
    size_t length = strlen(name);
    for (; envp && *envp; envp++)
        if (!strncmp(*envp, name, length) && (*envp)[length] == '=')
            return *envp + length + 1;
    return NULL;
}

/* Whether the last part of a path is the name of a compiler: [machine-]NAME[-version], or of a launcher. */
static int is_compiler(const char *path) {
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    size_t i, end = strlen(name);
    for (i = 0; i < sizeof launchers / sizeof *launchers; i++)
        if (!strcmp(name, launchers[i]))
            return 1;
    size_t digits = end;
    while (digits > 0 && strchr("0123456789.", name[digits - 1]))
        digits--;
    if (digits < end && digits > 0 && name[digits - 1] == '-')
        end = digits - 1;
    size_t start = end;
    while (start > 0 && name[start - 1] != '-')
        start--;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == end - start && !strncmp(names[i], name + start, end - start))
            return 1;
    return 0;
}

/* The program to start instead of that one; NULL for the program itself. */
static const char *instead(const char *path, char *const envp[]) {
    const char *wrapper = variable(envp, "PLEACH_BUILD_WRAPPER");
    if (!path || !wrapper || !variable(envp, "PLEACH_BUILD") || !strchr(path, '/') || !is_compiler(path))
        return NULL;
    return wrapper;
}

static size_t count(char *const argv[]) {
    size_t n = 0;
    while (argv && argv[n])
        n++;
    return n;
}

/* The arguments with another name in front. */
static void renamed(char **copy, const char *name, char *const argv[], size_t n) {
    copy[0] = (char *)name;
    for (size_t i = 1; i < n; i++)
        copy[i] = argv[i];
    copy[n ? n : 1] = NULL;
}

/* Finds a program on PATH as execvp does; 0 if it is not there. */
static int on_path(const char *file, char found[PATH_MAX]) {
    const char *dirs = getenv("PATH");
    if (!file || !*file || strchr(file, '/') || !dirs)
        return 0;
    while (1) {
        const char *end = strchrnul(dirs, ':');
        size_t length = end - dirs, name = strlen(file);
        if (length + name + 2 <= PATH_MAX) {
            memcpy(found, length ? dirs : ".", length ? length : 1);
            length = length ? length : 1;
            found[length] = '/';
            memcpy(found + length + 1, file, name + 1);
            if (!access(found, X_OK))
                return 1;
        }
        if (!*end)
            return 0;
        dirs = end + 1;
    }
}

typedef int (*exec_function)(const char *, char *const[], char *const[]);
typedef int (*spawn_function)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                              char *const[], char *const[]);

int execve(const char *path, char *const argv[], char *const envp[]) {
    exec_function next = (exec_function)dlsym(RTLD_NEXT, "execve");
    const char *wrapper = instead(path, envp);
    if (!wrapper || access(path, X_OK))
        return next(path, argv, envp);
    size_t n = count(argv);
    char *copy[n + 2];
    renamed(copy, path, argv, n);
    return next(wrapper, copy, envp);
}

int execv(const char *path, char *const argv[]) {
    return execve(path, argv, environ);
}

int execvpe(const char *file, char *const argv[], char *const envp[]) {
    char found[PATH_MAX];
    if (file && strchr(file, '/') && instead(file, envp))
        return execve(file, argv, envp);
    if (on_path(file, found) && instead(found, envp))
        return execve(found, argv, envp);
    return ((exec_function)dlsym(RTLD_NEXT, "execvpe"))(file, argv, envp);
}

int execvp(const char *file, char *const argv[]) {
    return execvpe(file, argv, environ);
}

#define COLLECT(first, rest)                        \
    va_list args, again;                            \
    va_start(args, first);                          \
    va_copy(again, args);                           \
    size_t n = 1;                                   \
    while (va_arg(args, char *))                    \
        n++;                                        \
    va_end(args);                                   \
    char *argv[n + 1];                              \
    argv[0] = (char *)first;                        \
    for (size_t i = 1; i <= n; i++)                 \
        argv[i] = va_arg(again, char *);            \
    rest;                                           \
    va_end(again)

int execl(const char *path, const char *arg, ...) {
    COLLECT(arg, );
    return execv(path, argv);
}

int execlp(const char *file, const char *arg, ...) {
    COLLECT(arg, );
    return execvp(file, argv);
}

int execle(const char *path, const char *arg, ...) {
    COLLECT(arg, char *const *envp = va_arg(again, char *const *));
    return execve(path, argv, envp);
}

static int spawn(const char *function, pid_t *pid, const char *file, const char *path,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes, char *const argv[],
                 char *const envp[]) {
    spawn_function next = (spawn_function)dlsym(RTLD_NEXT, function);
    char *const *given = envp ? envp : environ;
    const char *wrapper = instead(path, given);
    if (!wrapper || access(path, X_OK))
        return next(pid, file, actions, attributes, argv, envp);
    size_t n = count(argv);
    char *copy[n + 2];
    renamed(copy, path, argv, n);
    return next(pid, wrapper, actions, attributes, copy, envp);
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]) {
    return spawn("posix_spawn", pid, path, path, actions, attributes, argv, envp);
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]) {
    char found[PATH_MAX];
    const char *path = on_path(file, found) ? found : file;
    return spawn("posix_spawnp", pid, file, path, actions, attributes, argv, envp);
}
