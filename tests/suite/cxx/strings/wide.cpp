// Strings of other characters.
#include <cstdio>
#include <string>

int main() {
    std::wstring wide = L"wide and long enough to be allocated";
    wide += L" text";
    wide.insert(0, L">");
    printf("%zu %d %d\n", wide.size(), wide.find(L"long") != std::wstring::npos, static_cast<int>(wide.back()));
    printf("%d\n", wide < L"?");
    std::u32string points = U"\u00e9\U0001F600x";
    printf("%zu %lx\n", points.size(), static_cast<unsigned long>(points[1]));
    std::u16string units = u"\U0001F600";
    printf("%zu %x\n", units.size(), static_cast<unsigned>(units[0]));
    return 0;
}

// paths: 1
