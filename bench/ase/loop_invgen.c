/* Copies a text of symbolic length to a buffer of symbolic size, piece by piece, and keeps room for an end mark in every
 * piece. A loop of the kind that invariant generators are measured with: all branches are about counters and two limits. */
#include "ase.h"

#ifndef LIMIT
#define LIMIT 90
#endif

enum { MARK = 4 };

int main(void) {
    word length = input(0, LIMIT, "length"), size = input(0, LIMIT, "size");
    if (size <= MARK)
        return 0;
    word limit = size - MARK, copied = 0, pieces = 0;
    while (copied < length) {
        word used = 0;
        while (copied < length && used < limit) {
            check((used + MARK < size) & (copied < length));
            copied++;
            used++;
        }
        pieces++;
    }
    check(copied == length);
    return 0;
}
