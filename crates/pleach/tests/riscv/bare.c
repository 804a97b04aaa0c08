/* Just enough to start and end a program for 64-bit RISC-V Linux without a C library. What the program calls of KLEE's
 * functions is known by its symbol and needs no code. */
__asm__(".globl _start\n"
        "_start:\n"
        ".option push\n"
        ".option norelax\n"
        "lla gp, __global_pointer$\n"
        ".option pop\n"
        "call main\n"
        "li a7, 93\n"
        "ecall\n");

#define KNOWN __attribute__((noinline, noclone, used))

KNOWN void klee_make_symbolic(void *address, unsigned long size, const char *name) {
    __asm__ volatile("" : : "r"(address), "r"(size), "r"(name) : "memory");
}

KNOWN void klee_assume(unsigned long condition) {
    __asm__ volatile("" : : "r"(condition));
}

KNOWN void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    __asm__ volatile("" : : "r"(expression), "r"(file), "r"(line), "r"(function));
    __builtin_trap();
}

KNOWN void reach_error(void) {
    __builtin_trap();
}

long system_call(long number, long a, long b, long c, long d) {
    register long a7 __asm__("a7") = number;
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    register long a3 __asm__("a3") = d;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2), "r"(a3) : "memory");
    return a0;
}

void *memset(void *address, int byte, unsigned long size) {
    for (unsigned long i = 0; i < size; i++)
        ((volatile char *)address)[i] = (char)byte;
    return address;
}

void *memcpy(void *to, const void *from, unsigned long size) {
    for (unsigned long i = 0; i < size; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
