// Reading from strings: numbers, words, lines, characters, what stays after an error.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main() {
    std::istringstream in("12 -5 3.75 word 0x1f  next line\nsecond line\n\nlast");
    int a = 0, b = 0;
    double d = 0;
    std::string word, line;
    in >> a >> b >> d >> word;
    std::cout << a << ' ' << b << ' ' << d << ' ' << word << '\n';
    int hex = 0;
    in >> std::hex >> hex >> std::dec;
    std::cout << hex << ' ' << in.tellg() << '\n';
    in >> std::ws;
    while (std::getline(in, line))
        std::cout << '[' << line << "]\n";
    std::cout << in.eof() << in.fail() << in.bad() << '\n';
    in.clear();
    in.seekg(3);
    in >> b;
    std::cout << b << '\n';
    std::istringstream bad("12x 99999999999 7");
    int n = 0;
    bad >> n;
    std::cout << n << ' ' << bad.good() << ' ' << static_cast<char>(bad.peek()) << '\n';
    bad >> n;
    std::cout << n << ' ' << bad.fail() << '\n';
    bad.clear();
    bad.ignore(10, ' ');
    bad >> n;
    std::cout << n << ' ' << bad.fail() << '\n';
    bad.clear();
    bad >> n;
    std::cout << n << '\n';
    std::istringstream chars("ab c\td");
    char c;
    while (chars >> c)
        std::cout << c << '.';
    chars.clear();
    chars.seekg(0);
    while (chars.get(c))
        std::cout << static_cast<int>(c) << ' ';
    std::cout << '\n';
    char buffer[6];
    std::istringstream lines("abcdefgh\nxyz\n");
    lines.getline(buffer, sizeof buffer);
    std::cout << buffer << ' ' << lines.fail() << ' ' << lines.gcount() << '\n';
    lines.clear();
    lines.getline(buffer, sizeof buffer);
    std::cout << buffer << '\n';
    lines >> std::setw(3) >> buffer;
    std::cout << buffer << '\n';
    bool flag = false;
    std::istringstream("1") >> flag;
    std::cout << flag;
    std::istringstream("true") >> std::boolalpha >> flag;
    std::cout << flag << '\n';
    return 0;
}

// paths: 1
