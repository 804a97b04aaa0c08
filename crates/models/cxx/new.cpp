// operator new and operator delete in all their forms. Objects remember which form made them, so that one that gives them back by another
// form is told.

#include <new>

// Of the executor: null where there is no room.
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

static void *allocate_or_null(std::size_t size, std::size_t align, bool array) noexcept {
    try {
        return allocate(size, align, array);
    } catch (...) {
        return nullptr;
    }
}

using std::align_val_t;
using std::nothrow_t;
using std::size_t;

static const size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

void *operator new(size_t size) { return allocate(size, usual, false); }
void *operator new[](size_t size) { return allocate(size, usual, true); }
void *operator new(size_t size, align_val_t align) { return allocate(size, size_t(align), false); }
void *operator new[](size_t size, align_val_t align) { return allocate(size, size_t(align), true); }
void *operator new(size_t size, const nothrow_t &) noexcept { return allocate_or_null(size, usual, false); }
void *operator new[](size_t size, const nothrow_t &) noexcept { return allocate_or_null(size, usual, true); }
void *operator new(size_t size, align_val_t align, const nothrow_t &) noexcept {
    return allocate_or_null(size, size_t(align), false);
}
void *operator new[](size_t size, align_val_t align, const nothrow_t &) noexcept {
    return allocate_or_null(size, size_t(align), true);
}

void operator delete(void *object) noexcept { pleach_delete(object, false); }
void operator delete[](void *object) noexcept { pleach_delete(object, true); }
void operator delete(void *object, size_t) noexcept { pleach_delete(object, false); }
void operator delete[](void *object, size_t) noexcept { pleach_delete(object, true); }
void operator delete(void *object, align_val_t) noexcept { pleach_delete(object, false); }
void operator delete[](void *object, align_val_t) noexcept { pleach_delete(object, true); }
void operator delete(void *object, size_t, align_val_t) noexcept { pleach_delete(object, false); }
void operator delete[](void *object, size_t, align_val_t) noexcept { pleach_delete(object, true); }
void operator delete(void *object, const nothrow_t &) noexcept { pleach_delete(object, false); }
void operator delete[](void *object, const nothrow_t &) noexcept { pleach_delete(object, true); }
void operator delete(void *object, align_val_t, const nothrow_t &) noexcept { pleach_delete(object, false); }
void operator delete[](void *object, align_val_t, const nothrow_t &) noexcept { pleach_delete(object, true); }
