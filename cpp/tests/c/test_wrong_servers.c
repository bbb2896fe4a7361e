#include <string.h>

#include "support.h"

#define SECRET "a secret that must not leave"

static bool has(char *text, const char *part) {
  bool found = text && strstr(text, part);
  latchkey_free(text);
  return found;
}

/* Signs in at an address. The error must have a code and a reason, and must not contain the password. */
static void refuses(const char *url, int32_t expected) {
  latchkey_options *options = latchkey_options_create();
  latchkey_options_set(options, LATCHKEY_OPTION_API_KEY, "key");
  latchkey_options_set(options, LATCHKEY_OPTION_SERVER_URL, url);
  latchkey_error *error = NULL;
  latchkey_app *app = latchkey_app_create(options, "wrong-server", &error);
  latchkey_environment environment = {.in_memory = true};
  latchkey_auth *auth = app ? latchkey_auth_get(app, &environment, &error) : NULL;
  CHECK(auth != NULL);
  latchkey_release(options);
  latchkey_release(app);
  if (!auth) {
    latchkey_release(error);
    return;
  }
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, "c@example.com", SECRET), expected);
  CHECK(has(latchkey_error_reason(outcome.error), ""));
  CHECK(!has(latchkey_error_reason(outcome.error), SECRET));
  CHECK(!has(latchkey_error_message(outcome.error), SECRET));
  end(&outcome);
  end_auth("wrong-server", auth);
}

void test_wrong_servers(void) {
  /* A web server that does not support the API's paths. */
  char url[256];
  snprintf(url, sizeof url, "%s/elsewhere", base);
  refuses(url, 17999);
  /* No server listens on this port. */
  refuses("http://127.0.0.1:1", 17020);
}
