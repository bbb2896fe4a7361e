#ifndef LATCHKEY_CCRYPT_SHIM_H
#define LATCHKEY_CCRYPT_SHIM_H

#include <crypt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// `struct crypt_data` has 32 KiB, which Swift cannot see as a value.

// Writes what crypt(5) makes of the phrase and ends it with a zero. Returns 0, or -1 for a setting or phrase
// that cannot be computed, and for more than `size` bytes.
static inline int latchkey_crypt(const char *phrase, const char *setting, char *output, size_t size) {
  struct crypt_data *data = (struct crypt_data *)calloc(1, sizeof(struct crypt_data));
  if (data == NULL) return -1;
  const char *made = crypt_r(phrase, setting, data);
  int result = -1;
  if (made != NULL && made[0] != '*' && strlen(made) < size) {
    memcpy(output, made, strlen(made) + 1);
    result = 0;
  }
  explicit_bzero(data, sizeof(struct crypt_data));
  free(data);
  return result;
}

#endif
