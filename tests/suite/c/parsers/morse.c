// Morse code: letters are found by walking a tree in an array, left for a dot and right for a dash, and a text is
// sent by the same tree. Planted: a sign of one element too many walks out of the tree; the sender counts down the
// depth of a letter that is not in the tree; words are divided at gaps by strtok, of which a text of gaps only has
// none.
#include "inputs.h"
#include <pleach.h>
#include <string.h>

enum { TREE_SIZE = 15, MAX_ELEMENTS = 3 };

// The children of the node n are 2n+1, for a dot, and 2n+2, for a dash.
static const char tree[TREE_SIZE + 1] = " ETIANMSURWDKGO";

struct sender {
    int count;
    char elements[MAX_ELEMENTS + 1];
};

// The letter of a sign, '?' for none.
static char letter_of(const char *sign) {
    int node = 0;
    for (; *sign == '.' || *sign == '-'; sign++) { //~ error: null
        node = 2 * node + (*sign == '.' ? 1 : 2);
#ifdef MENDED
        if (node >= TREE_SIZE) {
            return '?';
        }
#endif
        // Every sign on the way stands for a letter of its own.
        if (tree[node] == '\0') { //~ error: out-of-bounds
            return '?';
        }
    }
    return *sign == '\0' ? tree[node] : '?';
}

static int node_of(char letter) {
    const char *found = letter == '\0' ? NULL : strchr(tree, letter);
    return found == NULL ? -1 : (int)(found - tree);
}

// The sign of a letter, from its last element to its first.
static void send(struct sender *s, char letter) {
    int node = node_of(letter);
    s->count = 0;
#ifndef MENDED
    for (; node != 0; node = (node - 1) / 2) {
#else
    for (; node > 0; node = (node - 1) / 2) {
#endif
        s->elements[s->count++] = node % 2 == 1 ? '.' : '-'; //~ error: out-of-bounds
    }
    for (int i = 0; i < s->count / 2; i++) {
        char swapped = s->elements[i];
        s->elements[i] = s->elements[s->count - 1 - i];
        s->elements[s->count - 1 - i] = swapped;
    }
    s->elements[s->count] = '\0';
    // What is sent is understood.
    pleach_assert(s->count == 0 || letter_of(s->elements) == letter);
}

// Decodes signs that gaps divide; how many letters there are, or -1 where some sign is none.
static int receive(char *text, char *letters) {
    int count = 0;
    char *sign = strtok(text, " ");
#ifndef MENDED
    do {
#else
    while (sign != NULL) {
#endif
        char letter = letter_of(sign);
        if (letter == '?') {
            return -1;
        }
        letters[count++] = letter;
        sign = strtok(NULL, " ");
#ifndef MENDED
    } while (sign != NULL);
#else
    }
#endif
    letters[count] = '\0';
    return count;
}

int main(void) {
    if (pleach_range(0, 2, "send")) {
        char letter;
        struct sender sender;
        symbolic_text(&letter, 1, "EKZ", "letter");
        send(&sender, letter);
        return sender.count;
    }
    char text[5], letters[5];
    symbolic_text(text, 4, ".- ", "text");
    text[4] = '\0';
    int count = receive(text, letters);
    return count < 0 ? 10 : count;
}

// paths: 84
