// operator new and operator delete in all their forms. Objects remember which form made them, so that freeing one by another form is
// reported.

#include <new>

// Functions of the executor: null if there is no memory.
extern "C" void *pleach_new(unsigned long size, unsigned long align, bool array);
extern "C" void pleach_delete(void *object, bool array);

static std::new_handler handler;

namespace std {

const nothrow_t nothrow{};

new_handler set_new_handler(new_handler next) noexcept {
    new_handler old = handler;
    handler = next;
    return old;
}

new_handler get_new_handler() noexcept { return handler; }

} // namespace std

static void *allocate(std::size_t size, std::size_t align, bool array) {
    for (;;) {
        if (void *object = pleach_new(size, align, array))
            return object;
        if (handler == nullptr)
            throw std::bad_alloc();
        handler();
    }
}

using std::align_val_t;
using std::nothrow_t;
using std::size_t;

static const size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

// A program may replace any of these. The forms that call a replaced one then use the replacement.
#define WEAK __attribute__((weak))

extern "C" void *pleach_plain_new(size_t size) { return allocate(size, usual, false); }
extern "C" void pleach_plain_delete(void *object) noexcept { pleach_delete(object, false); }
WEAK __attribute__((alias("pleach_plain_new"))) void *operator new(size_t size);
WEAK __attribute__((alias("pleach_plain_delete"))) void operator delete(void *object) noexcept;

static bool has_own_new() { return static_cast<void *(*)(size_t)>(&operator new) != pleach_plain_new; }
static bool has_own_delete() { return static_cast<void (*)(void *)>(&operator delete) != pleach_plain_delete; }

WEAK void *operator new[](size_t size) { return has_own_new() ? operator new(size) : allocate(size, usual, true); }
WEAK void operator delete[](void *object) noexcept {
    if (has_own_delete())
        operator delete(object);
    else
        pleach_delete(object, true);
}

WEAK void *operator new(size_t size, align_val_t align) { return allocate(size, size_t(align), false); }
WEAK void *operator new[](size_t size, align_val_t align) { return allocate(size, size_t(align), true); }
WEAK void operator delete(void *object, align_val_t) noexcept { pleach_delete(object, false); }
WEAK void operator delete[](void *object, align_val_t) noexcept { pleach_delete(object, true); }

WEAK void operator delete(void *object, size_t) noexcept { operator delete(object); }
WEAK void operator delete[](void *object, size_t) noexcept { operator delete[](object); }
WEAK void operator delete(void *object, size_t, align_val_t align) noexcept { operator delete(object, align); }
WEAK void operator delete[](void *object, size_t, align_val_t align) noexcept { operator delete[](object, align); }
WEAK void operator delete(void *object, const nothrow_t &) noexcept { operator delete(object); }
WEAK void operator delete[](void *object, const nothrow_t &) noexcept { operator delete[](object); }
WEAK void operator delete(void *object, align_val_t align, const nothrow_t &) noexcept { operator delete(object, align); }
WEAK void operator delete[](void *object, align_val_t align, const nothrow_t &) noexcept {
    operator delete[](object, align);
}

#define OR_NULL(EXPRESSION)                                                                                            \
    try {                                                                                                              \
        return EXPRESSION;                                                                                             \
    } catch (...) {                                                                                                    \
        return nullptr;                                                                                                \
    }

WEAK void *operator new(size_t size, const nothrow_t &) noexcept { OR_NULL(operator new(size)) }
WEAK void *operator new[](size_t size, const nothrow_t &) noexcept { OR_NULL(operator new[](size)) }
WEAK void *operator new(size_t size, align_val_t align, const nothrow_t &) noexcept {
    OR_NULL(operator new(size, align))
}
WEAK void *operator new[](size_t size, align_val_t align, const nothrow_t &) noexcept {
    OR_NULL(operator new[](size, align))
}
