// Pointers to records are sorted by the records' symbolic keys.
#include <pleach.h>
#include <stdlib.h>

#define RECORDS 5

struct record {
    unsigned key, number;
};

int main(void) {
    struct record *records[RECORDS];
    for (unsigned i = 0; i < RECORDS; i++) {
        records[i] = malloc(sizeof(struct record));
        records[i]->key = pleach_range(0, 100, "key");
        records[i]->number = i;
    }
    for (unsigned i = 1; i < RECORDS; i++) {
        struct record *it = records[i];
        unsigned j = i;
        for (; j > 0 && records[j - 1]->key > it->key; j--)
            records[j] = records[j - 1];
        records[j] = it;
    }
    unsigned seen = 0;
    for (unsigned i = 0; i < RECORDS; i++)
        seen |= 1u << records[i]->number;
    pleach_assert(seen == (1u << RECORDS) - 1);
    unsigned k = pleach_range(1, RECORDS, "k");
    pleach_assert(records[k - 1]->key <= records[k]->key);
    return records[k]->number;
}
