// -std=c++20
// String streams as C++20 has them: with functions that give their text away, and that know temporaries from others.

#include <sstream>

namespace std {
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;
} // namespace std
