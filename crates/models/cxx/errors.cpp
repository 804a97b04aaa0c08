// The exceptions of the standard library, and the functions by which its headers throw them. An exception's text is shared by its copies,
// as copying one must not throw.

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <ios>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

namespace std {

// The number of exceptions that share a text, followed by the text.
__cow_string::__cow_string(const char *text, size_t length) {
    long *shared = static_cast<long *>(operator new(sizeof(long) + length + 1));
    *shared = 1;
    char *copy = reinterpret_cast<char *>(shared + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    _M_p = copy;
}

__cow_string::__cow_string() : __cow_string("", 0) {}
__cow_string::__cow_string(const string &text) : __cow_string(text.data(), text.size()) {}

static long *count_of(const char *text) { return reinterpret_cast<long *>(const_cast<char *>(text)) - 1; }

__cow_string::__cow_string(const __cow_string &other) noexcept {
    _M_p = other._M_p;
    ++*count_of(_M_p);
}

__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
    ++*count_of(other._M_p);
    this->~__cow_string();
    _M_p = other._M_p;
    return *this;
}

__cow_string::__cow_string(__cow_string &&other) noexcept : __cow_string(static_cast<const __cow_string &>(other)) {}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
    return *this = static_cast<const __cow_string &>(other);
}

__cow_string::~__cow_string() {
    if (--*count_of(_M_p) == 0)
        operator delete(count_of(_M_p));
}

#define TEXTUAL(NAME)                                                                                                  \
    NAME::NAME(const string &text) : _M_msg(text) {}                                                                   \
    NAME::NAME(const char *text) : _M_msg(text, strlen(text)) {}                                                       \
    NAME::NAME(const NAME &other) noexcept : exception(other), _M_msg(other._M_msg) {}                                 \
    NAME::NAME(NAME &&other) noexcept : exception(other), _M_msg(other._M_msg) {}                                      \
    NAME &NAME::operator=(const NAME &other) noexcept {                                                                \
        _M_msg = other._M_msg;                                                                                         \
        return *this;                                                                                                  \
    }                                                                                                                  \
    NAME &NAME::operator=(NAME &&other) noexcept {                                                                     \
        _M_msg = other._M_msg;                                                                                         \
        return *this;                                                                                                  \
    }                                                                                                                  \
    NAME::~NAME() noexcept {}                                                                                          \
    const char *NAME::what() const noexcept { return _M_msg._M_p; }

#define DERIVED(NAME, BASE)                                                                                            \
    NAME::NAME(const string &text) : BASE(text) {}                                                                     \
    NAME::NAME(const char *text) : BASE(text) {}                                                                       \
    NAME::~NAME() noexcept {}

TEXTUAL(logic_error)
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
TEXTUAL(runtime_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

#define NAMED(NAME, TEXT)                                                                                              \
    NAME::~NAME() noexcept {}                                                                                          \
    const char *NAME::what() const noexcept { return TEXT; }

NAMED(bad_alloc, "std::bad_alloc")
NAMED(bad_array_new_length, "std::bad_array_new_length")
NAMED(bad_cast, "std::bad_cast")
NAMED(bad_typeid, "std::bad_typeid")
NAMED(bad_function_call, "bad_function_call")
NAMED(bad_weak_ptr, "bad_weak_ptr")

nested_exception::~nested_exception() noexcept {}

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throw out_of_range(text);
}

} // namespace std

// Compilers call these for a failed cast of a reference, a typeid of null, or an invalid size of an array.
extern "C" void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" void __cxa_bad_typeid() { throw std::bad_typeid(); }
extern "C" void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
extern "C" void __cxa_throw_bad_array_length() { throw std::bad_array_new_length(); }

// std::exception_ptr holds a thrown object; see exceptions.cpp.
extern "C" void *pleach_current_exception() noexcept;
extern "C" void pleach_hold_exception(void *object) noexcept;
extern "C" void pleach_drop_exception(void *object) noexcept;
extern "C" void pleach_rethrow_exception(void *object) __attribute__((noreturn));

namespace std {
namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
    if (_M_exception_object != nullptr)
        pleach_hold_exception(_M_exception_object);
}
void exception_ptr::_M_release() noexcept {
    if (_M_exception_object != nullptr)
        pleach_drop_exception(_M_exception_object);
    _M_exception_object = nullptr;
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }

} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
    // The pointer that a constructor takes is the object itself.
    void *object = pleach_current_exception();
    exception_ptr held;
    if (object != nullptr) {
        pleach_hold_exception(object);
        memcpy(static_cast<void *>(&held), &object, sizeof object);
    }
    return held;
}

void rethrow_exception(exception_ptr held) {
    void *object;
    memcpy(&object, static_cast<void *>(&held), sizeof object);
    pleach_rethrow_exception(object);
}

} // namespace std
