// The library's std::optional, std::variant, std::any, std::pair, std::tuple, std::reference_wrapper, std::expected-like results.
#include <any>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

struct Circle {
    int radius;
};
struct Rectangle {
    int width, height;
};
using Shape = std::variant<Circle, Rectangle, std::string>;

template <typename... F> struct Overloaded : F... {
    using F::operator()...;
};
template <typename... F> Overloaded(F...) -> Overloaded<F...>;

static std::optional<int> parse(const std::string &text) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return std::stoi(text);
}

int main() {
    printf("%d %d %d\n", parse("12").value(), parse("x").value_or(-1), parse("").has_value());
    std::optional<std::string> name = "first";
    name->append("!");
    std::optional<std::string> other = std::move(name);
    name.reset();
    printf("%s %d %d\n", other->c_str(), name.has_value(), other > name);
    std::vector<Shape> shapes{Circle{2}, Rectangle{3, 4}, std::string("blob"), Circle{1}};
    shapes[3] = std::string("changed into a text that is long");
    for (const Shape &shape : shapes) {
        int area = std::visit(Overloaded{[](const Circle &c) { return 3 * c.radius * c.radius; },
                                         [](const Rectangle &r) { return r.width * r.height; },
                                         [](const std::string &s) { return static_cast<int>(s.size()); }},
                              shape);
        printf("%zu:%d ", shape.index(), area);
    }
    printf("\n%d %d\n", std::holds_alternative<Circle>(shapes[0]), std::get_if<Circle>(&shapes[1]) == nullptr);
    std::any any = 5;
    any = std::string("any");
    printf("%s %d\n", std::any_cast<std::string &>(any).c_str(), std::any_cast<int>(&any) == nullptr);
    auto tuple = std::make_tuple(1, 2.5, std::string("three"));
    auto [i, d, s] = tuple;
    std::get<0>(tuple) = 10;
    printf("%d %.1f %s %d\n", i, d, s.c_str(), std::get<int>(tuple));
    printf("%d %d\n", std::tuple(1, 2) < std::tuple(1, 3), std::pair(2, 'a') == std::pair(2, 'a'));
    int number = 1;
    std::vector<std::reference_wrapper<int>> references{number, number};
    references[0].get() = 8;
    int x, y;
    std::tie(x, y) = std::pair(3, 4);
    printf("%d %d %d\n", number, x, y);
    auto sum = std::apply([](int a, double b, const std::string &c) { return a + b + c.size(); }, tuple);
    printf("%.1f\n", sum);
    return 0;
}

// paths: 1
