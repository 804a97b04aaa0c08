// Tables on a stream, own manipulators, own stream buffers, locales with groups of digits.
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <streambuf>
#include <string>

class Shouting : public std::streambuf {
    std::streambuf *to;

protected:
    int overflow(int c) override { return c == EOF ? 0 : to->sputc(static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c)); }

public:
    explicit Shouting(std::streambuf *t) : to(t) {}
};

struct Groups : std::numpunct<char> {
    char do_thousands_sep() const override { return '\''; }
    std::string do_grouping() const override { return "\3"; }
    std::string do_truename() const override { return "yes"; }
};

static std::ostream &rule(std::ostream &out) { return out << std::string(20, '-') << '\n'; }

struct Money {
    long cents;
};
static std::ostream &operator<<(std::ostream &out, Money money) {
    std::ostringstream text;
    text << money.cents / 100 << '.' << std::setw(2) << std::setfill('0') << money.cents % 100;
    return out << text.str();
}

int main() {
    std::cout << rule;
    for (auto [name, cents] : {std::pair<const char *, long>("tea", 250), {"biscuits", 1999}, {"jam", 5}})
        std::cout << std::left << std::setw(12) << std::setfill('.') << name << std::right << std::setw(8) << Money{cents} << '\n';
    std::cout << rule;
    Shouting shouting(std::cout.rdbuf());
    std::ostream loud(&shouting);
    loud << "quiet words " << 42 << std::endl;
    std::ostringstream grouped;
    grouped.imbue(std::locale(std::locale::classic(), new Groups));
    grouped << 1234567 << ' ' << 999 << ' ' << std::boolalpha << true << ' ' << -1000;
    std::cout << grouped.str() << '\n';
    std::streambuf *before = std::cout.rdbuf();
    std::ostringstream captured;
    std::cout.rdbuf(captured.rdbuf());
    std::cout << "captured";
    std::cout.rdbuf(before);
    std::cout << captured.str().size() << ' ' << std::locale().name() << '\n';
    std::cout << std::hex << std::setiosflags(std::ios::showbase) << 31 << std::resetiosflags(std::ios::showbase) << ' ' << std::setbase(8) << 31 << '\n';
    return 0;
}

// paths: 1
