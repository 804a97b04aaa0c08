// What std::shared_ptr leaves to the library. There is one thread, so that nobody needs to wait for anybody.

#include <memory>

namespace std {

_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0) {}
_Sp_locker::_Sp_locker(const void *, const void *) noexcept : _M_key1(0), _M_key2(0) {}
_Sp_locker::~_Sp_locker() {}

// Whether it is the type by which std::make_shared asks for its object.
bool _Sp_make_shared_tag::_S_eq(const type_info &type) noexcept { return type == typeid(_Sp_make_shared_tag); }

} // namespace std
