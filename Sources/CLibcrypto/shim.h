#ifndef LATCHKEY_CLIBCRYPTO_SHIM_H
#define LATCHKEY_CLIBCRYPTO_SHIM_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// What libcrypto offers as macros only, which Swift does not see.

static inline EVP_PKEY *latchkey_generate_rsa(unsigned int bits) { return EVP_RSA_gen(bits); }

static inline int latchkey_bn_byte_count(const BIGNUM *number) { return BN_num_bytes(number); }

#endif
