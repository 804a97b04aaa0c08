// What std::cout prints: numbers in every base and notation, widths, fills, flags, own operators.
#include <iomanip>
#include <iostream>
#include <string>

struct Point {
    int x, y;
    friend std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ", " << p.y << ')'; }
};

int main() {
    std::cout << "text " << std::string("string") << ' ' << 'c' << ' ' << 42 << ' ' << -7L << ' ' << 3000000000u << '\n';
    std::cout << true << ' ' << std::boolalpha << true << ' ' << false << std::noboolalpha << std::endl;
    std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::uppercase << 255 << ' ' << std::oct << 8 << std::dec << std::nouppercase << std::noshowbase << '\n';
    std::cout << std::showpos << 5 << ' ' << 0 << ' ' << -5 << std::noshowpos << '\n';
    std::cout << '[' << std::setw(6) << 42 << "] [" << std::left << std::setw(6) << 42 << "] [" << std::internal << std::setw(6) << -42 << "]\n";
    std::cout << std::right << std::setfill('*') << std::setw(8) << "abc" << std::setfill(' ') << std::setw(3) << "long" << '\n';
    std::cout << 3.14159265358979 << ' ' << 1e20 << ' ' << 0.00001 << ' ' << 100.0 << ' ' << 1.0f / 3 << '\n';
    std::cout << std::fixed << std::setprecision(3) << 2.0005 << ' ' << -0.5 << ' ' << 1e6 << '\n';
    std::cout << std::scientific << 12345.678 << ' ' << std::setprecision(0) << 5.5 << '\n';
    std::cout << std::defaultfloat << std::setprecision(10) << 0.1 << ' ' << std::showpoint << 4.0 << std::noshowpoint << '\n';
    std::cout << 1.0 / 0.0 << ' ' << -1.0 / 0.0 << '\n';
    std::cout << Point{3, -4} << ' ' << static_cast<const void *>(nullptr) << ' ' << static_cast<short>(-3) << ' ' << 2.5L << '\n';
    std::ios_base::fmtflags flags = std::cout.flags();
    std::cout << std::hex << std::setw(4) << std::setfill('0') << 0xab << '\n';
    std::cout.flags(flags);
    std::cout.put('p').write("written", 5) << std::ends << std::flush << 10 << '\n';
    std::cout.width(5);
    std::cout.precision(2);
    std::cout << 1.2345 << '\n';
    std::cerr << "not compared\n";
    return std::cout.good() ? 0 : 1;
}

// paths: 1
