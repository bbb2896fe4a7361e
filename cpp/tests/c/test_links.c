#include <string.h>

#include "support.h"

static latchkey_credential *apple(const char *person, const char *nonce) {
  char more[128];
  snprintf(more, sizeof more, ",\"rawNonce\":\"%s\"", nonce);
  char *token = lab_token("apple.com", person, more);
  latchkey_credential *credential = latchkey_credential_apple(token, nonce, "Ada", NULL);
  CHECK_TEXT(latchkey_credential_provider(credential), "apple.com");
  CHECK_TEXT(latchkey_credential_id_token(credential), token);
  CHECK_TEXT(latchkey_credential_access_token(credential), NULL);
  latchkey_free(token);
  return credential;
}

static void conflicts(latchkey_auth *auth) {
  outcome outcome = {0};
  latchkey_credential *first = apple("ada", "first nonce");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, first), 0);
  CHECK(latchkey_result_is_new_user(outcome.result));
  CHECK_TEXT(latchkey_result_provider_id(outcome.result), "apple.com");
  latchkey_value *profile = latchkey_result_profile(outcome.result);
  CHECK(latchkey_value_count(profile) > 0);
  latchkey_release(profile);
  latchkey_user *user = latchkey_result_user(outcome.result);
  char *uid = latchkey_user_uid(user);
  CHECK_TEXT(latchkey_user_display_name(user), "Ada");
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_credential, user, first), 17015);
  latchkey_release(first);
  latchkey_release(user);
  CHECK(latchkey_auth_sign_out(auth, NULL));

  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, auth), 0);
  user = latchkey_result_user(outcome.result);
  latchkey_credential *second = apple("ada", "second nonce");
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_credential, user, second), 17025);
  latchkey_release(second);
  CHECK_TEXT(latchkey_error_name(outcome.error), "ERROR_CREDENTIAL_ALREADY_IN_USE");
  latchkey_credential *updated = latchkey_error_updated_credential(outcome.error);
  CHECK(updated != NULL);
  CHECK_TEXT(latchkey_credential_provider(updated), "apple.com");
  CHECK(latchkey_user_is_anonymous(user));
  latchkey_release(user);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, updated), 0);
  latchkey_release(updated);
  user = latchkey_result_user(outcome.result);
  CHECK_TEXT(latchkey_user_uid(user), uid);
  latchkey_release(user);
  latchkey_free(uid);
  end(&outcome);
}

static void refuses_wrong_proofs(latchkey_auth *auth) {
  outcome outcome = {0};
  char *token = lab_token("apple.com", "grace", ",\"rawNonce\":\"right\"");
  latchkey_credential *credential = latchkey_credential_oauth("apple.com", token, "wrong", NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, credential), 17094);
  latchkey_release(credential);
  latchkey_free(token);
  /* The server does not support Play Games. */
  credential = latchkey_credential_play_games("a server's code");
  CHECK_TEXT(latchkey_credential_provider(credential), "playgames.google.com");
  CHECK(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, credential) != 0);
  latchkey_release(credential);

  latchkey_user *user = latchkey_auth_current_user(auth);
  credential = apple("grace", "another's");
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_credential, user, credential), 17024);
  latchkey_release(credential);
  credential = apple("ada", "one's own");
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_credential, user, credential), 0);
  latchkey_release(credential);
  latchkey_release(user);
  end(&outcome);
}

static void links_and_unlinks(latchkey_auth *auth) {
  outcome outcome = {0};
  latchkey_auth_sign_out(auth, NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, auth), 0);
  latchkey_user *user = latchkey_result_user(outcome.result);
  latchkey_credential *password = latchkey_credential_email_password("l@example.com", "a password");
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_credential, user, password), 0);
  CHECK(!latchkey_user_is_anonymous(user));
  CHECK_TEXT(latchkey_user_email(user), "l@example.com");
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_credential, user, password), 17015);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unlink, user, "github.com"), 17016);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unlink, user, "password"), 0);
  latchkey_user *same = latchkey_result_user(outcome.result);
  CHECK(same == user);
  latchkey_release(same);
  latchkey_release(password);
  latchkey_release(user);
  end(&outcome);
}

void test_links(void) {
  latchkey_auth *auth = new_auth("links");
  conflicts(auth);
  refuses_wrong_proofs(auth);
  links_and_unlinks(auth);
  end_auth("links", auth);
}
