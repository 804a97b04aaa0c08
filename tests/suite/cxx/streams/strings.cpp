// String streams in both directions, copied formats, exceptions of streams, moved streams.
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static std::string joined(const std::vector<int> &numbers) {
    std::ostringstream out;
    for (size_t i = 0; i < numbers.size(); i++)
        out << (i ? ", " : "") << numbers[i];
    return out.str();
}

int main() {
    std::stringstream both;
    both << 1 << ' ' << 2.5 << ' ' << "three";
    int one;
    double two;
    std::string three;
    both >> one >> two >> three;
    std::cout << one << two << three << ' ' << both.eof() << '\n';
    std::cout << joined({1, 2, 3}) << '\n';
    std::ostringstream out("start");
    out << "X";
    std::cout << out.str() << '\n';
    out.str("");
    out << std::string(100, '=') << 1;
    std::cout << out.str().size() << ' ' << out.tellp() << '\n';
    std::ostringstream at_end("begin ", std::ios::ate);
    at_end << "end";
    std::cout << at_end.str() << '\n';
    std::istringstream numbers("4 8 15 16 23 42");
    std::vector<int> read{std::istream_iterator<int>(numbers), std::istream_iterator<int>()};
    std::copy(read.rbegin(), read.rend(), std::ostream_iterator<int>(std::cout, ";"));
    std::cout << '\n';
    std::istringstream strict("oops");
    strict.exceptions(std::ios::failbit);
    try {
        int n;
        strict >> n;
    } catch (const std::ios_base::failure &error) {
        std::cout << error.what() << '\n';
    }
    std::ostringstream moved = std::move(out);
    std::cout << moved.str().size() << '\n';
    std::string all{std::istreambuf_iterator<char>(both.rdbuf()), std::istreambuf_iterator<char>()};
    std::cout << all.empty() << '\n';
    std::istringstream copied("copied through the buffer");
    std::cout << copied.rdbuf() << '\n';
    return 0;
}

// paths: 1
