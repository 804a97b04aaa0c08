// The three hash tables of hash_table.h with 300 buckets each.
#define BUCKETS 300
#include "hash_table.h"
