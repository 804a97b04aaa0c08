// std::error_code's categories, std::system_error, and the exception of streams.

#include <cerrno>
#include <cstring>
#include <ios>
#include <string>
#include <system_error>

namespace std {

error_category::~error_category() {}

error_condition error_category::default_error_condition(int number) const noexcept {
    return error_condition(number, *this);
}

bool error_category::equivalent(int number, const error_condition &condition) const noexcept {
    return default_error_condition(number) == condition;
}

bool error_category::equivalent(const error_code &code, int number) const noexcept {
    return *this == code.category() && code.value() == number;
}

__cow_string error_category::_M_message(int number) const { return message(number); }

namespace {

struct Generic : error_category {
    const char *name() const noexcept override { return "generic"; }
    string message(int number) const override { return strerror(number); }
};

struct System : error_category {
    const char *name() const noexcept override { return "system"; }
    string message(int number) const override { return strerror(number); }
    error_condition default_error_condition(int number) const noexcept override {
        return error_condition(number, generic_category());
    }
};

struct Stream : error_category {
    const char *name() const noexcept override { return "iostream"; }
    string message(int number) const override {
        return number == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error";
    }
};

} // namespace

inline namespace _V2 {

const error_category &generic_category() noexcept {
    static const Generic it;
    return it;
}

const error_category &system_category() noexcept {
    static const System it;
    return it;
}

} // namespace _V2

const error_category &iostream_category() noexcept {
    static const Stream it;
    return it;
}

error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}

system_error::~system_error() noexcept {}

void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() throw() {}
const char *ios_base::failure::what() const throw() { return runtime_error::what(); }

void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int number) {
    throw ios_base::failure(text, number != 0 ? error_code(number, system_category()) : io_errc::stream);
}

} // namespace std
