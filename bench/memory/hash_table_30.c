// The three hash tables of hash_table.h with 30 buckets each.
#define BUCKETS 30
#include "hash_table.h"
