#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"

/* Computes a password by RFC 6238 from a key in Base32. */
static void one_time_password(const char *key, int64_t steps_ahead, char *password, size_t size) {
  uint8_t secret[128];
  size_t length = 0;
  uint32_t bits = 0;
  int count = 0;
  for (; *key && *key != '='; key++) {
    const char *alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const char *digit = strchr(alphabet, *key);
    if (!digit || length == sizeof secret) break;
    bits = bits << 5 | (uint32_t)(digit - alphabet);
    count += 5;
    if (count >= 8) {
      count -= 8;
      secret[length++] = (uint8_t)(bits >> count);
    }
  }
  uint64_t step = (uint64_t)(time(NULL) / 30 + steps_ahead);
  uint8_t counter[8], digest[EVP_MAX_MD_SIZE];
  for (int i = 0; i < 8; i++) counter[i] = (uint8_t)(step >> (56 - 8 * i));
  unsigned digest_length = 0;
  HMAC(EVP_sha1(), secret, (int)length, counter, sizeof counter, digest, &digest_length);
  unsigned offset = digest[19] & 15u;
  uint32_t number = (uint32_t)(digest[offset] & 127u) << 24 | (uint32_t)digest[offset + 1] << 16 |
                    (uint32_t)digest[offset + 2] << 8 | digest[offset + 3];
  snprintf(password, size, "%06u", number % 1000000);
}

static latchkey_session *session_of(latchkey_user *user) {
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_user_multi_factor_session, user), 0);
  latchkey_session *session = latchkey_result_session(outcome.result);
  CHECK(session != NULL);
  end(&outcome);
  return session;
}

static latchkey_assertion *sent_proof(const outcome *sending) {
  char *id = latchkey_result_text(sending->result, 0), *sent = last_sms_code();
  latchkey_credential *credential = latchkey_credential_phone(id, sent);
  latchkey_assertion *assertion = latchkey_assertion_phone(credential);
  CHECK(assertion != NULL);
  latchkey_release(credential);
  latchkey_free(id);
  latchkey_free(sent);
  return assertion;
}

static latchkey_resolver *sign_in_half(latchkey_auth *auth) {
  outcome outcome = {0};
  latchkey_auth_sign_out(auth, NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, "two@example.com", "a password"), 17078);
  latchkey_resolver *resolver = latchkey_error_resolver(outcome.error);
  CHECK(resolver != NULL);
  CHECK(latchkey_auth_current_user(auth) == NULL);
  latchkey_auth *of_resolver = latchkey_resolver_auth(resolver);
  CHECK(of_resolver == auth);
  latchkey_release(of_resolver);
  end(&outcome);
  return resolver;
}

static void with_telephone(latchkey_auth *auth, latchkey_user *user) {
  outcome outcome = {0};
  latchkey_session *session = session_of(user);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, auth, "+16505550200", session), 0);
  latchkey_assertion *assertion = sent_proof(&outcome);
  CHECK_NUMBER(RUN(outcome, latchkey_user_enroll, user, assertion, "my telephone"), 0);
  latchkey_release(assertion);
  latchkey_release(session);
  CHECK_NUMBER((int64_t)latchkey_user_factor_count(user), 1);
  latchkey_factor *factor = latchkey_user_factor_at(user, 0);
  CHECK_TEXT(latchkey_factor_id(factor), "phone");
  CHECK_TEXT(latchkey_factor_display_name(factor), "my telephone");
  CHECK_TEXT(latchkey_factor_phone_number(factor), "+16505550200");
  CHECK(latchkey_factor_enrolled_at(factor) > 1600000000000);
  CHECK(latchkey_user_factor_at(user, 1) == NULL);
  latchkey_release(factor);

  latchkey_resolver *resolver = sign_in_half(auth);
  CHECK_NUMBER((int64_t)latchkey_resolver_hint_count(resolver), 1);
  latchkey_factor *hint = latchkey_resolver_hint_at(resolver, 0);
  CHECK_TEXT(latchkey_factor_display_name(hint), "my telephone");
  session = latchkey_resolver_session(resolver);
  /* The session of a sign-in cannot enrol a factor. */
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, auth, "+16505550201", session), 17082);
  CHECK_NUMBER(RUN(outcome, latchkey_session_generate_totp_secret, session), 17081);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_factor, auth, hint, NULL), 17081);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_factor, auth, hint, session), 0);
  assertion = sent_proof(&outcome);
  CHECK_NUMBER(RUN(outcome, latchkey_resolver_resolve, resolver, assertion), 0);
  latchkey_user *resolved = latchkey_result_user(outcome.result);
  CHECK_TEXT(latchkey_user_email(resolved), "two@example.com");
  latchkey_release(assertion);
  latchkey_release(session);
  latchkey_release(resolver);

  char *uid = latchkey_factor_uid(hint);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unenroll, resolved, "nothing"), 17084);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unenroll, resolved, uid), 0);
  CHECK_NUMBER((int64_t)latchkey_user_factor_count(resolved), 0);
  latchkey_free(uid);
  latchkey_release(hint);
  latchkey_release(resolved);
  end(&outcome);
}

static void with_authenticator(latchkey_auth *auth) {
  outcome outcome = {0};
  latchkey_user *user = latchkey_auth_current_user(auth);
  latchkey_session *session = session_of(user);
  CHECK_NUMBER(RUN(outcome, latchkey_session_generate_totp_secret, session), 0);
  latchkey_totp_secret *secret = latchkey_result_totp_secret(outcome.result);
  char *key = latchkey_totp_secret_key(secret), *url = latchkey_totp_secret_url(secret, "two", "C test");
  CHECK(url && strncmp(url, "otpauth://totp/C", 16) == 0 && strstr(url, key) != NULL);
  latchkey_free(url);
  char password[16];
  one_time_password(key, 0, password, sizeof password);
  latchkey_assertion *assertion = latchkey_assertion_totp_enrollment(secret, password);
  CHECK_NUMBER(RUN(outcome, latchkey_user_enroll, user, assertion, NULL), 0);
  latchkey_release(assertion);
  latchkey_release(secret);
  latchkey_release(session);
  latchkey_release(user);

  latchkey_resolver *resolver = sign_in_half(auth);
  latchkey_factor *hint = latchkey_resolver_hint_at(resolver, 0);
  CHECK_TEXT(latchkey_factor_id(hint), "totp");
  CHECK_TEXT(latchkey_factor_phone_number(hint), NULL);
  session = latchkey_resolver_session(resolver);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_factor, auth, hint, session), 17082);
  latchkey_release(session);
  char *uid = latchkey_factor_uid(hint);
  assertion = latchkey_assertion_totp_sign_in(uid, "abcdef");
  CHECK(RUN(outcome, latchkey_resolver_resolve, resolver, assertion) != 0);
  latchkey_release(assertion);
  /* A password is valid only once. */
  one_time_password(key, 1, password, sizeof password);
  assertion = latchkey_assertion_totp_sign_in(uid, password);
  CHECK_NUMBER(RUN(outcome, latchkey_resolver_resolve, resolver, assertion), 0);
  latchkey_release(assertion);
  latchkey_release(hint);
  latchkey_release(resolver);
  latchkey_free(uid);
  latchkey_free(key);
  end(&outcome);
}

void test_second_factors(void) {
  latchkey_auth *auth = new_auth("factors");
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, "two@example.com", "a password"), 0);
  latchkey_user *user = latchkey_result_user(outcome.result);
  CHECK_NUMBER(RUN(outcome, latchkey_user_send_email_verification, user, NULL), 0);
  char *mailed = last_mailed("oobCode");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_apply_action_code, auth, mailed), 0);
  latchkey_free(mailed);
  with_telephone(auth, user);
  latchkey_release(user);
  with_authenticator(auth);
  end(&outcome);
  end_auth("factors", auth);
}
