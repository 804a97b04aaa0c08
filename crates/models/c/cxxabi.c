// What compilers call for C++: initialisation of static variables in functions, and calls of functions that are not there.

void abort(void);

int __cxa_guard_acquire(unsigned char *guard) {
    return guard[0] == 0;
}

void __cxa_guard_release(unsigned char *guard) {
    guard[0] = 1;
}

void __cxa_guard_abort(unsigned char *guard) {
    guard[0] = 0;
}

void __cxa_pure_virtual(void) {
    abort();
}

void __cxa_deleted_virtual(void) {
    abort();
}
