#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http.h"
#include "support.h"

/* The person at the browser. */
typedef struct visitor {
  /* NULL if the person cancels. */
  const char *person;
  int pages;
  bool asked_for_french;
  bool asked_for_scope;
} visitor;

/* Goes through the provider's pages as a browser would: follows redirects, and submits the form on the page where the
   person decides. */
static void visit(void *context, const char *url) {
  visitor *visitor = context;
  __atomic_add_fetch(&visitor->pages, 1, __ATOMIC_SEQ_CST);
  if (!visitor->person) return;
  http_answer begun = http_send("GET", url, NULL, NULL);
  visitor->asked_for_french = strstr(begun.location, "ui_locales=fr") != NULL;
  visitor->asked_for_scope = strstr(begun.location, "repo") != NULL;
  char decision[64];
  snprintf(decision, sizeof decision, "person=%s", visitor->person);
  http_answer decided = http_send("POST", begun.location, "application/x-www-form-urlencoded", decision);
  http_answer answered = http_send("GET", decided.location, NULL, NULL);
  if (!*answered.location) {
    fprintf(stderr, "the browser got stuck: %d %s\n", answered.status, answered.body);
  } else {
    http_answer returned = http_send("GET", answered.location, NULL, NULL);
    CHECK_NUMBER(returned.status, 200);
    http_end(&returned);
  }
  http_end(&begun);
  http_end(&decided);
  http_end(&answered);
}

static latchkey_auth *auth_with(const char *name, visitor *visitor, double seconds) {
  latchkey_options *options = latchkey_options_create();
  latchkey_options_set(options, LATCHKEY_OPTION_API_KEY, "key");
  latchkey_options_set(options, LATCHKEY_OPTION_SERVER_URL, base);
  latchkey_app *app = latchkey_app_create(options, name, NULL);
  latchkey_environment environment = {
      .in_memory = true, .open_page = visit, .open_page_context = visitor, .browser_seconds = seconds};
  latchkey_auth *auth = latchkey_auth_get(app, &environment, NULL);
  CHECK(auth != NULL);
  latchkey_release(app);
  latchkey_release(options);
  return auth;
}

static void comes_back(void) {
  visitor visitor = {.person = "grace"};
  latchkey_auth *auth = auth_with("browser", &visitor, 60);
  outcome outcome = {0};
  latchkey_provider *provider = latchkey_provider_create("github.com");
  CHECK_TEXT(latchkey_provider_id(provider), "github.com");
  latchkey_provider_add_scope(provider, "repo");
  latchkey_provider_set_parameter(provider, "ui_locales", "fr");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_provider, auth, provider), 0);
  CHECK_NUMBER(visitor.pages, 1);
  CHECK(visitor.asked_for_french);
  CHECK(visitor.asked_for_scope);
  CHECK_TEXT(latchkey_result_provider_id(outcome.result), "github.com");
  CHECK_TEXT(latchkey_result_username(outcome.result), "grace");
  latchkey_credential *credential = latchkey_result_credential(outcome.result);
  CHECK_TEXT(latchkey_credential_provider(credential), "github.com");
  char *token = latchkey_credential_access_token(credential);
  CHECK(token && *token);
  latchkey_free(token);
  latchkey_release(credential);

  latchkey_user *user = latchkey_result_user(outcome.result);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_provider, user, provider), 0);
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_provider, user, provider), 17015);
  latchkey_provider *google = latchkey_provider_create("google.com");
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_provider, user, google), 0);
  CHECK_NUMBER((int64_t)latchkey_user_provider_count(user), 2);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_get_credential, auth, google), 0);
  CHECK(latchkey_result_user(outcome.result) == NULL);
  credential = latchkey_result_credential(outcome.result);
  CHECK(credential != NULL);
  latchkey_release(credential);
  latchkey_release(google);
  latchkey_release(provider);
  latchkey_release(user);
  end(&outcome);
  end_auth("browser", auth);
}

static void gives_up(void) {
  visitor visitor = {.person = NULL};
  latchkey_auth *auth = auth_with("browser", &visitor, 0.3);
  outcome first = {0}, second = {0};
  latchkey_provider *provider = latchkey_provider_create("google.com");
  latchkey_auth_sign_in_with_provider(auth, provider, complete, &first);
  latchkey_auth_sign_in_with_provider(auth, provider, complete, &second);
  latchkey_release(provider);
  await(&first);
  await(&second);
  /* Only one sign-in in a browser may run at a time. */
  int32_t codes[] = {code(&first), code(&second)};
  CHECK((codes[0] == 17058 && codes[1] == 17057) || (codes[0] == 17057 && codes[1] == 17058));
  end(&first);
  end(&second);
  settle(auth);
  CHECK_NUMBER(visitor.pages, 1);
  end_auth("browser", auth);
}

/* Tests a page for which nothing waits any longer, because the app cancelled it or was deleted. */
static void is_cancelled(bool by_deletion) {
  visitor visitor = {.person = NULL};
  latchkey_auth *auth = auth_with("browser", &visitor, 0);
  latchkey_auth_cancel_page(auth);
  latchkey_provider *provider = latchkey_provider_create("google.com");
  outcome outcome = {0};
  latchkey_auth_sign_in_with_provider(auth, provider, complete, &outcome);
  latchkey_release(provider);
  while (__atomic_load_n(&visitor.pages, __ATOMIC_SEQ_CST) == 0) usleep(1000);
  if (by_deletion) {
    end_auth("browser", auth);
  } else {
    latchkey_auth_cancel_page(auth);
  }
  await(&outcome);
  CHECK_NUMBER(code(&outcome), 17058);
  end(&outcome);
  if (!by_deletion) end_auth("browser", auth);
}

void test_browser(void) {
  comes_back();
  gives_up();
  is_cancelled(false);
  is_cancelled(true);
}
