// The exceptions that the language and its library throw themselves.
#include <any>
#include <bitset>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>

struct Polymorphic {
    virtual ~Polymorphic() {}
};
struct Derived : Polymorphic {};

template <typename Action> static void attempt(const char *what, Action action) {
    try {
        action();
        printf("%s: nothing\n", what);
    } catch (const std::exception &error) {
        printf("%s: %s\n", what, error.what());
    }
}

int main() {
    std::vector<int> vector(3);
    std::string text = "abc";
    std::map<int, int> map{{1, 2}};
    attempt("vector::at", [&] { vector.at(3); });
    attempt("vector::reserve", [&] { vector.reserve(static_cast<size_t>(-1)); });
    attempt("string::at", [&] { text.at(7); });
    attempt("string::substr", [&] { text.substr(4); });
    attempt("string::erase", [&] { text.erase(9, 1); });
    attempt("map::at", [&] { map.at(2); });
    attempt("map::at", [&] { map.at(1); });
    attempt("stoi", [&] { std::stoi("x"); });
    attempt("stoi", [&] { std::stoi("99999999999"); });
    attempt("bitset", [&] { std::bitset<4>("01a1"); });
    attempt("optional", [&] { std::optional<int>().value(); });
    attempt("variant", [&] { std::get<int>(std::variant<int, char>('x')); });
    attempt("any", [&] { std::any_cast<int>(std::any(2.5)); });
    attempt("function", [&] { std::function<void()>()(); });
    attempt("weak_ptr", [&] { std::shared_ptr<int> p{std::weak_ptr<int>()}; });
    attempt("new", [&] { ::operator delete(::operator new(size_t(1) << 62)); });
    Polymorphic plain;
    attempt("dynamic_cast", [&] { dynamic_cast<Derived &>(plain); });
    Polymorphic *null = nullptr;
    attempt("typeid", [&] { (void)typeid(*null).name(); });
    return 0;
}

// paths: 1
