// Strings and numbers, both ways; std::from_chars and std::to_chars.
#include <charconv>
#include <cstdio>
#include <string>

int main() {
    printf("%s %s %s %s\n", std::to_string(0).c_str(), std::to_string(-2147483647 - 1).c_str(), std::to_string(18446744073709551615ull).c_str(), std::to_string(-7L).c_str());
    printf("%s %s\n", std::to_string(3.25).c_str(), std::to_string(-1e3f).c_str());
    size_t used = 0;
    printf("%d %zu\n", std::stoi("  -42abc", &used), used);
    printf("%d %d %ld\n", std::stoi("ff", nullptr, 16), std::stoi("0x1F", nullptr, 0), std::stol("777", nullptr, 8));
    printf("%llu %.3f %.3f\n", std::stoull("12345678901234567890"), std::stod("2.5e2xyz"), std::stof("-0.125"));
    char buffer[32];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, 123456789);
    printf("%.*s %d\n", static_cast<int>(end - buffer), buffer, error == std::errc());
    auto hex = std::to_chars(buffer, buffer + sizeof buffer, 48879u, 16);
    printf("%.*s\n", static_cast<int>(hex.ptr - buffer), buffer);
    auto small = std::to_chars(buffer, buffer + 2, 12345);
    printf("%d\n", small.ec == std::errc::value_too_large);
    int value = -1;
    std::string digits = "9081 rest";
    auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    printf("%d %s\n", value, parsed.ptr);
    signed char tiny = 1;
    std::string large = "300";
    printf("%d\n", std::from_chars(large.data(), large.data() + large.size(), tiny).ec == std::errc::result_out_of_range);
    printf("%d\n", std::from_chars(buffer, buffer, value).ec == std::errc::invalid_argument);
    return 0;
}

// paths: 1
