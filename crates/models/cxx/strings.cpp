// std::string, whose functions the headers leave to the library, made from the headers themselves.

#include <string>

namespace std {
template class allocator<char>;
template class basic_string<char>;
template string operator+(const char *, const string &);
template string operator+(char, const string &);
template string operator+(const string &, const string &);
template bool operator==(const string &, const char *);
} // namespace std
