// Throwing and catching after the Itanium C++ ABI, level II. A throw searches the callers for the first landing pad with a handler,
// as the search phase of an unwinder does. Only then destructors run, landing pad by landing pad, on the way there. An exception
// that nobody catches ends the program where it is thrown. front_llvm's exception.rs describes the data of landing pads.

extern "C" void *malloc(unsigned long);
extern "C" void free(void *);
extern "C" void *memset(void *, int, unsigned long);
extern "C" void abort(void) __attribute__((noreturn));

// Functions of the executor.
extern "C" unsigned long pleach_landing_depth(unsigned long from);
extern "C" const struct Entry *pleach_landing_pad(unsigned long depth);
extern "C" void pleach_unwind(unsigned long depth, void *exception, int selector) __attribute__((noreturn));
extern "C" void pleach_terminate(const char *why, const char *type, const char *what) __attribute__((noreturn));

namespace std {

class type_info {
public:
    virtual ~type_info();
    virtual bool __is_pointer_p() const;
    virtual bool __is_function_p() const;
    virtual bool __do_catch(const type_info *thrown, void **object, unsigned outer) const;
    const char *__name;
};

class exception {
public:
    virtual ~exception() noexcept;
    virtual const char *what() const noexcept;
};

class bad_exception : public exception {
public:
    ~bad_exception() noexcept override;
    const char *what() const noexcept override;
};

typedef void (*terminate_handler)();
typedef void (*unexpected_handler)();
void terminate() noexcept __attribute__((noreturn));

} // namespace std

using std::type_info;

// The data of a landing pad.
struct Entry {
    int kind;
    int selector;
    const type_info *type;
};

namespace {

// The header before a thrown object.
struct Object {
    void (*destroy)(void *);
    const type_info *type;
    // The count of throws under way, running handlers, and std::exception_ptrs that refer to it.
    long users;
    long padding;
};

// One throw of an object. Landing pads get a pointer to this.
struct Throw {
    // The next one in the list of running handlers, the innermost first.
    Throw *next;
    void *object;
    // The object as the handler's type, or the pointer that was thrown.
    void *adjusted;
    // The number of handlers that hold it; negative if the innermost has thrown it again.
    int handlers;
    int selector;
    // The type that an exception specification refused.
    bool unexpected;
};

enum Kind { END, CLEANUP, HANDLER, FILTER, FILTERED };

const unsigned long NOWHERE = ~0ul;

thread_local Throw *caught;
thread_local unsigned uncaught;

std::terminate_handler on_terminate;
std::unexpected_handler on_unexpected;

Object *header(void *object) { return static_cast<Object *>(object) - 1; }

void drop(void *object) {
    Object *it = header(object);
    if (--it->users > 0)
        return;
    if (it->destroy != nullptr)
        it->destroy(object);
    free(it);
}

bool takes(const type_info *handler, Throw *thrown) {
    const type_info *type = header(thrown->object)->type;
    void *object = thrown->object;
    if (type->__is_pointer_p())
        object = *static_cast<void **>(object);
    if (handler != nullptr && !handler->__do_catch(type, &object, 1))
        return false;
    thrown->adjusted = object;
    return true;
}

// Whether a landing pad handles the exception. If not, `cleans` says whether it has destructors to run.
bool keeps(const Entry *entry, Throw *thrown, int &selector, bool &cleans) {
    cleans = false;
    for (; entry->kind != END; entry++) {
        switch (entry->kind) {
        case CLEANUP:
            cleans = true;
            break;
        case HANDLER:
            if (takes(entry->type, thrown)) {
                selector = entry->selector;
                return true;
            }
            break;
        case FILTER: {
            unsigned long count = reinterpret_cast<unsigned long>(entry->type);
            bool passes = false;
            for (unsigned long i = 1; i <= count; i++)
                passes = passes || takes(entry[i].type, thrown);
            if (!passes) {
                selector = entry->selector;
                thrown->adjusted = thrown->object;
                return true;
            }
            entry += count;
            break;
        }
        }
    }
    return false;
}

__attribute__((noreturn)) void end(Throw *thrown) {
    if (on_terminate != nullptr) {
        thrown->handlers = thrown->handlers < 0 ? -thrown->handlers + 1 : thrown->handlers + 1;
        if (caught != thrown) {
            thrown->next = caught;
            caught = thrown;
        }
        std::terminate();
    }
    const type_info *type = header(thrown->object)->type;
    const type_info &base = typeid(std::exception);
    void *object = thrown->object;
    const char *what = nullptr;
    if (!type->__is_pointer_p() && base.__do_catch(type, &object, 1))
        what = static_cast<std::exception *>(object)->what();
    pleach_terminate("uncaught exception", type->__name, what);
}

// Goes to the next landing pad. Depth 0 is the caller of the function that asks the executor: so only this function asks.
__attribute__((noreturn, noinline)) void raise(Throw *thrown) {
    int selector = 0;
    bool cleans = false;
    unsigned long handler = pleach_landing_depth(0);
    while (handler != NOWHERE && !keeps(pleach_landing_pad(handler), thrown, selector, cleans))
        handler = pleach_landing_depth(handler + 1);
    if (handler == NOWHERE)
        end(thrown);
    void *adjusted = thrown->adjusted;
    unsigned long depth = pleach_landing_depth(0);
    while (depth != handler) {
        int ignored = 0;
        keeps(pleach_landing_pad(depth), thrown, ignored, cleans);
        if (cleans) {
            thrown->adjusted = adjusted;
            pleach_unwind(depth, thrown, 0);
        }
        depth = pleach_landing_depth(depth + 1);
    }
    thrown->adjusted = adjusted;
    thrown->selector = selector;
    pleach_unwind(handler, thrown, selector);
}

Throw *new_throw(void *object) {
    Throw *thrown = static_cast<Throw *>(malloc(sizeof(Throw)));
    memset(thrown, 0, sizeof *thrown);
    thrown->object = object;
    return thrown;
}

void forget(Throw *thrown) {
    drop(thrown->object);
    free(thrown);
}

} // namespace

extern "C" {

void *__cxa_allocate_exception(unsigned long size) noexcept {
    Object *it = static_cast<Object *>(malloc(sizeof(Object) + size));
    memset(it, 0, sizeof *it);
    return it + 1;
}

void __cxa_free_exception(void *object) noexcept { free(header(object)); }

void *__cxa_init_primary_exception(void *object, type_info *type, void (*destroy)(void *)) noexcept {
    header(object)->type = type;
    header(object)->destroy = destroy;
    return object;
}

void __cxa_throw(void *object, type_info *type, void (*destroy)(void *)) {
    header(object)->type = type;
    header(object)->destroy = destroy;
    header(object)->users = 1;
    uncaught++;
    raise(new_throw(object));
}

void _Unwind_Resume(void *exception) { raise(static_cast<Throw *>(exception)); }
void _Unwind_Resume_or_Rethrow(void *exception) { raise(static_cast<Throw *>(exception)); }
void _Unwind_DeleteException(void *exception) { forget(static_cast<Throw *>(exception)); }

// The executor knows the handlers of landing pads and never calls this.
int __gxx_personality_v0(...) { abort(); }

void *__cxa_get_exception_ptr(void *exception) noexcept { return static_cast<Throw *>(exception)->adjusted; }

void *__cxa_begin_catch(void *exception) noexcept {
    Throw *thrown = static_cast<Throw *>(exception);
    // If a handler throws it again, it stays in the list of caught exceptions.
    if (thrown->handlers < 0) {
        thrown->handlers = -thrown->handlers + 1;
    } else {
        thrown->handlers++;
    }
    uncaught--;
    if (caught != thrown) {
        thrown->next = caught;
        caught = thrown;
    }
    return thrown->adjusted;
}

void __cxa_end_catch(void) {
    Throw *thrown = caught;
    if (thrown == nullptr)
        return;
    if (thrown->handlers < 0) {
        // Its last handler has thrown it again: it is under way, and no longer caught.
        if (++thrown->handlers == 0)
            caught = thrown->next;
    } else if (--thrown->handlers == 0) {
        caught = thrown->next;
        forget(thrown);
    }
}

void __cxa_rethrow(void) {
    Throw *thrown = caught;
    if (thrown == nullptr)
        std::terminate();
    thrown->handlers = -thrown->handlers;
    uncaught++;
    raise(thrown);
}

void __cxa_call_terminate(void *exception) noexcept {
    if (exception != nullptr)
        __cxa_begin_catch(exception);
    std::terminate();
}

type_info *__cxa_current_exception_type(void) noexcept {
    return caught == nullptr ? nullptr : const_cast<type_info *>(header(caught->object)->type);
}

// The functions behind std::exception_ptr, which refers to the object, not to the throw.
void *pleach_current_exception(void) noexcept { return caught == nullptr ? nullptr : caught->object; }
void pleach_hold_exception(void *object) noexcept { header(object)->users++; }
void pleach_drop_exception(void *object) noexcept { drop(object); }

void pleach_rethrow_exception(void *object) {
    header(object)->users++;
    uncaught++;
    raise(new_throw(object));
}

unsigned pleach_uncaught_exceptions(void) noexcept { return uncaught; }

// Called if a function throws what its exception specification does not allow.
void __cxa_call_unexpected(void *exception) {
    __cxa_begin_catch(exception);
    if (on_unexpected != nullptr)
        on_unexpected();
    Throw *thrown = caught;
    pleach_terminate("exception that the function does not list", header(thrown->object)->type->__name, nullptr);
}

void __cxa_pure_virtual(void) { pleach_terminate("call of a pure virtual function", nullptr, nullptr); }
void __cxa_deleted_virtual(void) { pleach_terminate("call of a deleted virtual function", nullptr, nullptr); }

} // extern "C"

namespace std {

terminate_handler set_terminate(terminate_handler handler) noexcept {
    terminate_handler old = on_terminate;
    on_terminate = handler;
    return old;
}

terminate_handler get_terminate() noexcept { return on_terminate; }

unexpected_handler set_unexpected(unexpected_handler handler) noexcept {
    unexpected_handler old = on_unexpected;
    on_unexpected = handler;
    return old;
}

unexpected_handler get_unexpected() noexcept { return on_unexpected; }

void terminate() noexcept {
    terminate_handler handler = on_terminate;
    if (handler != nullptr) {
        on_terminate = nullptr;
        handler();
        pleach_terminate("a handler of std::terminate returned", nullptr, nullptr);
    }
    if (caught == nullptr)
        pleach_terminate("std::terminate is called", nullptr, nullptr);
    const type_info *type = header(caught->object)->type;
    const type_info &base = typeid(std::exception);
    void *object = caught->object;
    const char *what = nullptr;
    if (!type->__is_pointer_p() && base.__do_catch(type, &object, 1))
        what = static_cast<std::exception *>(object)->what();
    pleach_terminate("std::terminate is called for an exception", type->__name, what);
}

void unexpected() {
    if (on_unexpected != nullptr)
        on_unexpected();
    terminate();
}

int uncaught_exceptions() noexcept { return static_cast<int>(uncaught); }
bool uncaught_exception() noexcept { return uncaught > 0; }

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }

} // namespace std
