// A stack machine whose bytecode is verified before it runs: operands present, jumps to the beginnings of instructions,
// stack deep enough and never too deep. Planted: the verifier forgets that DUP needs room, it lets a jump go to the end
// of the code where no instruction is, and the machine divides without looking.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum opcode { OP_HALT, OP_PUSH, OP_ADD, OP_SUB, OP_DIV, OP_DUP, OP_DROP, OP_JUMP, OP_JUMP_ZERO, OP_COUNT };

enum { STACK_LIMIT = 3, FUEL = 12 };

enum status { OK, BAD_OPCODE, TRUNCATED, STACK_UNDERFLOW, STACK_OVERFLOW, BAD_TARGET, NO_END, OUT_OF_FUEL, DIVISION };

/* How an instruction looks and what it does to the depth of the stack. */
struct shape {
    unsigned char length;
    signed char pops;
    signed char pushes;
};

static const struct shape shapes[OP_COUNT] = {
    [OP_HALT] = {1, 0, 0},
    [OP_PUSH] = {2, 0, 1},
    [OP_ADD] = {1, 2, 1},
    [OP_SUB] = {1, 2, 1},
    [OP_DIV] = {1, 2, 1},
#ifndef MENDED
    [OP_DUP] = {1, 1, 1},
#else
    [OP_DUP] = {1, 1, 2},
#endif
    [OP_DROP] = {1, 1, 0},
    [OP_JUMP] = {2, 0, 0},
    [OP_JUMP_ZERO] = {2, 1, 0},
};

struct program {
    const unsigned char *code;
    size_t length;
    /* For every byte of code, the depth of the stack in front of the instruction that begins there; -1 elsewhere. */
    signed char *depth;
};

static enum status check_shapes(const struct program *program) {
    size_t at = 0;
    while (at < program->length) {
        unsigned char op = program->code[at];
        if (op >= OP_COUNT) {
            return BAD_OPCODE;
        }
        if (program->length - at < shapes[op].length) {
            return TRUNCATED;
        }
        at += shapes[op].length;
    }
    return OK;
}

/* Code is straight but for forward jumps, so one pass from the left sees every edge before its target. */
static enum status check_flow(const struct program *program) {
    int depth = 0;
    size_t at = 0;
    while (at < program->length) {
        unsigned char op = program->code[at];
        const struct shape *shape = &shapes[op];
        if (program->depth[at] >= 0) {
            if (depth >= 0 && depth != program->depth[at]) {
                return STACK_UNDERFLOW;
            }
            depth = program->depth[at];
        }
        if (depth >= 0) {
            if (depth < shape->pops) {
                return STACK_UNDERFLOW;
            }
            program->depth[at] = (signed char)depth;
            depth += shape->pushes - shape->pops;
            if (depth > STACK_LIMIT) {
                return STACK_OVERFLOW;
            }
        }
        if (op == OP_JUMP || op == OP_JUMP_ZERO) {
            size_t target = program->code[at + 1];
#ifndef MENDED
            if (target <= at || target > program->length) {
#else
            if (target <= at || target >= program->length) {
#endif
                return BAD_TARGET;
            }
            if (depth >= 0) {
                program->depth[target] = (signed char)depth;
            }
        }
        if (op == OP_JUMP || op == OP_HALT) {
            depth = -1;
        }
        for (size_t inside = at + 1; inside < at + shape->length; inside++) {
            if (program->depth[inside] >= 0) {
                return BAD_TARGET;
            }
        }
        at += shape->length;
    }
    return depth >= 0 ? NO_END : OK;
}

static enum status verify(struct program *program) {
    memset(program->depth, -1, program->length + 1);
    enum status status = check_shapes(program);
    return status != OK ? status : check_flow(program);
}

/* Runs verified code: it trusts what the verifier has promised and checks nothing twice. */
static enum status run(const struct program *program, int *result) {
    int *stack = malloc(STACK_LIMIT * sizeof *stack);
    int depth = 0;
    size_t at = 0;
    if (stack == NULL) {
        return OUT_OF_FUEL;
    }
    for (int fuel = FUEL; fuel > 0; fuel--) {
        switch (program->code[at]) { //~ error: out-of-bounds
        case OP_HALT:
            *result = depth > 0 ? stack[depth - 1] : 0;
            free(stack);
            return OK;
        case OP_PUSH:
            stack[depth++] = (signed char)program->code[at + 1]; //~ error: out-of-bounds
            at += 2;
            break;
        case OP_ADD:
            depth--;
            stack[depth - 1] = (int)((unsigned)stack[depth - 1] + (unsigned)stack[depth]);
            at++;
            break;
        case OP_SUB:
            depth--;
            stack[depth - 1] = (int)((unsigned)stack[depth - 1] - (unsigned)stack[depth]);
            at++;
            break;
        case OP_DIV:
            depth--;
#ifdef MENDED
            if (stack[depth] == 0 || stack[depth] == -1) {
                free(stack);
                return DIVISION;
            }
#endif
            stack[depth - 1] /= stack[depth]; //~ error: div-by-zero
            at++;
            break;
        case OP_DUP:
            stack[depth] = stack[depth - 1]; //~ error: out-of-bounds
            depth++;
            at++;
            break;
        case OP_DROP:
            depth--;
            at++;
            break;
        case OP_JUMP:
            at = program->code[at + 1];
            break;
        case OP_JUMP_ZERO:
            depth--;
            at = stack[depth] == 0 ? program->code[at + 1] : at + 2;
            break;
        default:
            abort();
        }
    }
    free(stack);
    return OUT_OF_FUEL;
}

int main(void) {
    /* Two numbers are on the stack before the code that is not known, and then the machine stops. */
    enum { PREFIX = 4, UNKNOWN = 3, LENGTH = PREFIX + UNKNOWN + 1 };
    unsigned char code[LENGTH] = {OP_PUSH, 7, OP_PUSH, 2, [LENGTH - 1] = OP_HALT};
    signed char *depth = malloc(LENGTH + 1);
    unsigned char *copy = malloc(LENGTH);
    int result = 0;
    if (depth == NULL || copy == NULL) {
        return 1;
    }
    klee_make_symbolic(code + PREFIX, UNKNOWN, "code");
    memcpy(copy, code, LENGTH);
    struct program program = {copy, LENGTH, depth};
    enum status status = verify(&program);
    if (status == OK) {
        status = run(&program, &result);
    }
    free(copy);
    free(depth);
    return (int)status;
}

// paths: 162
