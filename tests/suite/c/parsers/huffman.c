// A decoder of canonical Huffman codes: a tree is built from the lengths of the codes, and bits are followed down it.
// Planted: lengths that leave some codes without a symbol make a tree with missing branches, which the decoder walks
// into; the width of the longest code is counted by an instruction that has no answer for zero; the last symbol is
// kept by the address of a local variable.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <pleach.h>
#include <stddef.h>
#include <stdlib.h>

enum { SYMBOLS = 4, MAX_BITS = 3 };

struct node {
    struct node *children[2];
    const char *symbol; // of a leaf
};

struct bits {
    unsigned char value;
    int left;
};

static struct node *make_node(void) {
    return calloc(1, sizeof(struct node));
}

static void free_tree(struct node *node) {
    if (node != NULL) {
        free_tree(node->children[0]);
        free_tree(node->children[1]);
        free(node);
    }
}

static const char *symbol_name(int symbol) {
    static const char names[SYMBOLS] = {'a', 'b', 'c', 'd'};
#ifndef MENDED
    // The last one is an escape and stands for an upper-case letter.
    if (symbol == SYMBOLS - 1) {
        char escape = (char)(names[symbol] - 'a' + 'A');
        const char *place = &escape;
        return place;
    }
#else
    static const char escape = 'D';
    if (symbol == SYMBOLS - 1) {
        return &escape;
    }
#endif
    return &names[symbol];
}

static int insert(struct node *node, unsigned code, int length, int symbol) {
    while (length > 0) {
        if (node->symbol != NULL) {
            return 0;
        }
        struct node **child = &node->children[code >> --length & 1];
        if (*child == NULL) {
            *child = make_node();
        }
        node = *child;
    }
    node->symbol = symbol_name(symbol);
    return 1;
}

// How many bits the longest code has, by the set of all lengths: bit n is set for codes of n bits.
static int longest(unsigned lengths) {
#ifdef MENDED
    if (lengths == 0) {
        return 0;
    }
#endif
    return 31 - __builtin_clz(lengths); //~ error: undefined
}

// Builds the tree for the lengths of the codes; 0 is a symbol that does not occur. Null where there are too many codes.
static struct node *build(const unsigned char *lengths) {
    unsigned used = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        used |= lengths[symbol] != 0 ? 1u << lengths[symbol] : 0;
    }
    int width = longest(used);
    struct node *root = make_node();
    unsigned code = 0;
    for (int length = 1; length <= width; length++, code <<= 1) {
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            if (lengths[symbol] != length) {
                continue;
            }
            if (code >> length != 0 || !insert(root, code++, length, symbol)) {
                free_tree(root);
                return NULL;
            }
        }
    }
    return root;
}

static int next_bit(struct bits *bits) {
    return bits->value >> --bits->left & 1;
}

// The next symbol, or '?' at the end and for a code that stands for nothing.
static char decode(const struct node *node, struct bits *bits) {
    while (node->symbol == NULL) { //~ error: null
        if (bits->left == 0) {
            return '?';
        }
        node = node->children[next_bit(bits)];
#ifdef MENDED
        if (node == NULL) {
            return '?';
        }
#endif
    }
    return *node->symbol; //~ error: use-after-return
}

int main(void) {
    unsigned char lengths[SYMBOLS];
    pleach_symbolic(lengths, sizeof lengths, "lengths");
    pleach_assume((lengths[0] <= 2) & (lengths[1] == lengths[0]));
    pleach_assume((lengths[2] == 0) | (lengths[2] == 2) | (lengths[2] == MAX_BITS));
    pleach_assume((lengths[3] == 0) | (lengths[3] == lengths[2]));
    struct bits bits = {0, 3};
    pleach_symbolic(&bits.value, sizeof bits.value, "bits");
    pleach_assume(bits.value < 8);
    struct node *root = build(lengths);
    if (root == NULL) {
        return 1;
    }
    char first = decode(root, &bits);
    char second = first == '?' ? '?' : decode(root, &bits);
    free_tree(root);
    return first == second ? 0 : second == 'c' ? 2 : 3;
}

// paths: 38
