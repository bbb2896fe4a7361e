#ifndef LATCHKEY_CDEFLATE_SHIM_H
#define LATCHKEY_CDEFLATE_SHIM_H

#include <string.h>
#include <zlib.h>

// What zlib offers as macros only, which Swift does not see.

/// Compresses into raw DEFLATE (RFC 1951), without a header or a checksum. Returns how many bytes were written, or 0 if
/// the output is too small or there is no memory. `deflateBound` of the input's size and 18 more bytes are enough.
static inline size_t latchkey_deflate(const unsigned char *input, size_t size, unsigned char *output, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (size > 1u << 24 || capacity > 1u << 25) return 0;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (unsigned char *)input;
  stream.avail_in = (uInt)size;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int result = deflate(&stream, Z_FINISH);
  size_t written = stream.total_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}

#endif
