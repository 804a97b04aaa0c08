// Records in a pool of 8 KiB that the program manages by itself: all pointers lead into one large object.
#include <pleach.h>
#include <stdint.h>
#include <string.h>

#define POOL 8192

static _Alignas(16) unsigned char pool[POOL];
static size_t used;

static void *take(size_t size) {
    void *at = pool + used;
    used += (size + 15) & ~(size_t)15;
    pleach_assert(used <= POOL);
    return at;
}

struct record {
    unsigned key, length;
    struct record *next;
    unsigned char *text;
};

int main(void) {
    struct record *table[16] = {0};
    for (unsigned key = 0; key < 48; key++) {
        struct record *record = take(sizeof *record);
        record->key = key;
        record->length = 4 + key % 9;
        record->text = take(record->length);
        memset(record->text, 'a' + key % 26, record->length);
        record->next = table[key % 16];
        table[key % 16] = record;
    }
    unsigned key = pleach_range(0, 64, "key"), at = pleach_range(0, 4, "at");
    for (struct record *record = table[key % 16]; record; record = record->next) {
        if (record->key == key) {
            record->text[at] ^= 32;
            pleach_assert(record->text[at] == 'A' + key % 26);
            return record->length;
        }
    }
    return 0;
}
