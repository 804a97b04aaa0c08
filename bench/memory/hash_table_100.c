// The three hash tables of hash_table.h with 100 buckets each.
#define BUCKETS 100
#include "hash_table.h"
