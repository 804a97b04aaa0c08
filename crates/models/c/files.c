/* Files by their numbers: <fcntl.h>, <unistd.h>, <sys/stat.h>.
 *
 * The files are the program's own memory, so that each path has its own: those that --sym-files asks for, and those that the
 * program writes. Directories are not known: a name is a name, whatever slashes it has. Standard input is a file that can be
 * read, standard output and standard error go to the executor. stdio.c builds on the functions that begin with __pleach.
 */
#include <stdarg.h>
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);

/* Functions of the executor: the greatest size of a file (0 is standard input, 1 the file A and so on; negative if there is no such
 * file), its first contents, of which the size is returned, and output. */
long __pleach_input_room(int which);
long __pleach_input_bytes(int which, void *to);
void __pleach_print(int stream, const void *bytes, size_t count);

/* A function of stdio.c, to be called when a number refers to another file. */
void __pleach_redirected(void);
void __pleach_unsupported(const char *what);
void __chk_fail(void);

enum { ENOENT_ = 2, EBADF_ = 9, ENOMEM_ = 12, EEXIST_ = 17, ENOTDIR_ = 20, EINVAL_ = 22, EMFILE_ = 24, ENOTTY_ = 25, ESPIPE_ = 29 };
enum { WRITE_ONLY = 1, READ_WRITE = 2, ACCESS = 3, CREATE = 0100, EXCLUSIVE = 0200, TRUNCATE = 01000, APPEND = 02000 };
enum { NO_TERMINAL = 0400, LARGE = 0100000, DIRECTORY = 0200000, CLOSE_ON_EXEC = 02000000, PATH_ONLY = 010000000, UNNAMED = 020000000 };

/* A file. It may have lost its name by unlink(). */
struct node {
    struct node *next;
    char *name;
    char *bytes;
    size_t size;
    size_t room;
    int mode;
};

/* An open file description: a file and a position in it, or an output stream of the executor. */
struct opened {
    struct node *node;
    size_t at;
    int flags;
    int stream;
    int references;
};

/* The number of files that a process may have open by default. */
enum { MOST_OPEN = 1024, LETTERS = 26 };

static struct node *nodes;
static struct node input;
static struct opened standard[3] = {{&input, 0, 0, 0, 1}, {NULL, 0, WRITE_ONLY, 1, 1}, {NULL, 0, WRITE_ONLY, 2, 1}};
static struct opened *table[MOST_OPEN] = {&standard[0], &standard[1], &standard[2]};
/* Which numbers exec() would close. There is no exec(), so fcntl() reads and writes this and nothing else does. */
static char closed_by_exec[MOST_OPEN];
static char has_input, has_file[LETTERS];

static long fail(int error) {
    *__errno_location() = error;
    return -1;
}

/* Gives a file the bytes that the executor has for it. Their number may be symbolic. */
static int fill(struct node *node, int which, long room) {
    if (room > 0) {
        node->bytes = malloc((size_t)room);
        if (node->bytes == NULL) {
            return 0;
        }
        node->size = (size_t)__pleach_input_bytes(which, node->bytes);
        node->room = (size_t)room;
    }
    return 1;
}

/* The file of an open number. */
static struct node *node_of(struct opened *opened) {
    if (opened->node == &input && !has_input) {
        has_input = 1;
        input.mode = 0100644;
        fill(&input, 0, __pleach_input_room(0));
    }
    return opened->node;
}

static struct node *add_node(const char *name) {
    size_t length = 0;
    while (name != NULL && name[length] != '\0') {
        length++;
    }
    struct node *node = malloc(sizeof *node);
    char *copy = name == NULL ? NULL : malloc(length + 1);
    if (node == NULL || (name != NULL && copy == NULL)) {
        return NULL;
    }
    if (copy != NULL) {
        memcpy(copy, name, length + 1);
    }
    *node = (struct node){nodes, copy, NULL, 0, 0, 0100644};
    nodes = node;
    return node;
}

static int same(const char *a, const char *b) {
    while (*a == *b && *a != '\0') {
        a++;
        b++;
    }
    return *a == *b;
}

/* A name without its directory: there is only one directory. */
static const char *plain(const char *name) {
    while (name[0] == '.' && name[1] == '/') {
        for (name += 2; name[0] == '/';) {
            name++;
        }
    }
    return name;
}

/* The file of a name. A file of the executor is created when its name is first looked up. */
static struct node *find(const char *name) {
    name = plain(name);
    for (struct node *node = nodes; node != NULL; node = node->next) {
        if (node->name != NULL && same(node->name, name)) {
            return node;
        }
    }
    for (int letter = 0; letter < LETTERS; letter++) {
        long room = has_file[letter] ? -1 : __pleach_input_room(letter + 1);
        if (room < 0) {
            continue;
        }
        if (name[0] == 'A' + letter && name[1] == '\0') {
            struct node *node = add_node(name);
            has_file[letter] = 1;
            return node != NULL && fill(node, letter + 1, room) ? node : NULL;
        }
    }
    return NULL;
}

static struct opened *get(int fd) {
    return fd >= 0 && fd < MOST_OPEN ? table[fd] : NULL;
}

static int free_number(int least) {
    for (int fd = least; fd < MOST_OPEN; fd++) {
        if (table[fd] == NULL) {
            return fd;
        }
    }
    return (int)fail(EMFILE_);
}

static void changed(int fd);

static int open_node(struct node *node, int flags) {
    int fd = free_number(0);
    if (fd < 0) {
        return -1;
    }
    struct opened *opened = node == NULL ? NULL : malloc(sizeof *opened);
    if (opened == NULL) {
        return (int)fail(ENOMEM_);
    }
    /* Flags that only matter while opening are dropped. */
    int kept = flags & ~(CREATE | EXCLUSIVE | NO_TERMINAL | TRUNCATE | CLOSE_ON_EXEC);
    *opened = (struct opened){node, 0, kept | LARGE, 0, 1};
    table[fd] = opened;
    closed_by_exec[fd] = (flags & CLOSE_ON_EXEC) != 0;
    changed(fd);
    return fd;
}

int __pleach_open(const char *name, int flags, unsigned mode) {
    if (flags & (PATH_ONLY | UNNAMED)) {
        __pleach_unsupported(flags & UNNAMED ? "open with O_TMPFILE" : "open with O_PATH");
    }
    struct node *node = find(name);
    if (node == NULL && (!(flags & CREATE) || plain(name)[0] == '\0')) {
        return (int)fail(ENOENT_);
    }
    if (node != NULL && (flags & CREATE) && (flags & EXCLUSIVE)) {
        return (int)fail(EEXIST_);
    }
    if (flags & DIRECTORY) {
        return (int)fail(node == NULL ? EINVAL_ : ENOTDIR_);
    }
    if (node == NULL) {
        /* The umask is 022: only the owner may write. */
        node = add_node(plain(name));
        if (node != NULL) {
            node->mode = 0100000 | (int)(mode & 07777 & ~022u);
        }
    } else if ((flags & TRUNCATE) && (flags & ACCESS) != 0) {
        node->size = 0;
    }
    return open_node(node, flags);
}

/* A new file without a name. */
int __pleach_open_unnamed(void) {
    return open_node(add_node(NULL), READ_WRITE);
}

int open(const char *name, int flags, ...) {
    unsigned mode = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    return __pleach_open(name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    unsigned mode = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    return __pleach_open(name, flags, mode);
}

int __open_2(const char *name, int flags) {
    return __pleach_open(name, flags, 0);
}

int __open64_2(const char *name, int flags) {
    return __pleach_open(name, flags, 0);
}

int creat(const char *name, unsigned mode) {
    return __pleach_open(name, CREATE | TRUNCATE | WRITE_ONLY, mode);
}

int creat64(const char *name, unsigned mode) {
    return creat(name, mode);
}

static void release(int fd) {
    struct opened *opened = table[fd];
    table[fd] = NULL;
    closed_by_exec[fd] = 0;
    if (--opened->references == 0 && (opened < standard || opened >= standard + 3)) {
        free(opened);
    }
}

/* If a number of a standard stream refers to another file, the stream writes to that file. */
static void changed(int fd) {
    if (fd == 1 || fd == 2) {
        __pleach_redirected();
    }
}

int __pleach_goes_to(int fd) {
    struct opened *opened = get(fd);
    return opened == NULL ? 0 : opened->stream;
}

int close(int fd) {
    if (get(fd) == NULL) {
        return (int)fail(EBADF_);
    }
    release(fd);
    changed(fd);
    return 0;
}

static int duplicate(int fd, int least) {
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return (int)fail(EBADF_);
    }
    int number = free_number(least);
    if (number >= 0) {
        opened->references++;
        table[number] = opened;
        changed(number);
    }
    return number;
}

int dup(int fd) {
    return duplicate(fd, 0);
}

int dup2(int fd, int number) {
    struct opened *opened = get(fd);
    if (opened == NULL || number < 0 || number >= MOST_OPEN) {
        return (int)fail(EBADF_);
    }
    if (number != fd) {
        opened->references++;
        if (table[number] != NULL) {
            release(number);
        }
        table[number] = opened;
        changed(number);
    }
    return number;
}

int dup3(int fd, int number, int flags) {
    if (fd == number || (flags & ~CLOSE_ON_EXEC)) {
        return (int)fail(EINVAL_);
    }
    int result = dup2(fd, number);
    if (result >= 0) {
        closed_by_exec[result] = (flags & CLOSE_ON_EXEC) != 0;
    }
    return result;
}

/* fcntl(). Whether exec() closes it belongs to the number, everything else to the open file description. */
static int control(int fd, int command, va_list arguments) {
    enum { DUPLICATE = 0, GET_FD = 1, SET_FD = 2, GET_FLAGS = 3, SET_FLAGS = 4, DUPLICATE_CLOEXEC = 1030 };
    /* O_APPEND, O_NONBLOCK, O_ASYNC, O_DIRECT, O_NOATIME */
    enum { CHANGEABLE = APPEND | 04000 | 020000 | 040000 | 01000000 };
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return (int)fail(EBADF_);
    }
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_CLOEXEC: {
        int least = va_arg(arguments, int);
        int number = least < 0 || least >= MOST_OPEN ? (int)fail(EINVAL_) : duplicate(fd, least);
        if (number >= 0) {
            closed_by_exec[number] = command == DUPLICATE_CLOEXEC;
        }
        return number;
    }
    case GET_FD:
        return closed_by_exec[fd];
    case SET_FD:
        closed_by_exec[fd] = va_arg(arguments, int) & 1;
        return 0;
    case GET_FLAGS:
        return opened->flags;
    case SET_FLAGS:
        opened->flags = (opened->flags & ~CHANGEABLE) | (va_arg(arguments, int) & CHANGEABLE);
        return 0;
    default:
        __pleach_unsupported("a command of fcntl that is not known");
        return -1;
    }
}

int fcntl(int fd, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    int result = control(fd, command, arguments);
    va_end(arguments);
    return result;
}

int fcntl64(int fd, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    int result = control(fd, command, arguments);
    va_end(arguments);
    return result;
}

long read(int fd, void *to, size_t count) {
    struct opened *opened = get(fd);
    if (opened == NULL || opened->node == NULL || (opened->flags & ACCESS) == WRITE_ONLY) {
        return fail(EBADF_);
    }
    struct node *node = node_of(opened);
    size_t left = opened->at < node->size ? node->size - opened->at : 0;
    /* As many as are wanted, if there are: a file of which one byte is left and one is read does not depend on its size. */
    size_t now = count <= left ? count : left;
    if (now > 0) {
        memcpy(to, node->bytes + opened->at, now);
    }
    opened->at += now;
    return (long)now;
}

long __read_chk(int fd, void *to, size_t count, size_t room) {
    if (count > room) {
        __chk_fail();
    }
    return read(fd, to, count);
}

/* Makes room for a file of that size; new bytes are zero. */
static int grow(struct node *node, size_t size) {
    if (size > node->room) {
        size_t room = 2 * node->room > size ? 2 * node->room : size;
        char *bytes = realloc(node->bytes, room < 64 ? 64 : room);
        if (bytes == NULL) {
            return 0;
        }
        node->bytes = bytes;
        node->room = room < 64 ? 64 : room;
    }
    if (size > node->size) {
        memset(node->bytes + node->size, 0, size - node->size);
        node->size = size;
    }
    return 1;
}

long write(int fd, const void *from, size_t count) {
    struct opened *opened = get(fd);
    if (opened == NULL || (opened->flags & ACCESS) == 0) {
        return fail(EBADF_);
    }
    if (opened->stream != 0) {
        __pleach_print(opened->stream, from, count);
        return (long)count;
    }
    struct node *node = node_of(opened);
    if (count > 0) {
        if (opened->flags & APPEND) {
            opened->at = node->size;
        }
        if (!grow(node, opened->at + count)) {
            return fail(ENOMEM_);
        }
        memcpy(node->bytes + opened->at, from, count);
    }
    opened->at += count;
    return (long)count;
}

long lseek(int fd, long offset, int whence) {
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return fail(EBADF_);
    }
    if (opened->node == NULL) {
        return fail(ESPIPE_);
    }
    struct node *node = node_of(opened);
    long base = whence == 0 ? 0 : whence == 1 ? (long)opened->at : (long)node->size;
    if (whence < 0 || whence > 2 || base + offset < 0) {
        return fail(EINVAL_);
    }
    opened->at = (size_t)(base + offset);
    return base + offset;
}

long lseek64(int fd, long offset, int whence) {
    return lseek(fd, offset, whence);
}

int ftruncate(int fd, long size) {
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return (int)fail(EBADF_);
    }
    if (size < 0 || opened->node == NULL || (opened->flags & ACCESS) == 0) {
        return (int)fail(EINVAL_);
    }
    struct node *node = node_of(opened);
    if ((size_t)size <= node->size) {
        node->size = (size_t)size;
        return 0;
    }
    return grow(node, (size_t)size) ? 0 : (int)fail(ENOMEM_);
}

int ftruncate64(int fd, long size) {
    return ftruncate(fd, size);
}

int isatty(int fd) {
    *__errno_location() = get(fd) == NULL ? EBADF_ : ENOTTY_;
    return 0;
}

int fsync(int fd) {
    return get(fd) == NULL ? (int)fail(EBADF_) : 0;
}

int fdatasync(int fd) {
    return fsync(fd);
}

int unlink(const char *name) {
    struct node *node = find(name);
    if (node == NULL) {
        return (int)fail(ENOENT_);
    }
    free(node->name);
    node->name = NULL;
    return 0;
}

int remove(const char *name) {
    return unlink(name);
}

int rename(const char *from, const char *to) {
    struct node *node = find(from);
    if (node == NULL) {
        return (int)fail(ENOENT_);
    }
    struct node *old = find(to);
    if (old == node) {
        return 0;
    }
    to = plain(to);
    if (to[0] == '\0') {
        return (int)fail(ENOENT_);
    }
    if (old != NULL) {
        free(old->name);
        old->name = NULL;
    }
    size_t length = 0;
    while (to[length] != '\0') {
        length++;
    }
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        return (int)fail(ENOMEM_);
    }
    memcpy(copy, to, length + 1);
    free(node->name);
    node->name = copy;
    return 0;
}

/* The user may read and write every file, and execute none. */
int access(const char *name, int mode) {
    enum { EXECUTE = 1, EACCES_ = 13 };
    if (find(name) == NULL) {
        return (int)fail(ENOENT_);
    }
    return mode & EXECUTE ? (int)fail(EACCES_) : 0;
}

/* As on x86-64. */
struct stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long other_device;
    long size, block_size, blocks;
    long times[6];
    long unused[3];
};

static int describe(struct node *node, struct stat *to) {
    memset(to, 0, sizeof *to);
    to->links = 1;
    to->block_size = 4096;
    to->mode = node == NULL ? 0010600 : (unsigned)node->mode;
    to->size = node == NULL ? 0 : (long)node->size;
    to->blocks = (to->size + 511) / 512;
    return 0;
}

int stat(const char *restrict name, struct stat *restrict to) {
    struct node *node = find(name);
    return node == NULL ? (int)fail(ENOENT_) : describe(node, to);
}

int chmod(const char *name, unsigned mode) {
    struct node *node = find(name);
    if (node == NULL) {
        return (int)fail(ENOENT_);
    }
    node->mode = (node->mode & ~07777) | (int)(mode & 07777);
    return 0;
}

int fchmod(int fd, unsigned mode) {
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return (int)fail(EBADF_);
    }
    if (opened->node != NULL) {
        node_of(opened)->mode = (opened->node->mode & ~07777) | (int)(mode & 07777);
    }
    return 0;
}

int stat64(const char *restrict name, struct stat *restrict to) {
    return stat(name, to);
}

int lstat(const char *restrict name, struct stat *restrict to) {
    return stat(name, to);
}

int lstat64(const char *restrict name, struct stat *restrict to) {
    return stat(name, to);
}

int fstat(int fd, struct stat *to) {
    struct opened *opened = get(fd);
    return opened == NULL ? (int)fail(EBADF_) : describe(opened->node == NULL ? NULL : node_of(opened), to);
}

int fstat64(int fd, struct stat *to) {
    return fstat(fd, to);
}
