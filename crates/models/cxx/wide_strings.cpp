// std::wstring, made from the headers.

#include <string>

namespace std {
template class allocator<wchar_t>;
template class basic_string<wchar_t>;
} // namespace std
