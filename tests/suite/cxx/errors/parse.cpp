// A parser of key=value in a string of symbolic characters; an empty value is read beyond its end.
#include <pleach.h>
#include <string>

static int parse(const std::string &text) {
    size_t equals = text.find('=');
    if (equals == std::string::npos)
        return -1;
    std::string key = text.substr(0, equals);
    std::string value = text.substr(equals + 1);
    if (key.empty())
        return -2;
    // The last character decides; there need not be one.
    return value.at(value.size() - 1) == '!' ? 1 : 0; //~ error: abort
}

int main() {
    char input[4];
    pleach_symbolic(input, sizeof input, "input");
    pleach_assume(input[3] == 0);
    pleach_assume((input[0] != 0) & (input[1] != 0) & (input[2] != 0));
    return parse(input) + 3;
}

// paths: any
