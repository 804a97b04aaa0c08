// Characters: classes, case, a cipher, counting, palindromes.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <string>

static std::string shifted(std::string text, int by) {
    for (char &c : text) {
        if (std::isalpha(static_cast<unsigned char>(c))) {
            char base = std::isupper(static_cast<unsigned char>(c)) ? 'A' : 'a';
            c = static_cast<char>(base + (c - base + by + 26) % 26);
        }
    }
    return text;
}

static bool is_palindrome(const std::string &text) {
    std::string letters;
    std::copy_if(text.begin(), text.end(), std::back_inserter(letters), [](unsigned char c) { return std::isalnum(c); });
    std::transform(letters.begin(), letters.end(), letters.begin(), [](unsigned char c) { return std::tolower(c); });
    return std::equal(letters.begin(), letters.begin() + letters.size() / 2, letters.rbegin());
}

int main() {
    std::string text = "The quick brown fox, 42 times!";
    std::string secret = shifted(text, 3);
    printf("%s\n%d\n", secret.c_str(), shifted(secret, -3) == text);
    printf("%d %d\n", is_palindrome("A man, a plan, a canal: Panama"), is_palindrome("no"));
    std::array<int, 26> counts{};
    for (unsigned char c : text)
        if (std::isalpha(c))
            counts[std::tolower(c) - 'a']++;
    auto most = std::max_element(counts.begin(), counts.end());
    printf("%c %d\n", static_cast<char>('a' + (most - counts.begin())), *most);
    return 0;
}

// paths: 1
