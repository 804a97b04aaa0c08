// The functions that std::shared_ptr needs from the library. There is one thread, so locks do nothing.

#include <memory>

namespace std {

_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0) {}
_Sp_locker::_Sp_locker(const void *, const void *) noexcept : _M_key1(0), _M_key2(0) {}
_Sp_locker::~_Sp_locker() {}

// Whether it is the tag type that std::make_shared uses to ask for its object.
bool _Sp_make_shared_tag::_S_eq(const type_info &type) noexcept { return type == typeid(_Sp_make_shared_tag); }

} // namespace std
