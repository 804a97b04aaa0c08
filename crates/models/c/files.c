/* Files by their numbers: <fcntl.h>, <unistd.h>, <sys/stat.h>, and pipes.
 *
 * The files are those of tree.c. Standard input is a file that can be read, standard output and standard error go to the executor. stdio.c
 * builds on the functions that begin with __pleach.
 */
#include <stdarg.h>
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);

/* A function of the executor. */
void __pleach_print(int stream, const void *bytes, size_t count);

/* A function of stdio.c, to be called when a number refers to another file. */
void __pleach_redirected(void);
void __pleach_unsupported(const char *what);
void __chk_fail(void);

enum { EBADF_ = 9, EAGAIN_ = 11, ENOMEM_ = 12, EACCES_ = 13, ENOTDIR_ = 20, EISDIR_ = 21, EINVAL_ = 22, EMFILE_ = 24, ENOTTY_ = 25 };
enum { ENOSPC_ = 28, ESPIPE_ = 29, ELOOP_ = 40 };
enum { WRITE_ONLY = 1, READ_WRITE = 2, ACCESS = 3, CREATE = 0100, EXCLUSIVE = 0200, TRUNCATE = 01000, APPEND = 02000, AT_ONCE = 04000 };
enum { NO_TERMINAL = 0400, LARGE = 0100000, DIRECTORY = 0200000, NO_FOLLOW = 0400000, CLOSE_ON_EXEC = 02000000 };
enum { PATH_ONLY = 010000000, UNNAMED = 020000000, HERE = -100 };
enum { KIND = 0170000, IS_FILE = 0100000, IS_DIRECTORY = 0040000, IS_LINK = 0120000, IS_PIPE = 0010000, IS_SOCKET = 0140000, MAY_WRITE = 0200, MAY_READ = 0400 };

struct time {
    long seconds, nanoseconds;
};

/* As in tree.c. A pipe holds the bytes from `at` of its description for reading on. */
struct node {
    unsigned mode, links;
    char *bytes;
    size_t size, room;
    int pending;
    int device;
    unsigned long number;
    struct time accessed, modified;
    int readers, writers;
    struct entry *entries;
    struct node *parent;
};

/* An open file description: a file and a position in it, or an output stream of the executor. */
struct opened {
    struct node *node;
    size_t at;
    int flags;
    int stream;
    int references;
};

/* The number of files that a process may have open by default, and how much a pipe holds. */
enum { MOST_OPEN = 1024, PIPE_ROOM = 65536 };

static struct node input = {IS_FILE | 0644, 1, NULL, 0, 0, 1, 0, 8, {1000000000, 0}, {1000000000, 0}, 1, 0, NULL, NULL};
static struct node outputs[2] = {{IS_PIPE | 0600, 1, NULL, 0, 0, 0, 0, 9, {1000000000, 0}, {1000000000, 0}, 1, 1, NULL, NULL},
                                 {IS_PIPE | 0600, 1, NULL, 0, 0, 0, 0, 10, {1000000000, 0}, {1000000000, 0}, 1, 1, NULL, NULL}};
static struct opened standard[3] = {{&input, 0, 0, 0, 1}, {&outputs[0], 0, WRITE_ONLY, 1, 1}, {&outputs[1], 0, WRITE_ONLY, 2, 1}};
static struct opened *table[MOST_OPEN] = {&standard[0], &standard[1], &standard[2]};
/* Which numbers exec() would close. There is no exec(), so fcntl() reads and writes this and nothing else does. */
static char closed_by_exec[MOST_OPEN];

/* Functions of tree.c. */
struct node *__pleach_open_node(int fd, const char *path, int *made, int exclusive, int follow, unsigned mode);
struct node *__pleach_new_node(unsigned mode);
void __pleach_forget_node(struct node *node);
int __pleach_fill(struct node *node);
struct stat;
int __pleach_describe(struct node *node, struct stat *to);

static long fail(int error) {
    *__errno_location() = error;
    return -1;
}

/* The file of an open number. */
static struct node *node_of(struct opened *opened) {
    __pleach_fill(opened->node);
    return opened->node;
}

static int is(const struct node *node, unsigned kind) {
    return (node->mode & KIND) == kind;
}

/* A file that is changed has the time of the clock, which stands still. */
static void touch(struct node *node) {
    node->modified = (struct time){1000000000, 0};
}

static struct opened *get_any(int fd) {
    return fd >= 0 && fd < MOST_OPEN ? table[fd] : NULL;
}

/* An open number of a file, and not one that only stands for its path (O_PATH). */
static struct opened *get(int fd) {
    struct opened *opened = get_any(fd);
    return opened == NULL || (opened->flags & PATH_ONLY) ? NULL : opened;
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
    *opened = (struct opened){node, 0, kept | (flags & PATH_ONLY ? 0 : LARGE), 0, 1};
    node->readers += (flags & ACCESS) != WRITE_ONLY;
    node->writers += (flags & ACCESS) != 0;
    table[fd] = opened;
    closed_by_exec[fd] = (flags & CLOSE_ON_EXEC) != 0;
    changed(fd);
    return fd;
}

int __pleach_open_at(int directory, const char *name, int flags, unsigned mode) {
    if (flags & PATH_ONLY) {
        flags &= PATH_ONLY | DIRECTORY | NO_FOLLOW | CLOSE_ON_EXEC;
    }
    if (flags & (UNNAMED & ~DIRECTORY)) {
        __pleach_unsupported("open with O_TMPFILE");
    }
    if ((flags & CREATE) && (flags & DIRECTORY)) {
        return (int)fail(EINVAL_);
    }
    int create = flags & CREATE, writes = (flags & ACCESS) != 0 || (flags & TRUNCATE);
    int made = 0;
    struct node *node = __pleach_open_node(directory, name, create ? &made : NULL, flags & EXCLUSIVE, (flags & NO_FOLLOW) == 0, mode);
    if (node == NULL) {
        return -1;
    }
    if (flags & PATH_ONLY) {
        return (flags & DIRECTORY) && !is(node, IS_DIRECTORY) ? (int)fail(ENOTDIR_) : open_node(node, flags);
    }
    if (is(node, IS_LINK)) {
        return (int)fail(flags & DIRECTORY ? ENOTDIR_ : ELOOP_);
    }
    if (is(node, IS_PIPE) || is(node, IS_SOCKET)) {
        __pleach_unsupported("open of a pipe or a socket with a name");
    }
    if (is(node, IS_DIRECTORY) && (create || writes)) {
        return (int)fail(EISDIR_);
    }
    if ((flags & DIRECTORY) && !is(node, IS_DIRECTORY)) {
        return (int)fail(ENOTDIR_);
    }
    unsigned wanted = ((flags & ACCESS) != WRITE_ONLY ? MAY_READ : 0u) | (writes ? MAY_WRITE : 0u);
    /* What has just been made can be opened whatever its mode says. */
    if (!made && (node->mode & wanted) != wanted) {
        return (int)fail(EACCES_);
    }
    if ((flags & TRUNCATE) && is(node, IS_FILE)) {
        node->size = 0;
        touch(node);
    }
    return open_node(node, flags);
}

int __pleach_open(const char *name, int flags, unsigned mode) {
    return __pleach_open_at(HERE, name, flags, mode);
}

/* A new file without a name. */
int __pleach_open_unnamed(void) {
    return open_node(__pleach_new_node(IS_FILE | 0600), READ_WRITE);
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
    if (--opened->references == 0) {
        struct node *node = opened->node;
        node->readers -= (opened->flags & ACCESS) != WRITE_ONLY;
        node->writers -= (opened->flags & ACCESS) != 0;
        if (opened < standard || opened >= standard + 3) {
            free(opened);
            __pleach_forget_node(node);
        }
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
    if (get_any(fd) == NULL) {
        return (int)fail(EBADF_);
    }
    release(fd);
    changed(fd);
    return 0;
}

static int duplicate(int fd, int least) {
    struct opened *opened = get_any(fd);
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
    struct opened *opened = get_any(fd);
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

/* Locks of whole files and of parts: no other process has any. */
static int lock(struct opened *opened, int command, short *lock) {
    enum { GET_LOCK = 5, FOR_READING = 0, FOR_WRITING = 1, UNLOCKED = 2 };
    if (lock[0] < FOR_READING || lock[0] > UNLOCKED) {
        return (int)fail(EINVAL_);
    }
    if (command == GET_LOCK) {
        lock[0] = UNLOCKED;
        return 0;
    }
    int access = opened->flags & ACCESS;
    return (lock[0] == FOR_READING && access == WRITE_ONLY) || (lock[0] == FOR_WRITING && access == 0) ? (int)fail(EBADF_) : 0;
}

/* fcntl(). Whether exec() closes it belongs to the number, everything else to the open file description. */
static int control(int fd, int command, va_list arguments) {
    enum { DUPLICATE = 0, GET_FD = 1, SET_FD = 2, GET_FLAGS = 3, SET_FLAGS = 4, GET_LOCK = 5, SET_LOCK = 6 };
    enum { WAIT_FOR_LOCK = 7, DUPLICATE_CLOEXEC = 1030, PIPE_SIZE = 1032 };
    /* O_APPEND, O_NONBLOCK, O_ASYNC, O_DIRECT, O_NOATIME */
    enum { CHANGEABLE = APPEND | 04000 | 020000 | 040000 | 01000000 };
    struct opened *opened = get_any(fd);
    if (opened == NULL) {
        return (int)fail(EBADF_);
    }
    if ((opened->flags & PATH_ONLY) && command > GET_FLAGS && command != DUPLICATE_CLOEXEC) {
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
    case GET_LOCK:
    case SET_LOCK:
    case WAIT_FOR_LOCK:
        return lock(opened, command, va_arg(arguments, short *));
    case PIPE_SIZE:
        return is(opened->node, IS_PIPE) ? PIPE_ROOM : (int)fail(EBADF_);
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

static long read_device(struct node *node, void *to, size_t count) {
    enum { NULL_DEVICE = 1 };
    if (node->device == NULL_DEVICE) {
        return 0;
    }
    memset(to, 0, count);
    return (long)count;
}

static long write_device(struct node *node, size_t count) {
    enum { FULL_DEVICE = 3 };
    return node->device == FULL_DEVICE ? fail(ENOSPC_) : (long)count;
}

static long read_pipe(struct opened *opened, char *to, size_t count) {
    struct node *node = opened->node;
    size_t now = count <= node->size ? count : node->size;
    if (count > 0 && node->size == 0 && node->writers > 0) {
        if (opened->flags & AT_ONCE) {
            return fail(EAGAIN_);
        }
        __pleach_unsupported("a pipe that is read and that only the reader could write to");
    }
    if (now > 0) {
        memcpy(to, node->bytes, now);
        node->size -= now;
        memmove(node->bytes, node->bytes + now, node->size);
    }
    return (long)now;
}

long read(int fd, void *to, size_t count) {
    struct opened *opened = get(fd);
    if (opened == NULL || (opened->flags & ACCESS) == WRITE_ONLY) {
        return fail(EBADF_);
    }
    struct node *node = node_of(opened);
    if (!is(node, IS_FILE)) {
        return is(node, IS_DIRECTORY) ? fail(EISDIR_) : is(node, IS_PIPE) ? read_pipe(opened, to, count) : read_device(node, to, count);
    }
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
    /* Natively a file can be larger than what is in it. */
    enum { LARGEST = 1 << 30 };
    if (size > LARGEST) {
        __pleach_unsupported("a file of more than 2^30 bytes");
    }
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

/* What fits is written. */
static long write_pipe(struct opened *opened, const void *from, size_t count) {
    enum { AT_ONE_PIECE = 4096 };
    struct node *node = opened->node;
    if (node->readers == 0) {
        __pleach_unsupported("a pipe that is written to and that nobody can read");
    }
    size_t left = PIPE_ROOM - node->size;
    if (count > left && !(opened->flags & AT_ONCE)) {
        __pleach_unsupported("a pipe that is full and that only the writer could read");
    }
    if (count > left && (left == 0 || count <= AT_ONE_PIECE)) {
        return fail(EAGAIN_);
    }
    size_t now = count <= left ? count : left, at = node->size;
    if (!grow(node, at + now)) {
        return fail(ENOMEM_);
    }
    memcpy(node->bytes + at, from, now);
    return (long)now;
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
    if (!is(node, IS_FILE)) {
        return is(node, IS_PIPE) ? write_pipe(opened, from, count) : write_device(node, count);
    }
    if (count > 0) {
        if (opened->flags & APPEND) {
            opened->at = node->size;
        }
        if (!grow(node, opened->at + count)) {
            return fail(ENOMEM_);
        }
        memcpy(node->bytes + opened->at, from, count);
        touch(node);
    }
    opened->at += count;
    return (long)count;
}

long lseek(int fd, long offset, int whence) {
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return fail(EBADF_);
    }
    struct node *node = node_of(opened);
    if (is(node, IS_PIPE)) {
        return fail(ESPIPE_);
    }
    if (node->device != 0) {
        return 0;
    }
    if (is(node, IS_DIRECTORY) && whence == 2) {
        __pleach_unsupported("lseek to the end of a directory, which is elsewhere in each file system");
    }
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
    if (size < 0 || !is(opened->node, IS_FILE) || (opened->flags & ACCESS) == 0) {
        return (int)fail(EINVAL_);
    }
    struct node *node = node_of(opened);
    touch(node);
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
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return (int)fail(EBADF_);
    }
    return is(opened->node, IS_FILE) || is(opened->node, IS_DIRECTORY) ? 0 : (int)fail(EINVAL_);
}

int fdatasync(int fd) {
    return fsync(fd);
}

int fstat(int fd, struct stat *to) {
    struct opened *opened = get_any(fd);
    return opened == NULL ? (int)fail(EBADF_) : __pleach_describe(opened->node, to);
}

int fstat64(int fd, struct stat *to) {
    return fstat(fd, to);
}

/* For tree.c: the file of an open number; null if it is not open. */
struct node *__pleach_node_of(int fd) {
    struct opened *opened = get_any(fd);
    return opened == NULL ? NULL : opened->node;
}

/* The same, and null also if it only stands for a path. */
struct node *__pleach_open_file(int fd) {
    struct opened *opened = get(fd);
    return opened == NULL ? NULL : opened->node;
}

/* Whether a number is that of a file which is open for writing, or for reading. */
int __pleach_is_plain(int fd, int writes) {
    struct opened *opened = get(fd);
    return opened != NULL && is(opened->node, IS_FILE) && (opened->flags & ACCESS) != (writes ? 0 : WRITE_ONLY);
}

/* How a number is open, for those who wait: whether reading (1) and writing (4) would not block, as in <poll.h>, and whether nobody is
 * at the other end (16 for the one who reads, 8 for the one who writes); -1 if it is not open. */
int __pleach_is_ready(int fd) {
    enum { READ = 1, WRITE = 4, FAILED = 8, HUNG_UP = 16 };
    struct opened *opened = get(fd);
    if (opened == NULL) {
        return -1;
    }
    struct node *node = opened->node;
    if (!is(node, IS_PIPE)) {
        return READ | WRITE;
    }
    if (opened->stream != 0) {
        return WRITE;
    }
    if ((opened->flags & ACCESS) == WRITE_ONLY) {
        return (PIPE_ROOM - node->size >= 4096 ? WRITE : 0) | (node->readers == 0 ? FAILED : 0);
    }
    return (node->size > 0 ? READ : 0) | (node->writers == 0 ? HUNG_UP : 0);
}

/* How many bytes are there to be read: ioctl(FIONREAD). -1 where that is not known. */
long __pleach_waiting(int fd) {
    struct opened *opened = get(fd);
    struct node *node = opened->stream != 0 ? NULL : node_of(opened);
    if (node == NULL || (!is(node, IS_FILE) && !is(node, IS_PIPE))) {
        return -1;
    }
    return (long)node->size - (is(node, IS_FILE) ? (long)opened->at : 0);
}

int pipe2(int *ends, int flags) {
    if (flags & ~(CLOSE_ON_EXEC | AT_ONCE)) {
        return (int)fail(EINVAL_);
    }
    struct node *node = __pleach_new_node(IS_PIPE | 0600);
    int from = node == NULL ? (int)fail(ENOMEM_) : open_node(node, flags);
    if (from < 0) {
        return -1;
    }
    int to = open_node(node, flags | WRITE_ONLY);
    if (to < 0) {
        release(from);
        return -1;
    }
    /* The kernel sets no flag for large files here. */
    table[from]->flags &= ~LARGE;
    table[to]->flags &= ~LARGE;
    ends[0] = from;
    ends[1] = to;
    return 0;
}

int pipe(int *ends) {
    return pipe2(ends, 0);
}
