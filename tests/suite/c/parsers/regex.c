// A compiler of regular expressions to the instructions of Pike's machine, and a backtracking matcher of these.
// Planted: a star behind nothing repeats the instruction before the first; a loop whose body matches nothing is
// followed for ever; the branch of an alternative is patched through a pointer from before the program has moved.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum opcode { CHAR, ANY, SPLIT, JUMP, MATCH };

struct instruction {
    enum opcode opcode;
    char c;
    int x, y; // targets
};

struct program {
    struct instruction *code;
    int length;
    int room;
};

struct compiler {
    const char *at;
    struct program program;
    int failed;
};

static void reserve(struct program *p, int count) {
    if (p->length + count > p->room) {
        p->room = 2 * p->room + count;
        p->code = realloc(p->code, (size_t)p->room * sizeof *p->code);
    }
}

static int emit(struct program *p, enum opcode opcode, char c, int x, int y) {
    reserve(p, 1);
    struct instruction instruction = {opcode, c, x, y};
    p->code[p->length] = instruction;
    return p->length++;
}

// Makes room for an instruction at a place by moving what follows.
static void insert(struct program *p, int at, enum opcode opcode, int x, int y) {
    reserve(p, 1);
    memmove(p->code + at + 1, p->code + at, (size_t)(p->length - at) * sizeof *p->code); //~ error: out-of-bounds
    p->length++;
    for (int i = at + 1; i < p->length; i++) {
        p->code[i].x += p->code[i].opcode == SPLIT || p->code[i].opcode == JUMP;
        p->code[i].y += p->code[i].opcode == SPLIT;
    }
    struct instruction instruction = {opcode, 0, x, y};
    p->code[at] = instruction;
}

static void compile_alternatives(struct compiler *c);

// A character, a point or a group; where its code begins, or -1.
static int compile_atom(struct compiler *c) {
    int begin = c->program.length;
    char symbol = *c->at;
    if (symbol == '\0' || symbol == ')' || symbol == '|' || symbol == '*') {
        return -1;
    }
    c->at++;
    if (symbol == '(') {
        compile_alternatives(c);
        c->failed |= *c->at != ')';
        c->at += *c->at == ')';
    } else {
        emit(&c->program, symbol == '.' ? ANY : CHAR, symbol, 0, 0);
    }
    return begin;
}

static void compile_sequence(struct compiler *c) {
    int begin;
    do {
        begin = compile_atom(c);
        if (*c->at == '*') {
#ifdef MENDED
            if (begin < 0) {
                c->failed = 1;
                return;
            }
#endif
            c->at++;
            // L1: split L2, L3; L2: body; jump L1; L3:
            int end = c->program.length + 2;
            insert(&c->program, begin, SPLIT, begin + 1, end);
            emit(&c->program, JUMP, 0, begin, 0);
        }
    } while (begin >= 0 && !c->failed);
}

static void compile_alternatives(struct compiler *c) {
    int begin = c->program.length;
    compile_sequence(c);
    if (*c->at == '|' && !c->failed) {
        c->at++;
        insert(&c->program, begin, SPLIT, begin + 1, c->program.length + 2);
        int place = emit(&c->program, JUMP, 0, 0, 0);
#ifndef MENDED
        struct instruction *jump = &c->program.code[place];
        compile_alternatives(c);
        jump->x = c->program.length; //~ error: use-after-free
#else
        compile_alternatives(c);
        c->program.code[place].x = c->program.length;
#endif
    }
}

// Whether the program matches from there on. `steps` are those since a character was read, by which a loop around
// nothing is noticed.
static int run(const struct program *p, int at, const char *text, int steps) {
    char left[1024]; // what is left of the text, as a debugger shows it
    for (;;) {
        const struct instruction *i = &p->code[at];
        left[0] = *text;
        switch (i->opcode) {
        case MATCH:
            return left[0] == '\0';
        case CHAR:
        case ANY:
            if (left[0] == '\0' || (i->opcode == CHAR && left[0] != i->c)) {
                return 0;
            }
            at++;
            text++;
            steps = 0;
            break;
        case JUMP:
            at = i->x;
            break;
        case SPLIT:
#ifdef MENDED
            if (steps > p->length) {
                return 0;
            }
#endif
            if (run(p, i->x, text, steps + 1)) { //~ error: stack-overflow
                return 1;
            }
            at = i->y;
            break;
        }
    }
}

static int matches(const char *pattern, const char *text) {
    struct compiler c = {pattern, {NULL, 0, 0}, 0};
    reserve(&c.program, 1);
    compile_alternatives(&c);
    emit(&c.program, MATCH, 0, 0, 0);
    int result = c.failed || *c.at != '\0' ? 2 : !run(&c.program, 0, text, 0);
    free(c.program.code);
    return result;
}

// (....)* on "ab", where four characters are not known.
int main(void) {
    char pattern[6] = "(";
    symbolic_text(pattern + 1, 4, "a|*)", "pattern");
    pattern[5] = '\0';
    return matches(pattern, "ab");
}

// paths: 130
