// With std::string_view: cutting a text into words and pairs without copying.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace std::literals;

static std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (;;) {
        size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

static std::string_view trim(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

int main() {
    std::string settings = "name = pleach; size=12 ;; empty = ;last";
    std::map<std::string_view, std::string_view> pairs;
    for (std::string_view part : split(settings, ';')) {
        auto sides = split(part, '=');
        if (sides.size() == 2)
            pairs[trim(sides[0])] = trim(sides[1]);
        else
            printf("no pair: [%.*s]\n", static_cast<int>(part.size()), part.data());
    }
    for (auto [key, value] : pairs)
        printf("%.*s -> %.*s\n", static_cast<int>(key.size()), key.data(), static_cast<int>(value.size()), value.data());
    printf("%d %d %zu\n", "abc"sv < "abd"sv, "abc"sv == "abc"s, "hello"sv.find_last_of("el"));
    return 0;
}

// paths: 1
