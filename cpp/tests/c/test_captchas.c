#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"

enum { LONGEST_TOKEN = 8192 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;

/* An app with a widget. The callback keeps the request. */
typedef struct widget {
  latchkey_captcha_request *request;
  int calls;
  int releases;
} widget;

static void show(void *context, latchkey_captcha_request *request) {
  widget *widget = context;
  pthread_mutex_lock(&lock);
  CHECK(widget->request == NULL);
  CHECK_NUMBER(widget->releases, 0);
  widget->request = (latchkey_captcha_request *)latchkey_retain(request);
  widget->calls++;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
}

/* An app that forgets the request. */
static void forget(void *context, latchkey_captcha_request *request) {
  (void)request;
  ((widget *)context)->calls++;
}

static void release(void *context) {
  pthread_mutex_lock(&lock);
  ((widget *)context)->releases++;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
}

/* Waits for the next call of one of the functions above. Ends the program if there is none. */
static void await_call(void) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 120;
  if (pthread_cond_timedwait(&told, &lock, &deadline) != 0) {
    fprintf(stderr, "a widget is not called\n");
    exit(2);
  }
}

/* Waits until the widget is shown, and returns a reference to its request. */
static latchkey_captcha_request *shown(widget *widget) {
  pthread_mutex_lock(&lock);
  while (!widget->request) await_call();
  latchkey_captcha_request *request = widget->request;
  widget->request = NULL;
  pthread_mutex_unlock(&lock);
  return request;
}

static void await_release(widget *widget) {
  pthread_mutex_lock(&lock);
  while (widget->releases == 0) await_call();
  CHECK_NUMBER(widget->releases, 1);
  pthread_mutex_unlock(&lock);
}

/* Begins a sign-up with an address that no other one uses. */
static void begin(latchkey_auth *auth, outcome *outcome) {
  static int number;
  char email[64];
  snprintf(email, sizeof email, "captcha-%d@example.com", ++number);
  end(outcome);
  latchkey_auth_create_user(auth, email, "correct horse", complete, outcome);
}

static int32_t outcome_of(outcome *outcome) {
  await(outcome);
  return code(outcome);
}

static void *answer(void *request) {
  char *action = latchkey_captcha_request_action(request);
  char *data = latchkey_captcha_request_data(request);
  char *token = lab_turnstile_token(action, data);
  CHECK(latchkey_captcha_request_answer(request, token));
  /* The first answer counts. */
  CHECK(!latchkey_captcha_request_answer(request, "another"));
  CHECK(!latchkey_captcha_request_fail(request, "another"));
  CHECK(!latchkey_captcha_request_cancel(request));
  free(token);
  latchkey_free(action);
  latchkey_free(data);
  return NULL;
}

static void answers_from_any_thread(latchkey_auth *auth) {
  outcome outcome = {0};
  widget widget = {0};
  latchkey_auth_set_captcha_token_provider(auth, show, &widget, release);
  for (int i = 0; i < 2; i++) {
    begin(auth, &outcome);
    latchkey_captcha_request *request = shown(&widget);
    CHECK_TEXT(latchkey_captcha_request_provider(request), "turnstile");
    CHECK_TEXT(latchkey_captcha_request_action(request), "sign-up");
    CHECK_TEXT(latchkey_captcha_request_site_key(request), "lab-site");
    CHECK_TEXT(latchkey_captcha_request_data(request), "example");
    CHECK_NUMBER(outcome.count, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, answer, request);
    CHECK_NUMBER(outcome_of(&outcome), 0);
    pthread_join(thread, NULL);
    latchkey_release(request);
  }
  CHECK_NUMBER(widget.calls, 2);
  latchkey_auth_set_captcha_token_provider(auth, NULL, NULL, NULL);
  await_release(&widget);
  end(&outcome);
}

static void fails(latchkey_auth *auth) {
  outcome outcome = {0};
  widget widget = {0};
  char *long_token = malloc(LONGEST_TOKEN + 2);
  if (!long_token) abort();
  memset(long_token, 'a', LONGEST_TOKEN + 1);
  long_token[LONGEST_TOKEN + 1] = 0;
  const char *tokens[] = {"", NULL, long_token};
  latchkey_auth_set_captcha_token_provider(auth, show, &widget, release);
  for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
    begin(auth, &outcome);
    latchkey_captcha_request *request = shown(&widget);
    CHECK(latchkey_captcha_request_answer(request, tokens[i]));
    CHECK_NUMBER(outcome_of(&outcome), 17201);
    latchkey_release(request);
  }
  /* The longest token is sent, and the server refuses it. */
  begin(auth, &outcome);
  latchkey_captcha_request *request = shown(&widget);
  CHECK(latchkey_captcha_request_answer(request, long_token + 1));
  CHECK_NUMBER(outcome_of(&outcome), 17202);
  latchkey_release(request);
  free(long_token);

  begin(auth, &outcome);
  request = shown(&widget);
  CHECK(latchkey_captcha_request_fail(request, "The widget is broken."));
  CHECK_NUMBER(outcome_of(&outcome), 17056);
  CHECK_TEXT(latchkey_error_message(outcome.error), "The widget is broken.");
  latchkey_release(request);

  begin(auth, &outcome);
  request = shown(&widget);
  CHECK(latchkey_captcha_request_cancel(request));
  CHECK_NUMBER(outcome_of(&outcome), 17058);
  latchkey_release(request);

  begin(auth, &outcome);
  latchkey_release(shown(&widget));
  CHECK_NUMBER(outcome_of(&outcome), 17056);
  end(&outcome);

  /* The next function replaces this one. */
  struct widget forgetful = {0};
  latchkey_auth_set_captcha_token_provider(auth, forget, &forgetful, NULL);
  await_release(&widget);
  begin(auth, &outcome);
  CHECK_NUMBER(outcome_of(&outcome), 17056);
  CHECK_NUMBER(forgetful.calls, 1);
  latchkey_auth_set_captcha_token_provider(auth, NULL, NULL, NULL);
  end(&outcome);
}

/* Without a function, the present behaviour stays. */
static void needs_a_function(latchkey_auth *auth) {
  outcome outcome = {0};
  begin(auth, &outcome);
  CHECK_NUMBER(outcome_of(&outcome), 17208);
  end(&outcome);
}

static void is_removed(latchkey_auth *auth) {
  outcome outcome = {0};
  widget widget = {0};
  latchkey_auth_set_captcha_token_provider(auth, show, &widget, release);
  begin(auth, &outcome);
  latchkey_captcha_request *request = shown(&widget);
  latchkey_auth_set_captcha_token_provider(auth, NULL, NULL, NULL);
  CHECK_NUMBER(outcome_of(&outcome), 17058);
  await_release(&widget);
  CHECK(!latchkey_captcha_request_answer(request, "late"));
  latchkey_release(request);
  needs_a_function(auth);
  CHECK_NUMBER(widget.calls, 1);
  end(&outcome);
}

static void ends_with_its_app(void) {
  latchkey_auth *auth = new_auth("captchas-deleted");
  outcome outcome = {0};
  widget widget = {0};
  latchkey_auth_set_captcha_token_provider(auth, show, &widget, release);
  begin(auth, &outcome);
  latchkey_captcha_request *request = shown(&widget);
  latchkey_retain(auth);
  end_auth("captchas-deleted", auth);
  CHECK_NUMBER(outcome_of(&outcome), 17058);
  await_release(&widget);
  CHECK(!latchkey_captcha_request_answer(request, "late"));
  latchkey_release(request);
  end(&outcome);

  /* A function that cannot be set is not called, and its context is released. */
  struct widget late = {0};
  latchkey_auth_set_captcha_token_provider(auth, show, &late, release);
  await_release(&late);
  CHECK_NUMBER(late.calls, 0);
  latchkey_release(auth);
  struct widget without_auth = {0};
  latchkey_auth_set_captcha_token_provider(NULL, show, &without_auth, release);
  await_release(&without_auth);
}

void test_captchas(void) {
  latchkey_auth *auth = new_auth("captchas");
  require_turnstile(true);
  needs_a_function(auth);
  answers_from_any_thread(auth);
  fails(auth);
  is_removed(auth);
  ends_with_its_app();
  require_turnstile(false);
  settle(auth);
  end_auth("captchas", auth);
}
