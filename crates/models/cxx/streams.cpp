// Streams: the templates that the headers leave to the library to instantiate, and the functions that are not in the headers.

// Without this, the headers declare instances of templates that are specialised here.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <cstdio>
#include <cstring>
#include <iomanip>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <streambuf>

extern "C" unsigned klee_is_symbolic(unsigned long);

namespace {

// The buffer of std::cout, std::cerr and std::cin. It holds nothing itself, and uses C's streams.
struct Console : std::streambuf {
    FILE *file;

    explicit Console(FILE *stream) : file(stream) {}

    // The console that a stream writes to, or null.
    static Console *of(std::ostream &stream);

protected:
    int overflow(int c) override;
    std::streamsize xsputn(const char *text, std::streamsize count) override;
    int sync() override;
    int underflow() override;
    int uflow() override;
    int pbackfail(int c) override;

private:
    // The character that was read last.
    int last = EOF;
};

Console *Console::of(std::ostream &stream) { return dynamic_cast<Console *>(stream.rdbuf()); }

int Console::overflow(int c) { return c == EOF ? 0 : putc(c, file); }
std::streamsize Console::xsputn(const char *text, std::streamsize count) { return fwrite(text, 1, count, file); }
int Console::sync() { return fflush(file); }

int Console::underflow() {
    int c = getc(file);
    if (c != EOF)
        ungetc(c, file);
    return c;
}

int Console::uflow() { return last = getc(file); }

int Console::pbackfail(int c) {
    int back = c == EOF ? last : c;
    last = EOF;
    return back == EOF ? EOF : ungetc(back, file);
}

} // namespace

namespace std {

// Functions of every stream.

const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;
const ios_base::seekdir ios_base::beg;
const ios_base::seekdir ios_base::cur;
const ios_base::seekdir ios_base::end;

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}

ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &next) throw() {
    locale old = _M_ios_locale;
    _M_ios_locale = next;
    _M_call_callbacks(imbue_event);
    return old;
}

void ios_base::register_callback(event_callback function, int index) {
    _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
    for (_Callback_list *it = _M_callbacks; it != nullptr; it = it->_M_next) {
        try {
            it->_M_fn(what, *this, it->_M_index);
        } catch (...) {
        }
    }
}

void ios_base::_M_dispose_callbacks() throw() {
    _Callback_list *it = _M_callbacks;
    while (it != nullptr && it->_M_remove_reference() == 0) {
        _Callback_list *next = it->_M_next;
        delete it;
        it = next;
    }
    _M_callbacks = nullptr;
}

int ios_base::xalloc() throw() {
    static int next = 4;
    return next++;
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool) {
    if (index < 0 || index == __INT_MAX__) {
        _M_streambuf_state |= badbit;
        if (_M_streambuf_state & _M_exception)
            __throw_ios_failure("ios_base::_M_grow_words is not valid");
        _M_word_zero = _Words();
        return _M_word_zero;
    }
    _Words *words = new _Words[index + 1];
    for (int i = 0; i < _M_word_size; i++)
        words[i] = _M_word[i];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = words;
    _M_word_size = index + 1;
    return _M_word[index];
}

void ios_base::_M_move(ios_base &other) noexcept {
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_callbacks = other._M_callbacks;
    other._M_callbacks = nullptr;
    if (_M_word != _M_local_word)
        delete[] _M_word;
    if (other._M_word == other._M_local_word) {
        memcpy(static_cast<void *>(_M_local_word), other._M_local_word, sizeof _M_local_word);
        _M_word = _M_local_word;
        _M_word_size = _S_local_word_size;
    } else {
        _M_word = other._M_word;
        _M_word_size = other._M_word_size;
    }
    other._M_word = other._M_local_word;
    other._M_word_size = _S_local_word_size;
    memset(static_cast<void *>(other._M_local_word), 0, sizeof other._M_local_word);
    _M_ios_locale = other._M_ios_locale;
}

// Exchanges the whole state of two streams, except their virtual tables.
void ios_base::_M_swap(ios_base &other) noexcept {
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    bool mine = _M_word == _M_local_word, others = other._M_word == other._M_local_word;
    swap(_M_local_word, other._M_local_word);
    swap(_M_word, other._M_word);
    swap(_M_word_size, other._M_word_size);
    if (others)
        _M_word = _M_local_word;
    if (mine)
        other._M_word = other._M_local_word;
    swap(_M_ios_locale, other._M_ios_locale);
}

// Numbers. A symbolic number for standard output or standard error is printed as by printf, which asks nothing about its digits;
// all others are converted digit by digit.

static bool print_symbolic(ostream &stream, unsigned long value, const char *decimal, const char *octal,
                           const char *hexadecimal) {
    if (!klee_is_symbolic(value))
        return false;
    Console *console = Console::of(stream);
    ios_base::fmtflags flags = stream.flags();
    if (console == nullptr || stream.width() != 0 || (flags & (ios_base::showpos | ios_base::showbase | ios_base::uppercase)))
        return false;
    ios_base::fmtflags base = flags & ios_base::basefield;
    fprintf(console->file, base == ios_base::hex ? hexadecimal : base == ios_base::oct ? octal : decimal, value);
    return true;
}

template <typename Number> static ostream &insert(ostream &stream, Number value) {
    ostream::sentry ready(stream);
    if (!ready)
        return stream;
    ios_base::iostate state = ios_base::goodbit;
    try {
        const num_put<char> &numbers = use_facet<num_put<char>>(stream.getloc());
        if (numbers.put(stream, stream, stream.fill(), value).failed())
            state |= ios_base::badbit;
    } catch (...) {
        // It sets the stream's state, and is thrown on only if the program has asked for that.
        try {
            stream.setstate(ios_base::badbit);
        } catch (ios_base::failure &) {
        }
        if (stream.exceptions() & ios_base::badbit)
            throw;
    }
    if (state != ios_base::goodbit)
        stream.setstate(state);
    return stream;
}

template <> template <> ostream &ostream::_M_insert(long value) {
    if (good() && print_symbolic(*this, value, "%ld", "%lo", "%lx"))
        return *this;
    return insert(*this, value);
}

template <> template <> ostream &ostream::_M_insert(unsigned long value) {
    if (good() && print_symbolic(*this, value, "%lu", "%lo", "%lx"))
        return *this;
    return insert(*this, value);
}

template <> template <> ostream &ostream::_M_insert(long long value) {
    return _M_insert(static_cast<long>(value));
}

template <> template <> ostream &ostream::_M_insert(unsigned long long value) {
    return _M_insert(static_cast<unsigned long>(value));
}

template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &ostream::_M_insert(const void *);

// Input of characters. The headers have templates for the other functions.

template <> istream &istream::getline(char *text, streamsize room, char end) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    sentry ready(*this, true);
    if (ready) {
        try {
            int c = rdbuf()->sgetc();
            while (_M_gcount + 1 < room && c != EOF && c != static_cast<unsigned char>(end)) {
                *text++ = c;
                _M_gcount++;
                c = rdbuf()->snextc();
            }
            if (c == EOF) {
                state |= ios_base::eofbit;
            } else if (c == static_cast<unsigned char>(end)) {
                _M_gcount++;
                rdbuf()->sbumpc();
            } else {
                state |= ios_base::failbit;
            }
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
    }
    if (room > 0)
        *text = 0;
    if (_M_gcount == 0)
        state |= ios_base::failbit;
    if (state != ios_base::goodbit)
        setstate(state);
    return *this;
}

template <> istream &istream::ignore(streamsize count, int end) {
    _M_gcount = 0;
    sentry ready(*this, true);
    if (!ready)
        return *this;
    ios_base::iostate state = ios_base::goodbit;
    try {
        bool forever = count == __LONG_MAX__;
        int c = count > 0 ? rdbuf()->sgetc() : 0;
        while (forever || _M_gcount < count) {
            if (c == EOF) {
                state |= ios_base::eofbit;
                break;
            }
            if (_M_gcount < __LONG_MAX__)
                _M_gcount++;
            bool found = end != EOF && c == end;
            rdbuf()->sbumpc();
            if (found)
                break;
            if (forever || _M_gcount < count)
                c = rdbuf()->sgetc();
        }
    } catch (...) {
        _M_setstate(ios_base::badbit);
    }
    if (state != ios_base::goodbit)
        setstate(state);
    return *this;
}

template <> istream &istream::ignore(streamsize count) { return ignore(count, EOF); }

void __istream_extract(istream &stream, char *text, streamsize room) {
    streamsize count = 0;
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(stream, false);
    if (ready) {
        try {
            streamsize width = stream.width();
            if (width > 0 && width < room)
                room = width;
            const ctype<char> &classes = use_facet<ctype<char>>(stream.getloc());
            int c = stream.rdbuf()->sgetc();
            while (count + 1 < room && c != EOF && !classes.is(ctype_base::space, c)) {
                *text++ = c;
                count++;
                c = stream.rdbuf()->snextc();
            }
            if (count + 1 < room && c == EOF)
                state |= ios_base::eofbit;
            *text = 0;
            stream.width(0);
        } catch (...) {
            stream._M_setstate(ios_base::badbit);
        }
    }
    if (count == 0)
        state |= ios_base::failbit;
    if (state != ios_base::goodbit)
        stream.setstate(state);
}

template <> istream &operator>>(istream &stream, string &text) {
    size_t count = 0;
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(stream, false);
    if (ready) {
        try {
            text.erase();
            streamsize width = stream.width();
            size_t most = width > 0 ? width : text.max_size();
            const ctype<char> &classes = use_facet<ctype<char>>(stream.getloc());
            int c = stream.rdbuf()->sgetc();
            while (count < most && c != EOF && !classes.is(ctype_base::space, c)) {
                text += static_cast<char>(c);
                count++;
                c = stream.rdbuf()->snextc();
            }
            if (count < most && c == EOF)
                state |= ios_base::eofbit;
            stream.width(0);
        } catch (...) {
            stream._M_setstate(ios_base::badbit);
        }
    }
    if (count == 0)
        state |= ios_base::failbit;
    if (state != ios_base::goodbit)
        stream.setstate(state);
    return stream;
}

template <> istream &getline(istream &stream, string &text, char end) {
    size_t count = 0;
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry ready(stream, true);
    if (ready) {
        try {
            text.erase();
            int c = stream.rdbuf()->sgetc();
            while (c != EOF && c != static_cast<unsigned char>(end)) {
                text += static_cast<char>(c);
                count++;
                c = stream.rdbuf()->snextc();
            }
            if (c == EOF) {
                state |= ios_base::eofbit;
            } else {
                count++;
                stream.rdbuf()->sbumpc();
            }
        } catch (...) {
            stream._M_setstate(ios_base::badbit);
        }
    }
    if (count == 0)
        state |= ios_base::failbit;
    if (state != ios_base::goodbit)
        stream.setstate(state);
    return stream;
}

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ended) {
    streamsize count = 0;
    ended = true;
    for (int c = from->sgetc(); c != EOF; c = from->snextc()) {
        if (to->sputc(c) == EOF) {
            ended = false;
            break;
        }
        count++;
    }
    return count;
}

template streamsize __copy_streambufs(streambuf *, streambuf *);

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(unsigned int &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);
template istream &istream::_M_extract(void *&);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, signed char &);
template istream &operator>>(istream &, unsigned char &);
template istream &ws(istream &);
template istream &getline(istream &, string &);
template istream &getline(istream &&, string &);
template istream &getline(istream &&, string &, char);
template istream &operator>>(istream &, _Resetiosflags);
template istream &operator>>(istream &, _Setbase);
template istream &operator>>(istream &, _Setfill<char>);
template istream &operator>>(istream &, _Setiosflags);
template istream &operator>>(istream &, _Setprecision);
template istream &operator>>(istream &, _Setw);
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const string &);
template ostream &operator<<(ostream &, _Resetiosflags);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setw);
template ostream &__ostream_insert(ostream &, const char *, streamsize);

} // namespace std

// std::cin, std::cout, std::cerr and std::clog.

// Memory for the streams, which exist before any constructor runs and after every destructor.
#define PLACE(TYPE, NAME, SYMBOL) alignas(TYPE) char NAME[sizeof(TYPE)] asm(SYMBOL)

PLACE(std::istream, place_of_cin, "_ZSt3cin");
PLACE(std::ostream, place_of_cout, "_ZSt4cout");
PLACE(std::ostream, place_of_cerr, "_ZSt4cerr");
PLACE(std::ostream, place_of_clog, "_ZSt4clog");

namespace {

alignas(Console) char place_of_consoles[3][sizeof(Console)];

} // namespace

namespace std {

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

// Every file that includes <iostream> makes one of these before its other objects.
ios_base::Init::Init() {
    if (_S_refcount++ > 0)
        return;
    Console *in = new (place_of_consoles[0]) Console(stdin);
    Console *out = new (place_of_consoles[1]) Console(stdout);
    Console *err = new (place_of_consoles[2]) Console(stderr);
    istream *cin = new (place_of_cin) istream(in);
    ostream *cout = new (place_of_cout) ostream(out);
    ostream *cerr = new (place_of_cerr) ostream(err);
    new (place_of_clog) ostream(err);
    cin->tie(cout);
    cerr->setf(ios_base::unitbuf);
    cerr->tie(cout);
}

ios_base::Init::~Init() {}

bool ios_base::sync_with_stdio(bool) { return true; }

} // namespace std

// Newer headers leave this to the library.
static std::ios_base::Init first __attribute__((init_priority(101)));
