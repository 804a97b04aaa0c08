/* The file system: directories, files and links, and the functions that are about names.
 *
 * It is the program's own memory, so that each path has its own. It begins with the directories /dev, /tmp and /work; /work is the
 * current directory, and the files that --sym-files asks for are there. Everything belongs to the user that the program runs
 * as, who has no privileges: permissions are checked. Errors come in the order in which Linux checks for them. files.c has the
 * open files.
 */
#include <stddef.h>

void *malloc(size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);
void __pleach_unsupported(const char *what);

/* Functions of the executor: the greatest size of a file (0 is standard input, 1 the file A and so on; negative if there is no such
 * file), its first contents, of which the size is returned. */
long __pleach_input_room(int which);
long __pleach_input_bytes(int which, void *to);

enum {
    EPERM_ = 1, ENOENT_ = 2, EBADF_ = 9, ENOMEM_ = 12, EACCES_ = 13, EBUSY_ = 16, EEXIST_ = 17, ENOTDIR_ = 20, EISDIR_ = 21,
    EINVAL_ = 22, ERANGE_ = 34, ENAMETOOLONG_ = 36, ENOTEMPTY_ = 39, ELOOP_ = 40
};
enum { KIND = 0170000, FILE_ = 0100000, DIRECTORY = 0040000, LINK = 0120000, CHARACTERS = 0020000, PERMISSIONS = 07777 };
enum { MAY_SEARCH = 1, MAY_WRITE = 2, MAY_READ = 4 };
enum { HERE = -100, NO_FOLLOW = 0x100, REMOVE_DIRECTORY = 0x200, FOLLOW = 0x400, EMPTY_PATH = 0x1000 };
enum { USER = 1000, LONGEST_NAME = 255, LONGEST_PATH = 4096, MOST_LINKS = 40, START = 1000000000, LETTERS = 26 };

struct time {
    long seconds, nanoseconds;
};

/* A file, a directory or a link. What has lost its last name lives on while it is open. files.c has the same type. */
struct node {
    unsigned mode, links;
    /* What a file holds, or where a link leads. */
    char *bytes;
    size_t size, room;
    /* The executor's input that a file holds, plus 1, until it is looked at. */
    int pending;
    int device;
    unsigned long number;
    struct time accessed, modified;
    /* How often it is open for reading and for writing. */
    int readers, writers;
    /* Of a directory: what is in it, the newest first, and where it is. */
    struct entry *entries;
    struct node *parent;
};

struct entry {
    struct entry *next;
    struct node *node;
    size_t length;
    char *name;
};

#define MADE {START, 0}, {START, 0}, 0, 0
static struct node root, devices, temporary, work;
static struct node null_device = {CHARACTERS | 0666, 1, NULL, 0, 0, 0, 1, 5, MADE, NULL, NULL};
static struct node zero_device = {CHARACTERS | 0666, 1, NULL, 0, 0, 0, 2, 6, MADE, NULL, NULL};
static struct node full_device = {CHARACTERS | 0666, 1, NULL, 0, 0, 0, 3, 7, MADE, NULL, NULL};
static struct entry devices_entries[] = {{&devices_entries[1], &null_device, 4, "null"},
                                         {&devices_entries[2], &zero_device, 4, "zero"},
                                         {NULL, &full_device, 4, "full"}};
static struct entry root_entries[] = {{&root_entries[1], &work, 4, "work"},
                                      {&root_entries[2], &temporary, 3, "tmp"},
                                      {NULL, &devices, 3, "dev"}};
static struct node root = {DIRECTORY | 0755, 5, NULL, 0, 0, 0, 0, 1, MADE, root_entries, &root};
static struct node devices = {DIRECTORY | 0755, 2, NULL, 0, 0, 0, 0, 2, MADE, devices_entries, &root};
static struct node temporary = {DIRECTORY | 01777, 2, NULL, 0, 0, 0, 0, 3, MADE, NULL, &root};
static struct node work = {DIRECTORY | 0755, 2, NULL, 0, 0, 0, 0, 4, MADE, NULL, &root};
/* Standard input, output and error are 8 to 10 (files.c). */
enum { LAST_FIRST_NUMBER = 10 };
static unsigned long last_number = LAST_FIRST_NUMBER;
static struct node *current = &work;
static unsigned mask = 022;
static char started;

/* A function of files.c: the node of an open number. */
struct node *__pleach_node_of(int fd);
struct node *__pleach_open_file(int fd);

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

static int is(const struct node *node, unsigned kind) {
    return (node->mode & KIND) == kind;
}

/* Whether the user, to whom everything belongs, may do something. */
static int permits(const struct node *node, unsigned what) {
    return (node->mode >> 6 & what) == what;
}

struct node *__pleach_new_node(unsigned mode) {
    struct node *node = malloc(sizeof *node);
    if (node != NULL) {
        memset(node, 0, sizeof *node);
        node->mode = mode;
        node->number = ++last_number;
        node->accessed.seconds = node->modified.seconds = START;
    }
    return node;
}

/* Frees a node that has no name any more and that nobody has open. */
void __pleach_forget_node(struct node *node) {
    int is_first = node->number <= LAST_FIRST_NUMBER;
    if (node->links == 0 && node != current && node->readers + node->writers == 0 && !is_first) {
        free(node->bytes);
        free(node);
    }
}

int __pleach_fill(struct node *node);

/* A directory that changes has the time of the clock, like a file that is written to. */
static void touch(struct node *node) {
    node->modified = (struct time){START, 0};
}

static struct entry *add_entry(struct node *directory, const char *name, size_t length, struct node *node) {
    struct entry *entry = malloc(sizeof *entry);
    char *copy = entry == NULL ? NULL : malloc(length + 1);
    if (copy == NULL) {
        free(entry);
        return NULL;
    }
    memcpy(copy, name, length);
    copy[length] = '\0';
    *entry = (struct entry){directory->entries, node, length, copy};
    directory->entries = entry;
    touch(directory);
    node->links++;
    if (is(node, DIRECTORY)) {
        node->parent = directory;
        directory->links++;
    }
    return entry;
}

static void start(void) {
    if (started) {
        return;
    }
    started = 1;
    for (int letter = 0; letter < LETTERS && __pleach_input_room(letter + 1) >= 0; letter++) {
        char name = (char)('A' + letter);
        struct node *node = __pleach_new_node(FILE_ | 0644);
        if (node != NULL) {
            node->pending = letter + 2;
            add_entry(&work, &name, 1, node);
            /* It is an input from now on, so that a test has it: its name can be seen in the directory. */
            __pleach_fill(node);
        }
    }
}

/* Gives a file the bytes that the executor has for it. Their number may be symbolic. */
int __pleach_fill(struct node *node) {
    if (node->pending == 0) {
        return 1;
    }
    int which = node->pending - 1;
    node->pending = 0;
    long room = __pleach_input_room(which);
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

static struct entry *find_entry(struct node *directory, const char *name, size_t length) {
    struct entry *entry = directory->entries;
    for (; entry != NULL; entry = entry->next) {
        size_t i = 0;
        if (entry->length == length) {
            while (i < length && entry->name[i] == name[i]) {
                i++;
            }
            if (i == length) {
                break;
            }
        }
    }
    return entry;
}

/* Where a path leads: the directory and the name of its last part, and what is there. */
struct place {
    struct node *directory;
    const char *name;
    size_t length;
    /* Null if there is nothing of this name. */
    struct node *node;
    /* Whether slashes follow the name. */
    int slashes;
    /* 1 for ".", 2 for "..", 3 for a path of slashes alone. */
    int dots;
};

/* Resolves a path from a directory on. Returns an error number, or 0. */
static int resolve(struct node *from, const char *path, int follow, int links, struct place *place) {
    if (path[0] == '\0') {
        return ENOENT_;
    }
    struct node *at = path[0] == '/' ? &root : from;
    *place = (struct place){at, path, 0, at, 0, 3};
    while (*path == '/') {
        path++;
    }
    while (*path != '\0') {
        size_t length = 0;
        while (path[length] != '\0' && path[length] != '/') {
            length++;
        }
        const char *rest = path + length;
        while (*rest == '/') {
            rest++;
        }
        if (!is(at, DIRECTORY)) {
            return ENOTDIR_;
        }
        if (!permits(at, MAY_SEARCH)) {
            return EACCES_;
        }
        int dots = path[0] != '.' ? 0 : length == 1 ? 1 : length == 2 && path[1] == '.' ? 2 : 0;
        *place = (struct place){at, path, length, NULL, path[length] == '/', dots};
        if (length > LONGEST_NAME) {
            return ENAMETOOLONG_;
        }
        if (dots != 0) {
            place->node = dots == 1 ? at : at->parent;
        } else {
            struct entry *entry = find_entry(at, path, length);
            place->node = entry == NULL ? NULL : entry->node;
        }
        if (place->node == NULL) {
            return *rest == '\0' ? 0 : ENOENT_;
        }
        int follows = *rest != '\0' || follow == 1 || (place->slashes && follow == 0);
        if (is(place->node, LINK) && follows) {
            struct place target;
            if (links == MOST_LINKS) {
                return ELOOP_;
            }
            int error = resolve(at, place->node->bytes, 1, links + 1, &target);
            if (error != 0) {
                return error;
            }
            int slashes = place->slashes;
            *place = target;
            place->slashes |= slashes;
            if (place->node == NULL && *rest != '\0') {
                return ENOENT_;
            }
        }
        at = place->node;
        path = rest;
    }
    return 0;
}

/* Where a path starts that is relative to an open directory. */
static int start_of(int fd, const char *path, struct node **from) {
    start();
    size_t length = 0;
    while (path[length] != '\0') {
        length++;
    }
    if (length >= LONGEST_PATH) {
        return ENAMETOOLONG_;
    }
    *from = current;
    if (fd != HERE && path[0] != '/') {
        *from = __pleach_node_of(fd);
        if (*from == NULL) {
            return path[0] == '\0' ? ENOENT_ : EBADF_;
        }
        if (!is(*from, DIRECTORY) && path[0] != '\0') {
            return ENOTDIR_;
        }
    }
    return 0;
}

/* The existing node of a path; null with errno. `follow`: whether links are followed at the end, 2 for not even before a slash. */
static struct node *look_up(int fd, const char *path, int follow) {
    struct node *from;
    struct place place;
    int error = start_of(fd, path, &from);
    if (error == 0) {
        error = resolve(from, path, follow, 0, &place);
    }
    if (error == 0 && place.node == NULL) {
        error = ENOENT_;
    }
    if (error == 0 && place.slashes && !is(place.node, DIRECTORY)) {
        error = ENOTDIR_;
    }
    if (error == 0 && !__pleach_fill(place.node)) {
        error = ENOMEM_;
    }
    if (error != 0) {
        fail(error);
        return NULL;
    }
    return place.node;
}

/* The place of a name that is to be made or removed, whose last link is not followed. */
static int find_name(int fd, const char *path, struct place *place) {
    struct node *from;
    int error = start_of(fd, path, &from);
    return error != 0 ? error : resolve(from, path, 2, 0, place);
}

/* Whether a name can be made in a directory. A directory that was removed is still there for those that have it open. */
static int cannot_change(struct node *directory) {
    return directory->links == 0 ? ENOENT_ : !permits(directory, MAY_WRITE | MAY_SEARCH) ? EACCES_ : 0;
}

/* Makes something new. */
static int make(int fd, const char *path, unsigned mode, const char *target) {
    struct place place;
    int error = find_name(fd, path, &place);
    int is_directory = (mode & KIND) == DIRECTORY;
    if (error == 0 && (place.dots != 0 || place.node != NULL)) {
        error = EEXIST_;
    } else if (error == 0 && place.slashes && !is_directory) {
        error = ENOENT_;
    } else if (error == 0) {
        error = cannot_change(place.directory);
    }
    if (error != 0) {
        return fail(error);
    }
    struct node *node = __pleach_new_node(mode);
    if (node == NULL) {
        return fail(ENOMEM_);
    }
    if (target != NULL) {
        while (target[node->size] != '\0') {
            node->size++;
        }
        node->room = node->size + 1;
        node->bytes = malloc(node->room);
        if (node->bytes == NULL) {
            return fail(ENOMEM_);
        }
        memcpy(node->bytes, target, node->room);
    }
    /* A directory has the name "." in itself, too. */
    node->links = is_directory;
    return add_entry(place.directory, place.name, place.length, node) != NULL ? 0 : fail(ENOMEM_);
}

static void remove_entry(struct node *directory, const char *name, size_t length) {
    struct entry *entry = find_entry(directory, name, length), **link = &directory->entries;
    while (*link != entry) {
        link = &(*link)->next;
    }
    *link = entry->next;
    touch(directory);
    entry->node->links--;
    if (is(entry->node, DIRECTORY)) {
        directory->links--;
    }
    /* What the world begins with was never allocated. */
    if ((entry < devices_entries || entry >= devices_entries + 3) && (entry < root_entries || entry >= root_entries + 3)) {
        free(entry->name);
        free(entry);
    }
}

static int ends_in_slash(const char *path) {
    size_t length = 0;
    while (path[length] != '\0') {
        length++;
    }
    return length > 0 && path[length - 1] == '/';
}

/* For open(): the node of a path. If `made` is not null it may be made, which is noted there. */
struct node *__pleach_open_node(int fd, const char *path, int *made, int exclusive, int follow, unsigned mode) {
    struct node *from;
    struct place place;
    int error = start_of(fd, path, &from);
    if (error == 0) {
        error = resolve(from, path, made != NULL && exclusive ? 2 : follow, 0, &place);
    }
    if (made != NULL && ends_in_slash(path)) {
        /* Of a name that is to be made, a slash behind it is noticed before a link is followed. */
        struct place last;
        if (start_of(fd, path, &from) == 0 && resolve(from, path, 2, 0, &last) == 0) {
            error = EISDIR_;
        }
    }
    if (error == 0 && made != NULL) {
        if (place.slashes) {
            error = EISDIR_;
        } else if (place.node != NULL && exclusive) {
            error = EEXIST_;
        } else if (place.node == NULL) {
            error = cannot_change(place.directory);
            struct node *node = error == 0 ? __pleach_new_node(FILE_ | (mode & PERMISSIONS & ~mask)) : NULL;
            if (error == 0 && (node == NULL || add_entry(place.directory, place.name, place.length, node) == NULL)) {
                error = ENOMEM_;
            }
            place.node = node;
            *made = 1;
        }
    } else if (error == 0 && place.node == NULL) {
        error = ENOENT_;
    } else if (error == 0 && place.slashes && !is(place.node, DIRECTORY)) {
        error = ENOTDIR_;
    }
    if (error == 0 && !__pleach_fill(place.node)) {
        error = ENOMEM_;
    }
    if (error != 0) {
        fail(error);
        return NULL;
    }
    return place.node;
}

unsigned umask(unsigned now) {
    unsigned last = mask;
    mask = now & 0777;
    return last;
}

int mkdirat(int fd, const char *path, unsigned mode) {
    return make(fd, path, DIRECTORY | (mode & 01777 & ~mask), NULL);
}

/* Pipes can have names, but nobody can open them: only another process could be at the other end. */
int mknodat(int fd, const char *path, unsigned mode, unsigned long device) {
    enum { PIPE = 0010000, SOCKET = 0140000, BLOCKS = 0060000 };
    unsigned kind = mode & KIND;
    (void)device;
    if (kind == DIRECTORY) {
        return fail(EPERM_);
    }
    if (kind != 0 && kind != FILE_ && kind != PIPE && kind != SOCKET && kind != CHARACTERS && kind != BLOCKS) {
        return fail(EINVAL_);
    }
    if (kind == CHARACTERS || kind == BLOCKS) {
        /* The user may make none, but only what could be made otherwise is refused for that. */
        struct place place;
        int error = find_name(fd, path, &place);
        if (error == 0) {
            error = place.dots != 0 || place.node != NULL ? EEXIST_ : place.slashes ? ENOENT_ : cannot_change(place.directory);
        }
        return fail(error != 0 ? error : EPERM_);
    }
    return make(fd, path, (kind == 0 ? FILE_ : kind) | (mode & PERMISSIONS & ~mask), NULL);
}

int symlinkat(const char *target, int fd, const char *path) {
    return target[0] == '\0' ? fail(ENOENT_) : make(fd, path, LINK | 0777, target);
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
    struct place place;
    if (flags & ~(FOLLOW | EMPTY_PATH)) {
        return fail(EINVAL_);
    }
    if (flags & EMPTY_PATH) {
        __pleach_unsupported("linkat with an open file");
    }
    struct node *node = look_up(from_fd, from, (flags & FOLLOW) != 0);
    if (node == NULL) {
        return -1;
    }
    int error = find_name(to_fd, to, &place);
    if (error == 0 && (place.dots != 0 || place.node != NULL)) {
        error = EEXIST_;
    } else if (error == 0) {
        error = place.slashes ? ENOENT_ : cannot_change(place.directory);
    }
    if (error == 0 && is(node, DIRECTORY)) {
        error = EPERM_;
    }
    if (error != 0) {
        return fail(error);
    }
    return add_entry(place.directory, place.name, place.length, node) != NULL ? 0 : fail(ENOMEM_);
}

int unlinkat(int fd, const char *path, int flags) {
    struct place place;
    int of_directory = flags & REMOVE_DIRECTORY;
    if (flags & ~REMOVE_DIRECTORY) {
        return fail(EINVAL_);
    }
    int error = find_name(fd, path, &place);
    if (error != 0) {
        return fail(error);
    }
    static const int of_dots[] = {0, EINVAL_, ENOTEMPTY_, EBUSY_};
    if (place.dots != 0) {
        return fail(of_directory ? of_dots[place.dots] : EISDIR_);
    }
    struct node *node = place.node;
    if (node == NULL) {
        return fail(ENOENT_);
    }
    if (!of_directory && place.slashes) {
        return fail(is(node, DIRECTORY) ? EISDIR_ : ENOTDIR_);
    }
    if (!permits(place.directory, MAY_WRITE | MAY_SEARCH)) {
        return fail(EACCES_);
    }
    if (of_directory != 0 && !is(node, DIRECTORY)) {
        return fail(ENOTDIR_);
    }
    if (of_directory == 0 && is(node, DIRECTORY)) {
        return fail(EISDIR_);
    }
    if (node->entries != NULL) {
        return fail(ENOTEMPTY_);
    }
    remove_entry(place.directory, place.name, place.length);
    if (of_directory) {
        node->links = 0;
    }
    __pleach_forget_node(node);
    return 0;
}

/* Whether a directory is another one or lies above it. */
static int is_above(const struct node *above, const struct node *node) {
    while (node != above && node->parent != node) {
        node = node->parent;
    }
    return node == above;
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags) {
    enum { NO_REPLACE = 1 };
    struct place old, new;
    if (flags & ~NO_REPLACE) {
        __pleach_unsupported("renameat2 that exchanges");
    }
    int error = find_name(from_fd, from, &old);
    if (error == 0) {
        error = find_name(to_fd, to, &new);
    }
    if (error == 0 && old.dots != 0) {
        error = EBUSY_;
    } else if (error == 0 && new.dots != 0) {
        error = flags & NO_REPLACE ? EEXIST_ : EBUSY_;
    }
    if (error == 0 && old.node == NULL) {
        error = ENOENT_;
    }
    if (error != 0) {
        return fail(error);
    }
    struct node *node = old.node, *there = new.node;
    int of_directory = is(node, DIRECTORY);
    if ((flags & NO_REPLACE) && there != NULL) {
        return fail(EEXIST_);
    }
    if (!of_directory && (old.slashes || new.slashes)) {
        return fail(ENOTDIR_);
    }
    if (of_directory && is_above(node, new.directory)) {
        return fail(EINVAL_);
    }
    if (there != NULL && is(there, DIRECTORY) && is_above(there, old.directory)) {
        return fail(ENOTEMPTY_);
    }
    if (node == there) {
        return 0;
    }
    if (!permits(old.directory, MAY_WRITE | MAY_SEARCH)) {
        return fail(EACCES_);
    }
    error = cannot_change(new.directory);
    if (error == 0 && there != NULL && of_directory != is(there, DIRECTORY)) {
        error = of_directory ? ENOTDIR_ : EISDIR_;
    }
    if (error == 0 && of_directory && old.directory != new.directory && !permits(node, MAY_WRITE)) {
        error = EACCES_;
    }
    if (error == 0 && there != NULL && there->entries != NULL) {
        error = ENOTEMPTY_;
    }
    if (error != 0) {
        return fail(error);
    }
    if (there != NULL) {
        remove_entry(new.directory, new.name, new.length);
        if (of_directory) {
            there->links = 0;
        }
        __pleach_forget_node(there);
    }
    remove_entry(old.directory, old.name, old.length);
    return add_entry(new.directory, new.name, new.length, node) != NULL ? 0 : fail(ENOMEM_);
}

int renameat(int from_fd, const char *from, int to_fd, const char *to) {
    return renameat2(from_fd, from, to_fd, to, 0);
}

int rename(const char *from, const char *to) {
    return renameat2(HERE, from, HERE, to, 0);
}

long readlinkat(int fd, const char *restrict path, char *restrict to, size_t size) {
    if ((long)size <= 0) {
        return fail(EINVAL_);
    }
    if (path[0] == '\0' && fd != HERE && __pleach_node_of(fd) == NULL) {
        return fail(EBADF_);
    }
    struct node *node = look_up(fd, path, 0);
    if (node == NULL) {
        return -1;
    }
    if (!is(node, LINK)) {
        return fail(EINVAL_);
    }
    size_t count = node->size < size ? node->size : size;
    memcpy(to, node->bytes, count);
    return (long)count;
}

int faccessat(int fd, const char *path, int mode, int flags) {
    if (mode & ~7) {
        return fail(EINVAL_);
    }
    struct node *node = look_up(fd, path, (flags & NO_FOLLOW) == 0);
    if (node == NULL) {
        return -1;
    }
    return permits(node, (unsigned)mode) ? 0 : fail(EACCES_);
}

/* The current directory. */

static int change_directory(struct node *node) {
    if (!is(node, DIRECTORY)) {
        return fail(ENOTDIR_);
    }
    if (!permits(node, MAY_SEARCH)) {
        return fail(EACCES_);
    }
    struct node *last = current;
    current = node;
    __pleach_forget_node(last);
    return 0;
}

int chdir(const char *path) {
    struct node *node = look_up(HERE, path, 1);
    return node == NULL ? -1 : change_directory(node);
}

/* The user has no right to another root. */
int chroot(const char *path) {
    struct node *node = look_up(HERE, path, 1);
    if (node == NULL) {
        return -1;
    }
    return fail(!is(node, DIRECTORY) ? ENOTDIR_ : !permits(node, MAY_SEARCH) ? EACCES_ : EPERM_);
}

int fchdir(int fd) {
    struct node *node = __pleach_node_of(fd);
    return node == NULL ? fail(EBADF_) : change_directory(node);
}

char *getcwd(char *to, size_t size) {
    if (size == 0 && to != NULL) {
        fail(EINVAL_);
        return NULL;
    }
    if (current->links == 0) {
        fail(ENOENT_);
        return NULL;
    }
    char path[LONGEST_PATH];
    size_t at = LONGEST_PATH - 1;
    path[at] = '\0';
    for (struct node *node = current; node != &root; node = node->parent) {
        struct entry *entry = node->parent->entries;
        while (entry->node != node) {
            entry = entry->next;
        }
        if (entry->length + 1 > at) {
            fail(ENAMETOOLONG_);
            return NULL;
        }
        at -= entry->length;
        memcpy(path + at, entry->name, entry->length);
        path[--at] = '/';
    }
    if (current == &root) {
        path[--at] = '/';
    }
    size_t room = LONGEST_PATH - at;
    if (size != 0 && room > size) {
        fail(ERANGE_);
        return NULL;
    }
    if (to == NULL && (to = malloc(size == 0 ? room : size)) == NULL) {
        return NULL;
    }
    return memcpy(to, path + at, room);
}

/* What is known of a file, laid out as on x86-64. */
struct stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long other_device;
    long size, block_size, blocks;
    struct time accessed, modified, changed;
    long unused[3];
};

int __pleach_describe(struct node *node, struct stat *to) {
    enum { BLOCK = 4096, SECTORS = 8 };
    memset(to, 0, sizeof *to);
    if (!__pleach_fill(node)) {
        return fail(ENOMEM_);
    }
    *to = (struct stat){.device = 1, .number = node->number, .links = node->links, .mode = node->mode, .user = USER, .group = USER};
    to->size = is(node, DIRECTORY) ? BLOCK : (long)node->size;
    to->block_size = BLOCK;
    to->blocks = is(node, LINK) ? 0 : (to->size + BLOCK - 1) / BLOCK * SECTORS;
    to->other_device = node->device == 0 ? 0 : node->device == 1 ? 0x103 : node->device == 2 ? 0x105 : 0x107;
    to->accessed = node->accessed;
    to->modified = node->modified;
    to->changed.seconds = START;
    return 0;
}

int fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags) {
    if (path[0] == '\0' && (flags & EMPTY_PATH)) {
        struct node *node = fd == HERE ? current : __pleach_node_of(fd);
        return node == NULL ? fail(EBADF_) : __pleach_describe(node, to);
    }
    struct node *node = look_up(fd, path, (flags & NO_FOLLOW) == 0);
    return node == NULL ? -1 : __pleach_describe(node, to);
}

static int set_mode(struct node *node, unsigned mode) {
    if (node == NULL) {
        return -1;
    }
    node->mode = (node->mode & KIND) | (mode & PERMISSIONS);
    return 0;
}

int fchmodat(int fd, const char *path, unsigned mode, int flags) {
    enum { EOPNOTSUPP_ = 95 };
    struct node *node = look_up(fd, path, (flags & NO_FOLLOW) == 0);
    return node != NULL && is(node, LINK) ? fail(EOPNOTSUPP_) : set_mode(node, mode);
}

int fchmod(int fd, unsigned mode) {
    struct node *node = __pleach_open_file(fd);
    return node == NULL ? fail(EBADF_) : set_mode(node, mode);
}

/* The user may give nothing away. Whoever may not execute a file keeps its set-user-ID bits. */
static int set_owner(struct node *node, unsigned user, unsigned group) {
    enum { SET_USER = 04000, SET_GROUP = 02000, GROUP_EXECUTES = 0010 };
    if (node == NULL) {
        return -1;
    }
    if ((user != -1u && user != USER) || (group != -1u && group != USER)) {
        return fail(EPERM_);
    }
    if (is(node, FILE_) && (user != -1u || group != -1u)) {
        node->mode &= ~(unsigned)(SET_USER | (node->mode & GROUP_EXECUTES ? SET_GROUP : 0));
    }
    return 0;
}

int fchownat(int fd, const char *path, unsigned user, unsigned group, int flags) {
    return set_owner(look_up(fd, path, (flags & NO_FOLLOW) == 0), user, group);
}

int fchown(int fd, unsigned user, unsigned group) {
    struct node *node = __pleach_open_file(fd);
    return node == NULL ? fail(EBADF_) : set_owner(node, user, group);
}

/* The clock stands still for files. */
static int set_times(struct node *node, const struct time *times) {
    enum { NOW = (1 << 30) - 1, OMIT = (1 << 30) - 2, SECOND = 1000000000 };
    for (int i = 0; node != NULL && i < 2; i++) {
        struct time *to = i == 0 ? &node->accessed : &node->modified;
        long part = times == NULL ? NOW : times[i].nanoseconds;
        if (part == NOW) {
            *to = (struct time){START, 0};
        } else if (part != OMIT) {
            if (part < 0 || part >= SECOND) {
                return fail(EINVAL_);
            }
            *to = times[i];
        }
    }
    return node == NULL ? -1 : 0;
}

int utimensat(int fd, const char *path, const struct time *times, int flags) {
    if (path == NULL) {
        struct node *node = __pleach_open_file(fd);
        return node == NULL ? fail(EBADF_) : set_times(node, times);
    }
    return set_times(look_up(fd, path, (flags & NO_FOLLOW) == 0), times);
}

int futimens(int fd, const struct time *times) {
    return utimensat(fd, NULL, times, 0);
}

/* For <dirent.h>: what is in a directory, from an entry on (null for the first); null after the last. */
struct entry *__pleach_next_entry(struct node *directory, struct entry *last) {
    start();
    return last == NULL ? directory->entries : last->next;
}
