// A view outlives its string, and a lambda its variable.
#include <functional>
#include <pleach.h>
#include <string>
#include <string_view>

static std::string_view name(bool quick) {
    std::string text = "a text that is too long for the object itself";
    if (quick)
        return "quick";
    return text;
}

static std::function<int()> counter() {
    int count = 5;
    return [&count] { return ++count; }; //~ error: use-after-return
}

int main() {
    int which = pleach_int("which");
    if (which == 1)
        return name(false)[0] == 'a'; //~ error: use-after-free
    if (which == 2)
        return counter()();
    return name(true)[0] == 'q';
}

// paths: 3
