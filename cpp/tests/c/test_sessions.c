#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

/* The callbacks in the order of their calls: 'u' and 't' for listeners with a user, 'U' and 'T' for listeners without a
   user, 'c' for a completion. */
static char order[64];

static void note(char what) {
  size_t length = strlen(order);
  if (length + 1 < sizeof order) order[length] = what;
}

/* While the test holds a reference, every function returns the same pointer for this user. */
static const latchkey_user *last_user;

static void user_changed(void *context, latchkey_user *user) {
  CHECK(strcmp(context, "context") == 0);
  note(user ? 'u' : 'U');
  latchkey_release(last_user);
  last_user = latchkey_retain(user);
}

static void token_changed(void *context, latchkey_user *user) {
  (void)context;
  note(user ? 't' : 'T');
}

static outcome ordered;

static void completed(void *context, const latchkey_result *result, const latchkey_error *error) {
  note('c');
  complete(context, result, error);
}

static void check_values(const latchkey_result *token, const char *uid) {
  latchkey_value *claims = latchkey_result_claims(token);
  CHECK_NUMBER(latchkey_value_get_kind(claims), LATCHKEY_VALUE_OBJECT);
  bool has_subject = false, has_time = false, has_firebase = false;
  size_t count = latchkey_value_count(claims);
  for (size_t i = 0; i < count; i++) {
    char *key = latchkey_value_key_at(claims, i);
    latchkey_value *value = latchkey_value_at(claims, i);
    if (strcmp(key, "sub") == 0) {
      has_subject = true;
      CHECK_NUMBER(latchkey_value_get_kind(value), LATCHKEY_VALUE_TEXT);
      CHECK_TEXT(latchkey_value_text(value), uid);
      CHECK_NUMBER(latchkey_value_integer(value), 0);
      CHECK(!latchkey_value_bool(value));
    } else if (strcmp(key, "iat") == 0) {
      has_time = true;
      CHECK_NUMBER(latchkey_value_get_kind(value), LATCHKEY_VALUE_INTEGER);
      CHECK(latchkey_value_integer(value) > 1600000000);
      CHECK(latchkey_value_double(value) > 1.6e9);
      CHECK_TEXT(latchkey_value_text(value), NULL);
    } else if (strcmp(key, "firebase") == 0) {
      has_firebase = true;
      CHECK_NUMBER(latchkey_value_get_kind(value), LATCHKEY_VALUE_OBJECT);
      CHECK(latchkey_value_count(value) > 0);
    }
    latchkey_release(value);
    latchkey_free(key);
  }
  CHECK(has_subject && has_time && has_firebase);
  CHECK(latchkey_value_at(claims, count) == NULL);
  CHECK(latchkey_value_key_at(claims, (size_t)-1) == NULL);
  latchkey_release(claims);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

static latchkey_auth *kept_auth(void) {
  latchkey_options *options = latchkey_options_create();
  latchkey_options_set(options, LATCHKEY_OPTION_API_KEY, "key");
  latchkey_options_set(options, LATCHKEY_OPTION_SERVER_URL, base);
  latchkey_app *app = latchkey_app_create(options, "kept", NULL);
  latchkey_auth *auth = latchkey_auth_get(app, NULL, NULL);
  CHECK(auth != NULL);
  latchkey_release(app);
  latchkey_release(options);
  return auth;
}

/* Without an environment, an app stores its session in a file that only the user can read. */
static void keeps_sessions(void) {
  char directory[] = "/tmp/latchkey-c-test-XXXXXX";
  CHECK(mkdtemp(directory) != NULL);
  setenv("XDG_STATE_HOME", directory, 1);
  outcome outcome = {0};
  latchkey_auth *auth = kept_auth();
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, auth), 0);
  latchkey_user *user = latchkey_result_user(outcome.result);
  char *uid = latchkey_user_uid(user);
  end_auth("kept", auth);

  auth = kept_auth();
  latchkey_user *found = latchkey_auth_current_user(auth);
  CHECK_TEXT(latchkey_user_uid(found), uid);
  CHECK_NUMBER(RUN(outcome, latchkey_user_get_id_token, found, true), 0);
  latchkey_release(found);
  end_auth("kept", auth);

  /* A user of a deleted app can still be deleted. After that, no function finds the user. */
  CHECK_NUMBER(RUN(outcome, latchkey_user_delete, user), 0);
  latchkey_release(user);
  auth = kept_auth();
  CHECK(latchkey_auth_current_user(auth) == NULL);
  end_auth("kept", auth);
  latchkey_free(uid);
  end(&outcome);
  unsetenv("XDG_STATE_HOME");
  CHECK(nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
}

static void signs_in_and_out(void) {
  latchkey_auth *auth = new_auth("sessions");
  memset(order, 0, sizeof order);
  char context[] = "context";
  latchkey_listener *users = latchkey_auth_add_listener(auth, LATCHKEY_INTEREST_USER, user_changed, context);
  latchkey_listener *tokens = latchkey_auth_add_listener(auth, LATCHKEY_INTEREST_TOKEN, token_changed, context);
  latchkey_auth_sign_in_anonymously(auth, completed, &ordered);
  await(&ordered);
  CHECK_NUMBER(code(&ordered), 0);
  CHECK(strcmp(order, "UTutc") == 0);

  latchkey_user *user = latchkey_auth_current_user(auth);
  latchkey_user *given = latchkey_result_user(ordered.result);
  CHECK(user == given && user == last_user);
  latchkey_release(given);
  CHECK(latchkey_user_is_anonymous(user));
  CHECK(!latchkey_user_is_email_verified(user));
  CHECK(latchkey_user_created_at(user) > 1600000000000);
  CHECK(latchkey_user_last_sign_in_at(user) > 1600000000000);
  CHECK_TEXT(latchkey_user_email(user), NULL);
  CHECK_NUMBER((int64_t)latchkey_user_provider_count(user), 0);
  CHECK(latchkey_result_has_additional_info(ordered.result));
  CHECK(latchkey_result_is_new_user(ordered.result));
  CHECK(latchkey_result_credential(ordered.result) == NULL);
  CHECK(latchkey_result_profile(ordered.result) == NULL);
  char *refresh_token = latchkey_user_refresh_token(user);
  CHECK(refresh_token && *refresh_token);
  latchkey_free(refresh_token);

  outcome outcome = {0};
  char *uid = latchkey_user_uid(user);
  CHECK_NUMBER(RUN(outcome, latchkey_user_get_id_token, user, false), 0);
  CHECK_NUMBER((int64_t)latchkey_result_text_count(outcome.result), 1);
  check_values(outcome.result, uid);
  char *first = latchkey_result_text(outcome.result, 0);
  CHECK_TEXT(latchkey_result_text(outcome.result, 1), NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_user_get_id_token, user, false), 0);
  CHECK_TEXT(latchkey_result_text(outcome.result, 0), first);
  CHECK_NUMBER(RUN(outcome, latchkey_user_get_id_token, user, true), 0);
  latchkey_free(first);

  /* An anonymous user does not change. */
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, auth), 0);
  given = latchkey_result_user(outcome.result);
  CHECK(given == user);
  latchkey_release(given);

  latchkey_auth_remove_listener(auth, tokens);
  latchkey_error *error = NULL;
  settle(auth);
  memset(order, 0, sizeof order);
  CHECK(latchkey_auth_sign_out(auth, &error) && error == NULL);
  CHECK(latchkey_auth_current_user(auth) == NULL);
  CHECK(latchkey_auth_sign_out(auth, NULL));
  settle(auth);
  CHECK(strcmp(order, "U") == 0);

  /* A user who was signed out can be signed in again. */
  CHECK_NUMBER(RUN(outcome, latchkey_auth_update_current_user, auth, user), 0);
  CHECK(latchkey_result_user(outcome.result) == NULL);
  given = latchkey_auth_current_user(auth);
  CHECK(given == user);
  CHECK_TEXT(latchkey_user_uid(given), uid);
  latchkey_release(given);
  CHECK_NUMBER(RUN(outcome, latchkey_user_delete, user), 0);
  CHECK(latchkey_auth_current_user(auth) == NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_user_get_id_token, user, true), 17011);
  char *name = latchkey_error_name(outcome.error);
  CHECK(name != NULL);
  latchkey_free(name);

  latchkey_auth_remove_listener(auth, users);
  latchkey_auth_remove_listener(auth, users);
  latchkey_release(users);
  latchkey_release(tokens);
  latchkey_free(uid);
  latchkey_release(user);
  end(&outcome);
  end(&ordered);
  settle(auth);
  end_auth("sessions", auth);
}

void test_sessions(void) {
  signs_in_and_out();
  keeps_sessions();
}
