// How the programs of this folder bound their inputs.
#ifndef INPUTS_H
#define INPUTS_H

#include <pleach.h>
#include <stddef.h>

// Assumes that a character is one of an alphabet, in one condition.
static inline void assume_one_of(char c, const char *alphabet) {
    unsigned found = 0;
    for (; *alphabet != '\0'; alphabet++) {
        found |= c == *alphabet;
    }
    pleach_assume(found);
}

// Makes a text symbolic whose characters are all of an alphabet.
static inline void symbolic_text(char *text, size_t length, const char *alphabet, const char *name) {
    pleach_symbolic(text, length, name);
    for (size_t i = 0; i < length; i++) {
        assume_one_of(text[i], alphabet);
    }
}

#endif
