// A machine with registers, a small memory and calls, in which calls of the program are calls of the interpreter.
// Planted: a program that calls itself is followed until the interpreter's own stack is full, words are loaded from any
// address, shifts are by any number of places, and one register more can be named than there are.
// cflags: -fsanitize=undefined
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 4, MEMORY = 16, DEPTH = 3, TRACE = 8192 };

enum fault { NO_FAULT, BAD_OPERATION, BAD_ADDRESS, BAD_REGISTER, BAD_SHIFT, BAD_CALL, TOO_DEEP };

struct instruction {
    char operation;
    uint8_t operand;
};

struct machine {
    const struct instruction *code;
    int length;
    uint32_t *registers; /* the first is the accumulator */
    unsigned char *memory;
    enum fault fault;
    struct instruction at_fault;
};

static int machine_init(struct machine *machine, const struct instruction *code, int length) {
    machine->code = code;
    machine->length = length;
    machine->fault = NO_FAULT;
    machine->registers = calloc(REGISTERS, sizeof *machine->registers);
    machine->memory = malloc(MEMORY);
    if (machine->registers == NULL || machine->memory == NULL) {
        return -1;
    }
    for (int i = 0; i < MEMORY; i++) {
        machine->memory[i] = (unsigned char)i;
    }
    return 0;
}

static void machine_free(struct machine *machine) {
    free(machine->registers);
    free(machine->memory);
}

static void stop(struct machine *machine, enum fault fault) {
    if (machine->fault == NO_FAULT) {
        machine->fault = fault;
    }
}

static uint32_t load_word(struct machine *machine, unsigned address) {
    if (address > MEMORY - sizeof(uint32_t)) {
        stop(machine, BAD_ADDRESS);
        return 0;
    }
#ifdef MENDED
    if (address % sizeof(uint32_t) != 0) {
        stop(machine, BAD_ADDRESS);
        return 0;
    }
#endif
    return *(const uint32_t *)(machine->memory + address); //~ error: misaligned
}

static void shift(struct machine *machine, unsigned places) {
#ifdef MENDED
    if (places >= 32) {
        stop(machine, BAD_SHIFT);
        return;
    }
#endif
    machine->registers[0] <<= places; //~ error: overshift
}

static uint32_t *register_at(struct machine *machine, unsigned number) {
#ifndef MENDED
    if (number > REGISTERS) {
#else
    if (number >= REGISTERS) {
#endif
        stop(machine, BAD_REGISTER);
        return &machine->registers[0];
    }
    return &machine->registers[number];
}

/* Runs from there to a return. Registers but the first are the caller's again afterwards. */
static void run(struct machine *machine, int at, int depth) {
    uint32_t saved[REGISTERS];
    struct instruction trace[TRACE]; /* what this call has done last */
    unsigned steps = 0;
    memcpy(saved, machine->registers, sizeof saved);
#ifdef MENDED
    if (depth > DEPTH) {
        stop(machine, TOO_DEEP);
        return;
    }
#endif
    while (at < machine->length && machine->fault == NO_FAULT) {
        struct instruction instruction = machine->code[at++];
        trace[steps++ % TRACE] = instruction;
        switch (instruction.operation) {
        case 'i':
            machine->registers[0] = instruction.operand;
            break;
        case 'l':
            machine->registers[0] += load_word(machine, instruction.operand);
            break;
        case 's':
            shift(machine, instruction.operand);
            break;
        case 'g':
            machine->registers[0] = *register_at(machine, instruction.operand); //~ error: out-of-bounds
            break;
        case 'p':
            *register_at(machine, instruction.operand) = machine->registers[0]; //~ error: out-of-bounds
            break;
        case 'c': {
            int target = 0;
            while (target < machine->length && target != instruction.operand) {
                target++;
            }
            if (target == machine->length) {
                stop(machine, BAD_CALL);
                break;
            }
            run(machine, target, depth + 1); //~ error: stack-overflow
            break;
        }
        case 'r':
            memcpy(machine->registers + 1, saved + 1, sizeof saved - sizeof saved[0]);
            return;
        default:
            stop(machine, BAD_OPERATION);
            break;
        }
    }
    if (machine->fault != NO_FAULT && steps > 0) {
        machine->at_fault = trace[(steps - 1) % TRACE];
    }
}

int main(void) {
    struct instruction code[] = {{'i', 3}, {'?', 0}, {'p', 2}, {'l', 0}, {'r', 0}};
    struct machine machine;
    klee_make_symbolic(&code[1], sizeof code[1], "second");
    klee_make_symbolic(&code[3].operand, 1, "address");
    if (machine_init(&machine, code, 5) != 0) {
        return 1;
    }
    run(&machine, 0, 0);
    if (machine.fault == NO_FAULT) {
        /* What was in the registers at the beginning is there again. */
        assert(machine.registers[1] == 0 && machine.registers[2] == 0 && machine.registers[3] == 0);
    }
    int fault = (int)machine.fault;
    machine_free(&machine);
    return fault;
}

// paths: 36
