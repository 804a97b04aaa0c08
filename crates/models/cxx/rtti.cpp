// Run-time type information after the Itanium C++ ABI, section 2.9: the classes that compilers emit objects of, which handlers take
// which exceptions, and dynamic_cast. It needs no header: the layouts of these classes and the order of their virtual functions are
// fixed by the ABI and by what libstdc++ has declared in <typeinfo> and <cxxabi.h> ever since.

extern "C" int strcmp(const char *, const char *);

namespace __cxxabiv1 {
class __class_type_info;
}

namespace std {

class type_info {
public:
    virtual ~type_info();
    virtual bool __is_pointer_p() const;
    virtual bool __is_function_p() const;
    virtual bool __do_catch(const type_info *thrown, void **object, unsigned outer) const;
    virtual bool __do_upcast(const __cxxabiv1::__class_type_info *target, void **object) const;
    bool operator==(const type_info &other) const;
    bool before(const type_info &other) const;

    const char *__name;
};

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }

// Names that begin with an asterisk belong to types of one file: those are equal only where they are the same object.
bool type_info::operator==(const type_info &other) const {
    return __name == other.__name || (__name[0] != '*' && strcmp(__name, other.__name) == 0);
}

bool type_info::before(const type_info &other) const {
    if (__name[0] == '*' && other.__name[0] == '*')
        return __name < other.__name;
    return strcmp(__name, other.__name) < 0;
}

bool type_info::__do_catch(const type_info *thrown, void **, unsigned) const { return *this == *thrown; }
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }

} // namespace std

namespace __cxxabiv1 {

using std::type_info;

// Types without structure of their own. Clang emits the objects for the built-in types where it sees the first destructor.
class __fundamental_type_info : public type_info {
public:
    ~__fundamental_type_info() override;
};
__fundamental_type_info::~__fundamental_type_info() {}

class __array_type_info : public type_info {
public:
    ~__array_type_info() override;
};
__array_type_info::~__array_type_info() {}

class __function_type_info : public type_info {
public:
    ~__function_type_info() override;
    bool __is_function_p() const override;
};
__function_type_info::~__function_type_info() {}
bool __function_type_info::__is_function_p() const { return true; }

class __enum_type_info : public type_info {
public:
    ~__enum_type_info() override;
};
__enum_type_info::~__enum_type_info() {}

// A walk through an object and its bases, and what it does at each part of the type that it looks for.
struct Walk {
    const type_info *type;
    // Whether there is only a null pointer: then there is no virtual table that locates virtual bases.
    bool null = false;
    // `is_public` says whether all bases on the way to it are public.
    virtual void at(char *object, bool is_public) = 0;
};

// A walk that looks for one part: the one at `only`, if that is not null.
struct Search : Walk {
    const void *only;
    bool any = false;
    char *found = nullptr;
    bool is_public = false;
    bool ambiguous = false;

    Search(const type_info *wanted, const void *place) : only(place) { type = wanted; }
    void at(char *object, bool on_public_way) override;
    bool is_unique() const { return any && !ambiguous && is_public; }
};

void Search::at(char *object, bool on_public_way) {
    if (only != nullptr && only != object)
        return;
    if (!any) {
        any = true;
        found = object;
        is_public = on_public_way;
    } else if (found == object) {
        is_public |= on_public_way;
    } else {
        ambiguous = true;
    }
}

class __class_type_info : public type_info {
public:
    ~__class_type_info() override;
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    bool __do_upcast(const __class_type_info *target, void **object) const override;

    // Visits this class at `object`, or else its bases.
    void walk(Walk &walk, char *object, bool is_public) const;
    // Visits the bases. It stands where libstdc++ has its own search, which only libstdc++ itself calls.
    virtual void walk_bases(Walk &walk, char *object, bool is_public) const;
};

__class_type_info::~__class_type_info() {}
void __class_type_info::walk_bases(Walk &, char *, bool) const {}

void __class_type_info::walk(Walk &walk, char *object, bool is_public) const {
    if (*this == *walk.type)
        walk.at(object, is_public);
    else
        walk_bases(walk, object, is_public);
}

bool __class_type_info::__do_upcast(const __class_type_info *target, void **object) const {
    Search search(target, nullptr);
    search.null = *object == nullptr;
    walk(search, static_cast<char *>(*object), true);
    if (!search.is_unique())
        return false;
    if (!search.null)
        *object = search.found;
    return true;
}

bool __class_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    // A pointer to a pointer to a derived class is no pointer to a pointer to its base.
    if (outer >= 4)
        return false;
    return thrown->__do_upcast(this, object);
}

class __si_class_type_info : public __class_type_info {
public:
    ~__si_class_type_info() override;
    void walk_bases(Walk &walk, char *object, bool is_public) const override;
    const __class_type_info *__base_type;
};

__si_class_type_info::~__si_class_type_info() {}
void __si_class_type_info::walk_bases(Walk &walk, char *object, bool is_public) const {
    __base_type->walk(walk, object, is_public);
}

struct __base_class_type_info {
    const __class_type_info *__base_type;
    long __offset_flags;
};

class __vmi_class_type_info : public __class_type_info {
public:
    ~__vmi_class_type_info() override;
    void walk_bases(Walk &walk, char *object, bool is_public) const override;
    unsigned __flags;
    unsigned __base_count;
    __base_class_type_info __base_info[1];
};

__vmi_class_type_info::~__vmi_class_type_info() {}
void __vmi_class_type_info::walk_bases(Walk &walk, char *object, bool is_public) const {
    for (unsigned i = 0; i < __base_count; i++) {
        const __base_class_type_info &base = __base_info[i];
        bool reachable = is_public && (base.__offset_flags & 2) != 0;
        long offset = base.__offset_flags >> 8;
        char *place = object + offset;
        if (base.__offset_flags & 1) {
            // Without an object, the address of the type is used for the virtual base that all ways share.
            char *only = reinterpret_cast<char *>(const_cast<__class_type_info *>(base.__base_type));
            place = walk.null ? only : object + *reinterpret_cast<const long *>(*reinterpret_cast<char **>(object) + offset);
        }
        base.__base_type->walk(walk, place, reachable);
    }
}

// Pointers, of both kinds.
class __pbase_type_info : public type_info {
public:
    ~__pbase_type_info() override;
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    virtual bool __pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const;
    unsigned __flags;
    const type_info *__pointee;

    enum { qualifiers = 7, one_way = 0x60 };
};

class __pointer_type_info : public __pbase_type_info {
public:
    ~__pointer_type_info() override;
    bool __is_pointer_p() const override;
    bool __pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info {
public:
    ~__pointer_to_member_type_info() override;
    bool __pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const override;
    const __class_type_info *__context;
};

__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}
bool __pointer_type_info::__is_pointer_p() const { return true; }

// The null member pointers, as which a thrown nullptr is caught: offset -1 for data members, null for functions.
static const long null_member = -1;
static const long null_member_function[2] = {0, 0};

// `outer` has bit 0 where all pointers around this one are const, and counts them in steps of two.
bool __pbase_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    if (*thrown == typeid(nullptr)) {
        if (__is_pointer_p())
            *object = nullptr;
        else if (__pointee->__is_function_p())
            *object = const_cast<long *>(null_member_function);
        else
            *object = const_cast<long *>(&null_member);
        return true;
    }
    // Of the same kind: no class is derived from the classes of pointers.
    if (!(typeid(*this) == typeid(*thrown)))
        return false;
    if (!(outer & 1))
        return false;
    const __pbase_type_info *other = static_cast<const __pbase_type_info *>(thrown);
    // Qualifiers may be added; noexcept and transaction_safe may be lost, but only of functions that are pointed to directly.
    unsigned lost = other->__flags & ~__flags, gained = __flags & ~other->__flags;
    if ((lost & qualifiers) || (gained & one_way) || ((lost & one_way) && outer > 1))
        return false;
    if (!(__flags & 1))
        outer &= ~1u;
    return __pointer_catch(other, object, outer);
}

bool __pbase_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const {
    return __pointee->__do_catch(thrown->__pointee, object, outer + 2);
}

bool __pointer_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const {
    // void * takes every pointer to an object.
    if (outer < 2 && *__pointee == typeid(void))
        return !thrown->__pointee->__is_function_p();
    return __pbase_type_info::__pointer_catch(thrown, object, outer);
}

bool __pointer_to_member_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object,
                                                    unsigned outer) const {
    if (!(*__context == *static_cast<const __pointer_to_member_type_info *>(thrown)->__context))
        return false;
    return __pbase_type_info::__pointer_catch(thrown, object, outer);
}

} // namespace __cxxabiv1

using __cxxabiv1::__class_type_info;
using __cxxabiv1::Search;
using __cxxabiv1::Walk;

namespace {

// The search of dynamic_cast: it finds parts of the target's type, and which of them have the source as a base.
struct Targets : Walk {
    const __class_type_info *from;
    const __class_type_info *to;
    const void *source;
    // The only part at all.
    Search all;
    // The only part that the source is a base of.
    char *derived = nullptr;
    bool derived_is_public = false;
    bool several_derived = false;

    Targets(const __class_type_info *source_type, const __class_type_info *target, const void *object)
        : from(source_type), to(target), source(object), all(target, nullptr) {
        type = target;
    }

    void at(char *object, bool is_public) override {
        all.at(object, is_public);
        if (derived == object)
            return;
        Search inside(from, source);
        to->walk(inside, object, true);
        if (!inside.any)
            return;
        several_derived |= derived != nullptr;
        derived = object;
        derived_is_public = inside.is_public;
    }
};

} // namespace

// The compiler's hint about where the source lies in the target is for speed alone.
extern "C" void *__dynamic_cast(const void *source, const __class_type_info *from, const __class_type_info *to, long) {
    const char *const *table = *static_cast<const char *const *const *>(source);
    long top = reinterpret_cast<const long *>(table)[-2];
    const __class_type_info *whole = reinterpret_cast<const __class_type_info *const *>(table)[-1];
    char *start = const_cast<char *>(static_cast<const char *>(source)) + top;
    Targets targets(from, to, source);
    whole->walk(targets, start, true);
    // Down: the source is a public base of one target only.
    if (targets.derived != nullptr && !targets.several_derived && targets.derived_is_public)
        return targets.derived;
    // Across: the source is a public base of the whole object, and so is one target only.
    if (!targets.all.is_unique())
        return nullptr;
    Search inside(from, source);
    whole->walk(inside, start, true);
    return inside.is_public ? targets.all.found : nullptr;
}

// -fsanitize=vptr calls this for an object of unknown type: it checks whether the address is that of the whole object or of a base of
// it. It is called once for each pair of object type and expected type, which the hash identifies.
struct DynamicTypeCheck {
    const char *file;
    unsigned line, column;
    const void *description;
    const __class_type_info *type;
    unsigned char kind;
};

extern "C" {

unsigned long __ubsan_vptr_type_cache[128];
void __pleach_undefined_type();

void __ubsan_handle_dynamic_type_cache_miss(DynamicTypeCheck *check, void *object, unsigned long hash) {
    const char *const *table = *static_cast<const char *const *const *>(object);
    if (table != nullptr) {
        long top = reinterpret_cast<const long *>(table)[-2];
        const __class_type_info *whole = reinterpret_cast<const __class_type_info *const *>(table)[-1];
        Search search(check->type, object);
        if (whole != nullptr)
            whole->walk(search, static_cast<char *>(object) + top, true);
        if (search.any) {
            __ubsan_vptr_type_cache[hash % 128] = hash;
            return;
        }
    }
    __pleach_undefined_type();
}

void __ubsan_handle_dynamic_type_cache_miss_abort(DynamicTypeCheck *check, void *object, unsigned long hash) {
    __ubsan_handle_dynamic_type_cache_miss(check, object, hash);
}

} // extern "C"
