/* What is known of files in newer forms (statx), and of the file systems that they are on: all are on one, in memory. */
#include <stddef.h>

void *memset(void *to, int byte, size_t count);
int *__errno_location(void);

struct time {
    long seconds, nanoseconds;
};

/* As in tree.c. */
struct stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long other_device;
    long size, block_size, blocks;
    struct time accessed, modified, changed;
    long unused[3];
};

int fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags);
int fstat(int fd, struct stat *to);

enum { HERE = -100, NO_FOLLOW = 0x100, NO_MOUNT = 0x800, EMPTY_PATH = 0x1000, EINVAL_ = 22 };

struct long_time {
    long seconds;
    unsigned nanoseconds;
    int padding;
};

/* What the kernel tells: laid out alike on all machines. */
struct statx {
    unsigned mask, block_size;
    unsigned long attributes;
    unsigned links, user, group;
    unsigned short mode, padding;
    unsigned long number, size, blocks, known_attributes;
    struct long_time accessed, born, changed, modified;
    unsigned other_major, other_minor, major, minor;
    unsigned long more[14];
};

_Static_assert(sizeof(struct statx) == 256, "as the kernel has it");

static struct long_time longer(struct time from) {
    return (struct long_time){from.seconds, (unsigned)from.nanoseconds, 0};
}

/* The parts of a device's number. */

unsigned gnu_dev_major(unsigned long device) {
    return (unsigned)(device >> 8 & 0xfff) | (unsigned)(device >> 32 & ~0xffful);
}

unsigned gnu_dev_minor(unsigned long device) {
    return (unsigned)(device & 0xff) | (unsigned)(device >> 12 & ~0xfful);
}

unsigned long gnu_dev_makedev(unsigned major, unsigned minor) {
    unsigned long high = major, low = minor;
    return (high & 0xfff) << 8 | (high & 0xfffff000) << 32 | (low & 0xff) | (low & 0xffffff00) << 12;
}

/* When files were made is not known. */
int statx(int fd, const char *restrict path, int flags, unsigned mask, struct statx *restrict to) {
    enum { BASIC = 0x7ff, RESERVED = 0x80000000, HOW = 0x6000, BOTH = 0x6000 };
    struct stat from;
    if ((flags & ~(NO_FOLLOW | NO_MOUNT | EMPTY_PATH | HOW)) || (flags & HOW) == BOTH || (mask & RESERVED)) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    if (fstatat(fd, path, &from, flags & (NO_FOLLOW | EMPTY_PATH)) < 0) {
        return -1;
    }
    memset(to, 0, sizeof *to);
    to->mask = BASIC;
    to->block_size = (unsigned)from.block_size;
    to->links = (unsigned)from.links;
    to->user = from.user;
    to->group = from.group;
    to->mode = (unsigned short)from.mode;
    to->number = from.number;
    to->size = (unsigned long)from.size;
    to->blocks = (unsigned long)from.blocks;
    to->accessed = longer(from.accessed);
    to->changed = longer(from.changed);
    to->modified = longer(from.modified);
    to->other_major = gnu_dev_major(from.other_device);
    to->other_minor = gnu_dev_minor(from.other_device);
    to->major = gnu_dev_major(from.device);
    to->minor = gnu_dev_minor(from.device);
    return 0;
}

struct statfs {
    long kind, block_size;
    unsigned long blocks, free_blocks, available_blocks, files, free_files;
    int number[2];
    long longest_name, fragment_size, flags, more[4];
};

struct statvfs {
    unsigned long block_size, fragment_size, blocks, free_blocks, available_blocks, files, free_files, available_files;
    unsigned long number, flags, longest_name;
    unsigned kind;
    int more[5];
};

static const struct statfs system = {
    .kind = 0x01021994,
    .block_size = 4096,
    .blocks = 1 << 20,
    .free_blocks = 1 << 19,
    .available_blocks = 1 << 19,
    .files = 1 << 18,
    .free_files = 1 << 17,
    .longest_name = 255,
    .fragment_size = 4096,
    .flags = 0x20,
};

int statfs(const char *path, struct statfs *to) {
    struct stat status;
    if (fstatat(HERE, path, &status, 0) < 0) {
        return -1;
    }
    *to = system;
    return 0;
}

int statfs64(const char *path, struct statfs *to) {
    return statfs(path, to);
}

int fstatfs(int fd, struct statfs *to) {
    struct stat status;
    if (fstat(fd, &status) < 0) {
        return -1;
    }
    *to = system;
    return 0;
}

int fstatfs64(int fd, struct statfs *to) {
    return fstatfs(fd, to);
}

static int in_posix_form(int result, struct statvfs *to) {
    if (result == 0) {
        memset(to, 0, sizeof *to);
        to->block_size = (unsigned long)system.block_size;
        to->fragment_size = (unsigned long)system.fragment_size;
        to->blocks = system.blocks;
        to->free_blocks = system.free_blocks;
        to->available_blocks = system.available_blocks;
        to->files = system.files;
        to->free_files = to->available_files = system.free_files;
        to->longest_name = (unsigned long)system.longest_name;
    }
    return result;
}

int statvfs(const char *restrict path, struct statvfs *restrict to) {
    struct statfs unused;
    return in_posix_form(statfs(path, &unused), to);
}

int statvfs64(const char *restrict path, struct statvfs *restrict to) {
    return statvfs(path, to);
}

int fstatvfs(int fd, struct statvfs *to) {
    struct statfs unused;
    return in_posix_form(fstatfs(fd, &unused), to);
}

int fstatvfs64(int fd, struct statvfs *to) {
    return fstatvfs(fd, to);
}
