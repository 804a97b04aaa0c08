// The three hash tables of hash_table.h with 1000 buckets each.
#define BUCKETS 1000
#include "hash_table.h"
