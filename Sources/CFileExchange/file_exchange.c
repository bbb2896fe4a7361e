#define _GNU_SOURCE

#include "file_exchange.h"

#include <errno.h>
#include <stdio.h>

#if defined(__linux__)
#include <fcntl.h>
#endif

int latchkey_exchange(const char *one, const char *other) {
#if defined(__linux__) && defined(RENAME_EXCHANGE)
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
#elif defined(__APPLE__)
  return renamex_np(one, other, RENAME_SWAP);
#else
  (void)one;
  (void)other;
  errno = ENOSYS;
  return -1;
#endif
}
