// Files as chains of blocks in a table, as in FAT: appending, reading, truncating, counting. Planted: the number of the
// next block is a signed byte, so that numbers above 127 are negative and pass the check; a chain with a loop in it is
// collected until it is longer than the volume; where a chain is damaged, what was collected is freed twice; and
// truncating a file whose chain comes back to its first block frees that block, too.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 6, BLOCK_SIZE = 2 };

enum { FREE = 0, END = 0xFF };

enum status { OK, FULL, DAMAGED };

struct volume {
    uint8_t *table; /* for each block the next one of its file, or FREE or END; block 0 is the directory */
    char (*data)[BLOCK_SIZE];
};

#ifndef MENDED
typedef signed char block;
#else
typedef int block;
#endif

static int mount(struct volume *volume, const uint8_t table[BLOCKS]) {
    volume->table = malloc(BLOCKS);
    volume->data = calloc(BLOCKS, BLOCK_SIZE);
    if (volume->table == NULL || volume->data == NULL) {
        return -1;
    }
    memcpy(volume->table, table, BLOCKS);
    return 0;
}

static void unmount(struct volume *volume) {
    free(volume->table);
    free(volume->data);
}

/* The block that follows, END at the end of the file, or -1 if the table says nonsense. */
static int next_of(const struct volume *volume, block number) {
    block next = volume->table[number]; //~ error: out-of-bounds
    if ((uint8_t)next == END) {
        return END;
    }
    for (int i = 1; i < BLOCKS; i++) {
        if (next == i) {
            return i;
        }
    }
#ifndef MENDED
    return next < FREE ? next : -1;
#else
    return -1;
#endif
}

/* The number of blocks of a file, -1 if the chain is damaged. The chain is collected for the messages of the check. */
static int count_blocks(const struct volume *volume, int first) {
    int count = 0, result = -1;
    int *chain = malloc(BLOCKS * sizeof *chain);
    if (chain == NULL) {
        return -1;
    }
    for (int number = first; number != END; number = next_of(volume, (block)number)) {
        if (number == -1) {
#ifndef MENDED
            free(chain);
#endif
            goto out;
        }
#ifdef MENDED
        if (count == BLOCKS) {
            goto out;
        }
#endif
        chain[count++] = number; //~ error: out-of-bounds
    }
    result = count;
    for (int i = 1; i < count; i++) {
        assert(volume->table[chain[i - 1]] == chain[i]);
    }
out:
    free(chain); //~ error: double-free
    return result;
}

static int find_free(const struct volume *volume) {
    for (int i = 1; i < BLOCKS; i++) {
        if (volume->table[i] == FREE) {
            return i;
        }
    }
    return -1;
}

static enum status append(struct volume *volume, int first, char c) {
    int last = first, steps = 0;
    for (int next = next_of(volume, (block)last); next != END; next = next_of(volume, (block)last)) {
        if (next == -1 || ++steps > BLOCKS) {
            return DAMAGED;
        }
        last = next;
    }
    int new = find_free(volume);
    if (new < 0) {
        return FULL;
    }
    volume->table[last] = (uint8_t)new;
    volume->table[new] = END;
    memset(volume->data[new], c, BLOCK_SIZE);
    return OK;
}

/* Gives back all blocks of a file but the first. */
static enum status truncate(struct volume *volume, int first) {
    int number = next_of(volume, (block)first);
    volume->table[first] = END;
    while (number != END) {
#ifndef MENDED
        if (number == -1) {
#else
        if (number == -1 || number == first) {
#endif
            return DAMAGED;
        }
        int next = next_of(volume, (block)number);
        volume->table[number] = FREE;
        number = next;
    }
    return OK;
}

static char read_at(const struct volume *volume, int first, int offset) {
    int number = first;
    for (; offset >= BLOCK_SIZE; offset -= BLOCK_SIZE) {
        number = next_of(volume, (block)number);
        if (number == END) {
            return 0;
        }
#ifdef MENDED
        if (number < 0) {
            return 0;
        }
#endif
    }
    return volume->data[number][offset]; //~ error: out-of-bounds
}

int main(void) {
    /* One file of two blocks at 1, another at 3; where block 2 and block 4 go on is not known. */
    uint8_t table[BLOCKS] = {END, 2, 0, 4, 0, FREE};
    struct volume volume;
    klee_make_symbolic(&table[2], 1, "second");
    klee_make_symbolic(&table[4], 1, "fourth");
    if (mount(&volume, table) != 0) {
        return 1;
    }
    char c = read_at(&volume, 1, 5);
    int blocks = count_blocks(&volume, 1);
    enum status status = blocks > 0 ? append(&volume, 1, 'x') : DAMAGED;
    if (status == OK) {
        assert(count_blocks(&volume, 1) == blocks + 1);
        status = truncate(&volume, 3);
        assert(volume.table[3] == END); //~ error: assert
    }
    unmount(&volume);
    return c != 0 ? 20 : (int)status * 6 + (blocks > 0 ? blocks : 0);
}

// paths: 30
