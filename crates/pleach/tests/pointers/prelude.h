// What every unit of pointer programs begins with.
#include <stddef.h>
#include <stdint.h>

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
#ifndef NATIVELY
#define L
#endif
int klee_range(int begin, int end, const char *name);
static const unsigned char shuffled[8] = {5, 2, 7, 0, 3, 6, 1, 4};
