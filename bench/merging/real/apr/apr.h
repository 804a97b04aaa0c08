// What apr's configure would write, as far as its string functions need it.
#pragma once
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define APR_DECLARE(type) type
#define APR_DECLARE_NONSTD(type) type
#define APR_DECLARE_DATA
#define APR_INLINE inline
#define APR_HAS_INLINE 1
#define APR_HAVE_CTYPE_H 1
#define APR_HAVE_STDDEF_H 1
#define APR_HAVE_STDLIB_H 1
#define APR_HAVE_STRING_H 1
#define APR_HAVE_SYS_TYPES_H 1
#define APR_CHARSET_EBCDIC 0
#define APR_HAS_THREADS 0
#define APR_HAS_LARGE_FILES 0
#define APR_HAS_USER 0
#define APR_HAS_XTHREAD_FILES 0
#define APR_SIZEOF_VOIDP 8
#define APR_HAVE_STRCASECMP 1
#define APR_HAVE_STRNCASECMP 1
#define APR_HAVE_STRSTR 1
#define APR_HAVE_STRDUP 1
#define APR_INT64_T_FMT "ld"
#define APR_BEGIN_DECLS
#define APR_END_DECLS
#define APR_INT32_MAX INT32_MAX
#define APR_INT32_MIN INT32_MIN
#define APR_UINT32_MAX UINT32_MAX
#define APR_INT64_MAX INT64_MAX
#define APR_INT64_MIN INT64_MIN
#define APR_UINT64_MAX UINT64_MAX
#define APR_SIZE_MAX SIZE_MAX

typedef unsigned char apr_byte_t;
typedef int16_t apr_int16_t;
typedef uint16_t apr_uint16_t;
typedef int32_t apr_int32_t;
typedef uint32_t apr_uint32_t;
typedef int64_t apr_int64_t;
typedef uint64_t apr_uint64_t;
typedef size_t apr_size_t;
typedef ssize_t apr_ssize_t;
typedef off_t apr_off_t;
typedef ino_t apr_ino_t;
typedef unsigned apr_socklen_t;
typedef uintptr_t apr_uintptr_t;
