// std::string: the templates of the headers, instantiated here.

#include <string>

namespace std {
template class allocator<char>;
template class basic_string<char>;
template string operator+(const char *, const string &);
template string operator+(char, const string &);
template string operator+(const string &, const string &);
template bool operator==(const string &, const char *);
} // namespace std
