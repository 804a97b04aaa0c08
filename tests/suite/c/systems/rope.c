// Text as a rope: immutable leaves and concatenations, counted references, taking parts, and an index into it. Planted:
// the one empty leaf, which is not on the heap, is released like others; a rope concatenated with itself is referenced
// once only; and a part may end one character behind the rope's end.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct rope {
    int references;
    size_t length;
    struct rope *left, *right; /* both null in a leaf */
    char *text; /* null in a concatenation */
};

static char no_text[1];
static struct rope empty = {1, 0, NULL, NULL, no_text};

static struct rope *keep(struct rope *rope) {
    rope->references++;
    return rope;
}

static void release(struct rope *rope) {
#ifdef MENDED
    if (rope == &empty) {
        return;
    }
#endif
    if (--rope->references > 0) { //~ error: use-after-free
        return;
    }
    if (rope->text == NULL) {
        release(rope->left);
        release(rope->right);
    }
    free(rope->text); //~ error: invalid-free
    free(rope);
}

static struct rope *rope_new(size_t length) {
    struct rope *rope = calloc(1, sizeof *rope);
    if (rope == NULL) {
        abort();
    }
    rope->references = 1;
    rope->length = length;
    return rope;
}

static struct rope *leaf(const char *text, size_t length) {
    if (length == 0) {
        return &empty;
    }
    struct rope *rope = rope_new(length);
    rope->text = malloc(length);
    if (rope->text == NULL) {
        abort();
    }
    memcpy(rope->text, text, length);
    return rope;
}

/* The concatenation of both, which keeps a reference to each. */
static struct rope *concatenate(struct rope *left, struct rope *right) {
    if (left->length == 0) {
        return keep(right);
    }
    if (right->length == 0) {
        return keep(left);
    }
    struct rope *rope = rope_new(left->length + right->length);
    rope->left = keep(left);
#ifndef MENDED
    rope->right = left != right ? keep(right) : right;
#else
    rope->right = keep(right);
#endif
    return rope;
}

static char at(const struct rope *rope, size_t index) {
    while (rope->text == NULL) {
        if (index < rope->left->length) {
            rope = rope->left;
        } else {
            index -= rope->left->length;
            rope = rope->right;
        }
    }
    return rope->text[index]; //~ error: out-of-bounds
}

/* The characters from `begin` to `end` as a rope of its own; what is whole is shared. */
static struct rope *part(struct rope *rope, size_t begin, size_t end) {
#ifndef MENDED
    if (begin > end || end > rope->length + 1) {
#else
    if (begin > end || end > rope->length) {
#endif
        return NULL;
    }
    if (begin == 0 && end == rope->length) {
        return keep(rope);
    }
    if (rope->text != NULL) {
        char *copy = malloc(end - begin + 1);
        if (copy == NULL) {
            abort();
        }
        for (size_t i = begin; i < end; i++) {
            copy[i - begin] = at(rope, i);
        }
        struct rope *new = leaf(copy, end - begin);
        free(copy);
        return new;
    }
    size_t middle = rope->left->length;
    struct rope *left = begin < middle ? part(rope->left, begin, end < middle ? end : middle) : &empty;
    struct rope *right = end > middle ? part(rope->right, begin > middle ? begin - middle : 0, end - middle) : &empty;
    struct rope *both = concatenate(left, right);
    release(left);
    release(right);
    return both;
}

/* A number from 0 to 6 by a digit, 9 for everything else. */
static size_t number_of(char digit) {
    for (size_t i = 0; i <= 6; i++) {
        if (digit == (char)('0' + i)) {
            return i;
        }
    }
    return 9;
}

int main(void) {
    char in[3];
    klee_make_symbolic(in, sizeof in, "in");

    struct rope *ab = leaf("ab", 2), *cde = leaf("cde", 3);
    struct rope *text = concatenate(ab, cde);
    struct rope *cut = part(text, number_of(in[0]), number_of(in[1]));
    int result = 0;
    if (cut != NULL) {
        struct rope *joined = concatenate(cut, in[2] == '2' ? cut : ab);
        if (cut->length > 0) {
            assert(at(joined, 0) >= 'a' && at(joined, 0) <= 'e');
        }
        result = (int)joined->length;
        release(joined);
        release(cut);
    }
    release(text);
    release(ab);
    release(cde);
    return result;
}

// paths: 70
