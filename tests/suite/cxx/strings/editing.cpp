// With std::string: short and long ones, edited in every way.
// cflags: -std=c++20
#include <cstdio>
#include <string>

int main() {
    std::string text = "short";
    printf("%zu %zu\n", text.size(), text.capacity());
    text += ", then longer than fits into the object itself";
    printf("%s %zu\n", text.c_str(), text.size());
    text.insert(5, " text");
    text.replace(text.find("then"), 4, "and");
    text.erase(0, 6);
    printf("%s\n", text.c_str());
    printf("%zu %zu %zu %d\n", text.find("long"), text.rfind('t'), text.find_first_of("xyz"), text.find("none") == std::string::npos);
    printf("%zu %zu\n", text.find_first_not_of("tex"), text.find_last_not_of("fles"));
    printf("%s|%s\n", text.substr(5, 8).c_str(), text.substr(text.size() - 4).c_str());
    printf("%d %d %d\n", text.compare("text") > 0, text < "tezt", std::string("abc") == "abc");
    std::string copy = text;
    copy[0] = 'T';
    copy.push_back('!');
    copy.resize(20, '.');
    copy.append(3, '-').append("xyz", 2).append(text, 0, 4);
    printf("%s\n%c %c %c\n", copy.c_str(), copy.front(), copy.back(), text[0]);
    copy.assign(5, 'z');
    copy.pop_back();
    copy.shrink_to_fit();
    std::swap(copy, text);
    printf("%s %zu\n", text.c_str(), copy.size());
    text.clear();
    printf("%d [%s]\n", text.empty(), text.c_str());
    std::string zeros("a\0b", 3);
    printf("%zu %d\n", zeros.size(), zeros[1]);
    std::string joined;
    for (int i = 0; i < 30; i++)
        joined += std::to_string(i * i) + (i % 2 ? ";" : ",");
    printf("%s\n", joined.c_str());
    printf("%d %d\n", joined.starts_with("0,1;"), joined.ends_with("841;"));
    std::string reversed(joined.rbegin(), joined.rend());
    printf("%.10s\n", reversed.c_str());
    return 0;
}

// paths: 1
