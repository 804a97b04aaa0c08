// csmith calls these with any argument, but for zero the compiler leaves the result open, and one needs a special processor.
static inline int defined_clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
static inline int defined_clzl(unsigned long x) { return x ? __builtin_clzl(x) : 64; }
static inline int defined_clzll(unsigned long long x) { return x ? __builtin_clzll(x) : 64; }
static inline int defined_ctz(unsigned x) { return x ? __builtin_ctz(x) : 32; }
static inline int defined_ctzl(unsigned long x) { return x ? __builtin_ctzl(x) : 64; }
static inline int defined_ctzll(unsigned long long x) { return x ? __builtin_ctzll(x) : 64; }
static inline unsigned defined_crc32qi(unsigned sum, unsigned char byte) {
  sum ^= byte;
  for (int i = 0; i < 8; i++) sum = sum & 1 ? sum >> 1 ^ 0x82f63b78u : sum >> 1;
  return sum;
}
#define __builtin_clz defined_clz
#define __builtin_clzl defined_clzl
#define __builtin_clzll defined_clzll
#define __builtin_ctz defined_ctz
#define __builtin_ctzl defined_ctzl
#define __builtin_ctzll defined_ctzll
#define __builtin_ia32_crc32qi defined_crc32qi
