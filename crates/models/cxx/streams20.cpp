// -std=c++20
// String streams of C++20: with functions that move their text out, and that differ for temporaries.

#include <sstream>

namespace std {
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;
} // namespace std
