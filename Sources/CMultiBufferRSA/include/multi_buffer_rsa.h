#ifndef LATCHKEY_MULTI_BUFFER_RSA_H
#define LATCHKEY_MULTI_BUFFER_RSA_H

#include <stdint.h>

// Up to eight RSA-2048 operations at once, by crypto_mb of Intel's Cryptography Primitives Library, which is
// loaded at run time where it is there: nothing of it is needed to build or to start this program.

enum {
  MULTI_BUFFER_LANES = 8,        // signatures in one call, at most
  MULTI_BUFFER_DIGEST = 32,      // bytes of a SHA-256 digest
  MULTI_BUFFER_SIGNATURE = 256,  // bytes of a signature
};

typedef enum {
  MULTI_BUFFER_USABLE = 0,
  MULTI_BUFFER_NOT_LOADED,  // the system's loader refused the file
  MULTI_BUFFER_FOREIGN,     // a library, but without what is called here
  MULTI_BUFFER_PROCESSOR,   // the library has nothing for this processor
} multi_buffer_verdict;

// Stays loaded until the process ends. To be used from any thread.
typedef struct multi_buffer_library multi_buffer_library;

// Loads the library at an absolute path. Null unless the verdict is MULTI_BUFFER_USABLE.
multi_buffer_library *multi_buffer_open(const char *path, multi_buffer_verdict *verdict);

// Whether this processor has AVX-512 IFMA, by what it says of itself.
int multi_buffer_processor_fits(void);

// A key's numbers, as the library takes them. To be read from any thread.
typedef struct multi_buffer_key multi_buffer_key;

// Copies the numbers out of an EVP_PKEY. Null for a key that is not of two primes of 1024 bits.
multi_buffer_key *multi_buffer_key_new(const void *evp_pkey);
// Clears the secret ones.
void multi_buffer_key_free(multi_buffer_key *key);

// RSASSA-PKCS1-v1_5 signatures of SHA-256 digests (RFC 8017 section 8.2.1). Bit i of the result says that
// signature i was made. Nobody has checked it then.
uint32_t multi_buffer_sign(
    const multi_buffer_library *library, const multi_buffer_key *const *keys, const uint8_t *digests,
    uint8_t *signatures, int count);

// Applies the public keys. Bit i of the result says that signature i is exactly that of digest i.
uint32_t multi_buffer_verify(
    const multi_buffer_library *library, const multi_buffer_key *const *keys, const uint8_t *digests,
    const uint8_t *signatures, int count);

#endif
