// What libtasn1's configure would write, as far as coding and decoding need it.
#pragma once
#define _GNU_SOURCE 1
#define ASN1_BUILDING 1
#define SIZEOF_UNSIGNED_INT 4
#define SIZEOF_UNSIGNED_LONG_INT 8
#define _GL_ATTRIBUTE_PURE __attribute__((pure))
#define _GL_ATTRIBUTE_CONST __attribute__((const))
#define _GL_INLINE_HEADER_BEGIN
#define _GL_INLINE_HEADER_END
#define _GL_INLINE static inline
