// Hashes of bytes, and numbers of buckets, the same as libstdc++'s: so programs iterate over hash tables in the same order as natively.
// The hash is MurmurHash64A by Austin Appleby, who placed it in the public domain.

#include <unordered_map>

namespace std {

static size_t bytes_at(const unsigned char *from, size_t count) {
    size_t word = 0;
    for (size_t i = count; i-- > 0;)
        word = word << 8 | from[i];
    return word;
}

static size_t mixed(size_t word) { return word ^ word >> 47; }

size_t _Hash_bytes(const void *from, size_t length, size_t seed) {
    const size_t factor = 0xc6a4a7935bd1e995ul;
    const unsigned char *bytes = static_cast<const unsigned char *>(from);
    size_t hash = seed ^ length * factor;
    size_t whole = length & ~size_t(7);
    for (size_t at = 0; at < whole; at += 8) {
        hash ^= mixed(bytes_at(bytes + at, 8) * factor) * factor;
        hash *= factor;
    }
    if (length != whole) {
        hash ^= bytes_at(bytes + whole, length - whole);
        hash *= factor;
    }
    return mixed(mixed(hash) * factor);
}

// The hash of Fowler, Noll and Vo.
size_t _Fnv_hash_bytes(const void *from, size_t length, size_t hash) {
    const unsigned char *bytes = static_cast<const unsigned char *>(from);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 1099511628211ul;
    return hash;
}

namespace __detail {

// The numbers of buckets for few elements; for more, primes that grow by less than a tenth.
static const unsigned char few[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
static const unsigned primes[] = {
    17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149,
    157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661,
    709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,
    3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011,
    12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043,
    45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607,
    147793, 159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857,
    444487, 480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397,
    1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303,
    3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347, 6456007, 6984629, 7556579, 8175383,
    8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007, 16601593, 17961079, 19431899,
    21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231,
};

static bool is_prime(size_t number) {
    for (size_t factor = 3; factor <= number / factor; factor += 2)
        if (number % factor == 0)
            return false;
    return number % 2 != 0;
}

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
    size_t buckets;
    if (wanted < sizeof few) {
        buckets = few[wanted];
        // For no elements there is one bucket.
        if (wanted == 0)
            return 1;
    } else {
        const size_t count = sizeof primes / sizeof primes[0];
        size_t low = 0, high = count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (primes[middle] < wanted)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < count)
            buckets = primes[low];
        else
            for (buckets = wanted | 1; !is_prime(buckets);)
                buckets += 2;
    }
    _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
    return buckets;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
    size_t together = elements + more;
    if (together <= _M_next_resize)
        return {false, 0};
    // The first growth makes room for eleven elements.
    size_t least = _M_next_resize == 0 && together < 11 ? 11 : together;
    double needed = least / static_cast<double>(_M_max_load_factor);
    if (needed >= buckets) {
        size_t wanted = static_cast<size_t>(needed) + 1;
        return {true, _M_next_bkt(wanted > 2 * buckets ? wanted : 2 * buckets)};
    }
    _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
    return {false, 0};
}

} // namespace __detail
} // namespace std
