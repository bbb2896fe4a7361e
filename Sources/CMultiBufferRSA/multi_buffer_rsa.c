#include "multi_buffer_rsa.h"

#include <dlfcn.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#define LANES MULTI_BUFFER_LANES
#define SIZE MULTI_BUFFER_SIGNATURE
#define BITS (SIZE * 8)

// As crypto_mb/rsa.h and crypto_mb/cpu_features.h declare them. A status has four bits for each lane.
typedef uint32_t private_operation(
    const uint8_t *const from[LANES], uint8_t *const to[LANES], const BIGNUM *const p[LANES],
    const BIGNUM *const q[LANES], const BIGNUM *const dp[LANES], const BIGNUM *const dq[LANES],
    const BIGNUM *const iq[LANES], int bits);
typedef uint32_t public_operation(
    const uint8_t *const from[LANES], uint8_t *const to[LANES], const BIGNUM *const e[LANES],
    const BIGNUM *const n[LANES], int bits);
typedef unsigned long long features_of_processor(void);
typedef int is_applicable(unsigned long long features);

struct multi_buffer_library {
  private_operation *apply_private;
  public_operation *apply_public;
};

struct multi_buffer_key {
  BIGNUM *n, *e, *p, *q, *dp, *dq, *iq;
  uint8_t modulus[SIZE];
};

int multi_buffer_processor_fits(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512f");
#else
  return 0;
#endif
}

multi_buffer_library *multi_buffer_open(const char *path, multi_buffer_verdict *verdict) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    *verdict = MULTI_BUFFER_NOT_LOADED;
    return NULL;
  }
  private_operation *apply_private = (private_operation *)dlsym(handle, "mbx_rsa_private_crt_ssl_mb8");
  public_operation *apply_public = (public_operation *)dlsym(handle, "mbx_rsa_public_ssl_mb8");
  features_of_processor *features = (features_of_processor *)dlsym(handle, "mbx_get_cpu_features");
  is_applicable *applicable = (is_applicable *)dlsym(handle, "mbx_is_crypto_mb_applicable");
  if (!apply_private || !apply_public || !features || !applicable) {
    dlclose(handle);
    *verdict = MULTI_BUFFER_FOREIGN;
    return NULL;
  }
  multi_buffer_library *library =
      multi_buffer_processor_fits() && applicable(features()) ? malloc(sizeof *library) : NULL;
  if (!library) {
    dlclose(handle);
    *verdict = MULTI_BUFFER_PROCESSOR;
    return NULL;
  }
  // The library chooses its code at a function's first call, which is to be over before threads come.
  apply_private(NULL, NULL, NULL, NULL, NULL, NULL, NULL, BITS);
  apply_public(NULL, NULL, NULL, NULL, BITS);
  *library = (multi_buffer_library){apply_private, apply_public};
  *verdict = MULTI_BUFFER_USABLE;
  return library;
}

multi_buffer_key *multi_buffer_key_new(const void *evp_pkey) {
  const EVP_PKEY *source = evp_pkey;
  multi_buffer_key *key = calloc(1, sizeof *key);
  if (!key) return NULL;
  BIGNUM *third = NULL;
  const int read =
      EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_N, &key->n)
      && EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_E, &key->e)
      && EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_FACTOR1, &key->p)
      && EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_FACTOR2, &key->q)
      && EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_EXPONENT1, &key->dp)
      && EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_EXPONENT2, &key->dq)
      && EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_COEFFICIENT1, &key->iq);
  const int has_third = EVP_PKEY_get_bn_param(source, OSSL_PKEY_PARAM_RSA_FACTOR3, &third);
  BN_clear_free(third);
  ERR_clear_error();
  if (!read || has_third || BN_num_bits(key->n) != BITS || BN_num_bits(key->p) != BITS / 2
      || BN_num_bits(key->q) != BITS / 2 || BN_bn2binpad(key->n, key->modulus, SIZE) != SIZE) {
    multi_buffer_key_free(key);
    return NULL;
  }
  return key;
}

void multi_buffer_key_free(multi_buffer_key *key) {
  if (!key) return;
  BN_free(key->n);
  BN_free(key->e);
  BN_clear_free(key->p);
  BN_clear_free(key->q);
  BN_clear_free(key->dp);
  BN_clear_free(key->dq);
  BN_clear_free(key->iq);
  free(key);
}

// EMSA-PKCS1-v1_5 (RFC 8017 section 9.2).
static void pad(const uint8_t *digest, uint8_t block[SIZE]) {
  static const uint8_t info[] = {0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01,
                                 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20};
  const size_t text = SIZE - sizeof info - MULTI_BUFFER_DIGEST;
  memset(block, 0xff, text);
  block[0] = 0x00;
  block[1] = 0x01;
  block[text - 1] = 0x00;
  memcpy(block + text, info, sizeof info);
  memcpy(block + text + sizeof info, digest, MULTI_BUFFER_DIGEST);
}

static uint32_t lanes_done(uint32_t status, int count) {
  uint32_t done = 0;
  for (int i = 0; i < count; i++) {
    if ((status >> (4 * i) & 0xf) == 0) done |= 1u << i;
  }
  return done;
}

uint32_t multi_buffer_sign(
    const multi_buffer_library *library, const multi_buffer_key *const *keys, const uint8_t *digests,
    uint8_t *signatures, int count) {
  if (count < 1 || count > LANES) return 0;
  uint8_t blocks[LANES][SIZE];
  // A lane without pointers is left out, and said to have failed.
  const uint8_t *from[LANES] = {0};
  uint8_t *to[LANES] = {0};
  const BIGNUM *p[LANES] = {0}, *q[LANES] = {0}, *dp[LANES] = {0}, *dq[LANES] = {0}, *iq[LANES] = {0};
  for (int i = 0; i < count; i++) {
    if (!keys[i]) continue;
    pad(digests + i * MULTI_BUFFER_DIGEST, blocks[i]);
    from[i] = blocks[i];
    to[i] = signatures + i * SIZE;
    p[i] = keys[i]->p;
    q[i] = keys[i]->q;
    dp[i] = keys[i]->dp;
    dq[i] = keys[i]->dq;
    iq[i] = keys[i]->iq;
  }
  return lanes_done(library->apply_private(from, to, p, q, dp, dq, iq, BITS), count);
}

uint32_t multi_buffer_verify(
    const multi_buffer_library *library, const multi_buffer_key *const *keys, const uint8_t *digests,
    const uint8_t *signatures, int count) {
  if (count < 1 || count > LANES) return 0;
  uint8_t results[LANES][SIZE];
  const uint8_t *from[LANES] = {0};
  uint8_t *to[LANES] = {0};
  const BIGNUM *e[LANES] = {0}, *n[LANES] = {0};
  for (int i = 0; i < count; i++) {
    const uint8_t *signature = signatures + i * SIZE;
    // A number past the modulus is no signature (RFC 8017 section 5.2.2).
    if (!keys[i] || memcmp(signature, keys[i]->modulus, SIZE) >= 0) continue;
    from[i] = signature;
    to[i] = results[i];
    e[i] = keys[i]->e;
    n[i] = keys[i]->n;
  }
  uint32_t done = lanes_done(library->apply_public(from, to, e, n, BITS), count);
  for (int i = 0; i < count; i++) {
    uint8_t block[SIZE];
    pad(digests + i * MULTI_BUFFER_DIGEST, block);
    if (!from[i] || memcmp(results[i], block, SIZE) != 0) done &= ~(1u << i);
  }
  return done;
}
