// Static variables of functions, which are initialised when control first reaches them. There is one thread.

extern "C" {

void pleach_terminate(const char *why, const char *type, const char *what) __attribute__((noreturn));

// The second byte says that the initialisation is under way.
int __cxa_guard_acquire(unsigned char *guard) {
    if (guard[0] != 0)
        return 0;
    if (guard[1] != 0)
        pleach_terminate("the initialisation of a variable needs the variable itself", nullptr, nullptr);
    guard[1] = 1;
    return 1;
}

void __cxa_guard_release(unsigned char *guard) {
    guard[0] = 1;
    guard[1] = 0;
}

void __cxa_guard_abort(unsigned char *guard) { guard[1] = 0; }

} // extern "C"
