// std::locale with the "C" locale: characters and numbers. Facets for money, time, messages and wide characters are missing: a path
// that asks for one ends at an undefined function, which the summary names.

#include <cstdlib>
#include <cstring>
#include <locale>
#include <stdexcept>

extern "C" const unsigned short **__ctype_b_loc();
extern "C" const int **__ctype_toupper_loc();
extern "C" const int **__ctype_tolower_loc();

// The locale of a thread in C; there is one.
extern "C" locale_t __uselocale(locale_t) { return nullptr; }

namespace std {

// Classes of characters.

const ctype_base::mask ctype_base::upper;
const ctype_base::mask ctype_base::lower;
const ctype_base::mask ctype_base::alpha;
const ctype_base::mask ctype_base::digit;
const ctype_base::mask ctype_base::xdigit;
const ctype_base::mask ctype_base::space;
const ctype_base::mask ctype_base::print;
const ctype_base::mask ctype_base::graph;
const ctype_base::mask ctype_base::cntrl;
const ctype_base::mask ctype_base::punct;
const ctype_base::mask ctype_base::alnum;

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

const ctype_base::mask *ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }

ctype<char>::ctype(const mask *table, bool owned, size_t refs)
    : facet(refs), _M_c_locale_ctype(nullptr), _M_del(table != nullptr && owned), _M_toupper(*__ctype_toupper_loc()),
      _M_tolower(*__ctype_tolower_loc()), _M_table(table != nullptr ? table : classic_table()), _M_widen_ok(0),
      _M_narrow_ok(0) {
    memset(_M_widen, 0, sizeof _M_widen);
    memset(_M_narrow, 0, sizeof _M_narrow);
}

ctype<char>::ctype(__c_locale, const mask *table, bool owned, size_t refs) : ctype(table, owned, refs) {}

ctype<char>::~ctype() {
    if (_M_del)
        delete[] _M_table;
}

char ctype<char>::do_toupper(char c) const { return _M_toupper[static_cast<unsigned char>(c)]; }
char ctype<char>::do_tolower(char c) const { return _M_tolower[static_cast<unsigned char>(c)]; }

const char *ctype<char>::do_toupper(char *low, const char *high) const {
    for (; low < high; low++)
        *low = do_toupper(*low);
    return high;
}

const char *ctype<char>::do_tolower(char *low, const char *high) const {
    for (; low < high; low++)
        *low = do_tolower(*low);
    return high;
}

// Whether a derived class leaves characters unchanged: then they are only copied.
void ctype<char>::_M_widen_init() const {
    char all[256];
    for (int i = 0; i < 256; i++)
        all[i] = i;
    do_widen(all, all + sizeof all, _M_widen);
    _M_widen_ok = memcmp(all, _M_widen, sizeof all) == 0 ? 1 : 2;
}

void ctype<char>::_M_narrow_init() const {
    char all[256];
    for (int i = 0; i < 256; i++)
        all[i] = i;
    do_narrow(all, all + sizeof all, 0, _M_narrow);
    char zero;
    do_narrow(all, all + 1, 1, &zero);
    _M_narrow_ok = memcmp(all, _M_narrow, sizeof all) == 0 && zero == 0 ? 1 : 2;
}

// Numbers.

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

// The conversion of printf for a number with these flags.
void __num_base::_S_format_float(const ios_base &stream, char *format, char modifier) throw() {
    ios_base::fmtflags flags = stream.flags();
    ios_base::fmtflags notation = flags & ios_base::floatfield;
    bool hexadecimal = notation == (ios_base::fixed | ios_base::scientific);
    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (!hexadecimal) {
        *format++ = '.';
        *format++ = '*';
    }
    if (modifier != 0)
        *format++ = modifier;
    char letter = hexadecimal                         ? 'a'
                  : notation == ios_base::fixed       ? 'f'
                  : notation == ios_base::scientific ? 'e'
                                                      : 'g';
    // 'F' differs from 'f' for infinity alone, and streams write that in small letters.
    if ((flags & ios_base::uppercase) && letter != 'f')
        letter -= 'a' - 'A';
    *format++ = letter;
    *format = 0;
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    if (_M_data == nullptr)
        _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
    memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}

template <> numpunct<char>::~numpunct() { delete _M_data; }

// The value of a number whose characters are read. If it does not fit, the nearest value.
template <typename Number>
static void converted(const char *text, Number &value, ios_base::iostate &state, Number (*convert)(const char *, char **),
                      Number largest) {
    char *end;
    value = convert(text, &end);
    if (end == text || *end != 0) {
        value = 0;
        state = ios_base::failbit;
    } else if (value == __builtin_huge_val() || value == -__builtin_huge_val()) {
        value = value > 0 ? largest : -largest;
        state = ios_base::failbit;
    }
}

template <> void __convert_to_v(const char *text, float &value, ios_base::iostate &state, const __c_locale &) throw() {
    converted<float>(text, value, state, strtof, __FLT_MAX__);
}

template <> void __convert_to_v(const char *text, double &value, ios_base::iostate &state, const __c_locale &) throw() {
    converted<double>(text, value, state, strtod, __DBL_MAX__);
}

template <>
void __convert_to_v(const char *text, long double &value, ios_base::iostate &state, const __c_locale &) throw() {
    converted<long double>(text, value, state, strtold, __LDBL_MAX__);
}

// Whether the digits of a number are grouped as a locale asks for. The number's groups are listed from the front, the locale's
// from the back; the locale's last one is repeated.
bool __verify_grouping(const char *grouping, size_t size, const string &found) throw() {
    size_t last = found.size() - 1;
    size_t fixed = last < size - 1 ? last : size - 1;
    size_t at = last;
    for (size_t i = 0; i < fixed; i++, at--)
        if (found[at] != grouping[i])
            return false;
    for (; at > 0; at--)
        if (found[at] != grouping[fixed])
            return false;
    char first = grouping[fixed];
    return first <= 0 || first == __SCHAR_MAX__ || found[0] <= first;
}

// The order of strings.

template <> int collate<char>::_M_compare(const char *one, const char *other) const throw() {
    int order = strcmp(one, other);
    return order < 0 ? -1 : order > 0;
}

template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const throw() {
    size_t length = strlen(from);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}

// Characters are the same in files and in memory.

locale::id codecvt<char, char, mbstate_t>::id;
codecvt<char, char, mbstate_t>::codecvt(size_t refs) : __codecvt_abstract_base(refs), _M_c_locale_codecvt(nullptr) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t refs) : codecvt(refs) {}
codecvt<char, char, mbstate_t>::~codecvt() {}

codecvt_base::result codecvt<char, char, mbstate_t>::do_out(mbstate_t &, const char *from, const char *,
                                                            const char *&from_next, char *to, char *,
                                                            char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(mbstate_t &, char *to, char *, char *&to_next) const {
    to_next = to;
    return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_in(mbstate_t &, const char *from, const char *,
                                                           const char *&from_next, char *to, char *,
                                                           char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}

int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_length(mbstate_t &, const char *from, const char *end, size_t most) const {
    size_t length = end - from;
    return length < most ? length : most;
}
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

template class numpunct<char>;
template class num_put<char>;
template class num_get<char>;
template class collate<char>;
template class __codecvt_abstract_base<char, char, mbstate_t>;
template struct __numpunct_cache<char>;

#define FACET(TYPE)                                                                                                    \
    template const TYPE &use_facet<TYPE>(const locale &);                                                              \
    template bool has_facet<TYPE>(const locale &) throw();

FACET(ctype<char>)
FACET(numpunct<char>)
FACET(num_put<char>)
FACET(num_get<char>)
FACET(collate<char>)
typedef codecvt<char, char, mbstate_t> plain_codecvt;
FACET(plain_codecvt)

// Facets, and the tables of locales that hold them.

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
const char *locale::facet::_S_get_c_name() throw() { return "C"; }
void locale::facet::_S_create_c_locale(__c_locale &made, const char *, __c_locale) { made = nullptr; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale &) throw() { return nullptr; }
void locale::facet::_S_destroy_c_locale(__c_locale &) {}

_Atomic_word locale::id::_S_refcount;

size_t locale::id::_M_id() const throw() {
    if (_M_index == 0)
        _M_index = ++_S_refcount;
    return _M_index - 1;
}

// There is room for facets that the program defines.
static const size_t places = 64;

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;
const locale::category locale::none;
const locale::category locale::ctype;
const locale::category locale::numeric;
const locale::category locale::collate;
const locale::category locale::time;
const locale::category locale::monetary;
const locale::category locale::messages;
const locale::category locale::all;

// Names: the same for all categories, or none.
static char **named(const char *name) {
    char **names = new char *[1];
    names[0] = nullptr;
    if (name != nullptr) {
        names[0] = new char[strlen(name) + 1];
        strcpy(names[0], name);
    }
    return names;
}

locale::_Impl::_Impl(size_t refs) throw()
    : _M_refcount(refs), _M_facets(new const facet *[places]()), _M_facets_size(places),
      _M_caches(new const facet *[places]()), _M_names(named("C")) {
    _M_init_facet(new std::ctype<char>(nullptr, false, 1));
    _M_init_facet(new std::numpunct<char>(1));
    _M_init_facet(new std::num_put<char>(1));
    _M_init_facet(new std::num_get<char>(1));
    _M_init_facet(new std::collate<char>(1));
    _M_init_facet(new plain_codecvt(1));
}

locale::_Impl::_Impl(const _Impl &other, size_t refs)
    : _M_refcount(refs), _M_facets(new const facet *[other._M_facets_size]()), _M_facets_size(other._M_facets_size),
      _M_caches(new const facet *[other._M_facets_size]()), _M_names(named(other._M_names[0])) {
    for (size_t i = 0; i < _M_facets_size; i++) {
        _M_facets[i] = other._M_facets[i];
        if (_M_facets[i] != nullptr)
            _M_facets[i]->_M_add_reference();
    }
}

locale::_Impl::~_Impl() throw() {
    for (size_t i = 0; i < _M_facets_size; i++) {
        if (_M_facets[i] != nullptr)
            _M_facets[i]->_M_remove_reference();
        if (_M_caches[i] != nullptr)
            _M_caches[i]->_M_remove_reference();
    }
    delete[] _M_facets;
    delete[] _M_caches;
    delete[] _M_names[0];
    delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id *number, const facet *added) {
    if (added == nullptr)
        return;
    size_t index = number->_M_id();
    if (index >= _M_facets_size)
        __throw_runtime_error("more facets than a locale has room for");
    added->_M_add_reference();
    if (_M_facets[index] != nullptr)
        _M_facets[index]->_M_remove_reference();
    _M_facets[index] = added;
    // Caches may hold data of the old facet.
    for (size_t i = 0; i < _M_facets_size; i++) {
        if (_M_caches[i] != nullptr)
            _M_caches[i]->_M_remove_reference();
        _M_caches[i] = nullptr;
    }
}

void locale::_Impl::_M_install_cache(const facet *computed, size_t index) {
    if (_M_caches[index] != nullptr) {
        delete computed;
        return;
    }
    computed->_M_add_reference();
    _M_caches[index] = computed;
}

void locale::_S_initialize() {
    if (_S_classic == nullptr) {
        _S_classic = new _Impl(2);
        _S_global = _S_classic;
    }
}

const locale &locale::classic() {
    _S_initialize();
    static locale it(_S_classic);
    return it;
}

locale locale::global(const locale &next) {
    _S_initialize();
    locale old(_S_global);
    next._M_impl->_M_add_reference();
    _S_global = next._M_impl;
    return old;
}

locale::locale() throw() {
    _S_initialize();
    _M_impl = _S_global;
    _M_impl->_M_add_reference();
}

locale::locale(_Impl *impl) throw() : _M_impl(impl) {}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) { _M_impl->_M_add_reference(); }

locale::locale(const char *name) {
    _S_initialize();
    if (name == nullptr)
        __throw_runtime_error("locale::locale null not valid");
    if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0 && name[0] != 0)
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    _M_impl = _S_classic;
    _M_impl->_M_add_reference();
}

locale::~locale() throw() { _M_impl->_M_remove_reference(); }

const locale &locale::operator=(const locale &other) throw() {
    other._M_impl->_M_add_reference();
    _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}

bool locale::operator==(const locale &other) const throw() {
    if (_M_impl == other._M_impl)
        return true;
    const char *name = _M_impl->_M_names[0], *others = other._M_impl->_M_names[0];
    return name != nullptr && others != nullptr && strcmp(name, others) == 0;
}

string locale::name() const { return _M_impl->_M_names[0] != nullptr ? _M_impl->_M_names[0] : "*"; }

} // namespace std
