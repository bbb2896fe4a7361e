#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http.h"

const char *base;
int failures;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;

void fail(const char *file, int line, const char *what) {
  fprintf(stderr, "%s:%d: %s\n", file, line, what);
  __atomic_add_fetch(&failures, 1, __ATOMIC_SEQ_CST);
}

void check_text(const char *file, int line, const char *what, char *text, const char *expected) {
  bool same = text && expected ? strcmp(text, expected) == 0 : text == expected;
  if (!same) {
    char message[512];
    snprintf(message, sizeof message, "%s is %s, not %s", what, text ? text : "NULL", expected ? expected : "NULL");
    fail(file, line, message);
  }
  latchkey_free(text);
}

void check_number(const char *file, int line, const char *what, int64_t number, int64_t expected) {
  if (number == expected) return;
  char message[512];
  snprintf(message, sizeof message, "%s is %lld, not %lld", what, (long long)number, (long long)expected);
  fail(file, line, message);
}

void complete(void *context, const latchkey_result *result, const latchkey_error *error) {
  outcome *outcome = context;
  pthread_mutex_lock(&lock);
  outcome->result = latchkey_retain(result);
  outcome->error = latchkey_retain(error);
  outcome->count++;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
}

void await(outcome *outcome) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 120;
  pthread_mutex_lock(&lock);
  while (outcome->count == 0) {
    if (pthread_cond_timedwait(&told, &lock, &deadline) != 0) {
      fprintf(stderr, "an operation does not end\n");
      exit(2);
    }
  }
  pthread_mutex_unlock(&lock);
  CHECK_NUMBER(outcome->count, 1);
  CHECK((outcome->result == NULL) != (outcome->error == NULL));
}

void end(outcome *outcome) {
  latchkey_release(outcome->result);
  latchkey_release(outcome->error);
  memset(outcome, 0, sizeof *outcome);
}

int32_t code(const outcome *outcome) { return latchkey_error_code(outcome->error); }

static void settled(void *context, latchkey_user *user) {
  (void)user;
  pthread_mutex_lock(&lock);
  *(bool *)context = true;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
}

void settle(latchkey_auth *auth) {
  bool done = false;
  latchkey_listener *listener = latchkey_auth_add_listener(auth, LATCHKEY_INTEREST_USER, settled, &done);
  pthread_mutex_lock(&lock);
  while (!done) pthread_cond_wait(&told, &lock);
  pthread_mutex_unlock(&lock);
  latchkey_auth_remove_listener(auth, listener);
  latchkey_release(listener);
}

latchkey_auth *new_auth(const char *name) {
  latchkey_options *options = latchkey_options_create();
  latchkey_options_set(options, LATCHKEY_OPTION_API_KEY, "key");
  latchkey_options_set(options, LATCHKEY_OPTION_PROJECT_ID, "example");
  latchkey_options_set(options, LATCHKEY_OPTION_EMULATOR_HOST, base + strlen("http://"));
  latchkey_error *error = NULL;
  latchkey_app *app = latchkey_app_create(options, name, &error);
  latchkey_environment environment = {.in_memory = true};
  latchkey_auth *auth = app ? latchkey_auth_get(app, &environment, &error) : NULL;
  if (!auth) {
    fprintf(stderr, "%s: %s\n", name, latchkey_error_message(error));
    exit(2);
  }
  latchkey_release(options);
  latchkey_release(app);
  return auth;
}

void end_auth(const char *name, latchkey_auth *auth) {
  latchkey_app *app = latchkey_app_find(name);
  CHECK(app != NULL);
  latchkey_app_delete(app);
  latchkey_release(app);
  latchkey_release(auth);
}

static char *member(const char *method, const char *path, const char *body, const char *name) {
  char url[512];
  snprintf(url, sizeof url, "%s%s", base, path);
  http_answer answer = http_send(method, url, NULL, body);
  char *text = json_text(answer.body, name);
  if (answer.status != 200 || !text) {
    fprintf(stderr, "%s: %d %s\n", url, answer.status, answer.body);
    exit(2);
  }
  http_end(&answer);
  return text;
}

char *lab_token(const char *provider, const char *person, const char *more) {
  char path[128], body[512];
  snprintf(path, sizeof path, "/lab/control/token/%s", provider);
  snprintf(body, sizeof body, "{\"person\":\"%s\"%s}", person, more);
  return member("POST", path, body, "idToken");
}

void require_turnstile(bool required) {
  char url[512], body[512];
  snprintf(url, sizeof url, "%s/identitytoolkit.googleapis.com/v2/projects/example/captchaConfig?updateMask=%s", base,
           required ? "provider,siteKey,secret,verifyUrl,signUp" : "provider,signUp");
  if (required) {
    snprintf(body, sizeof body,
             "{\"provider\":\"TURNSTILE\",\"siteKey\":\"lab-site\",\"secret\":\"lab-captcha-secret\",\"verifyUrl\":"
             "\"%s/lab/turnstile/siteverify\",\"signUp\":\"ENFORCE\"}",
             base);
  } else {
    snprintf(body, sizeof body, "{\"provider\":\"PROOF_OF_WORK\",\"signUp\":\"OFF\"}");
  }
  http_answer answer = http_send("PATCH", url, NULL, body);
  if (answer.status != 200) fail(__FILE__, __LINE__, answer.body);
  http_end(&answer);
}

char *lab_turnstile_token(const char *action, const char *data) {
  char body[512];
  snprintf(body, sizeof body, "{\"service\":\"turnstile\",\"action\":\"%s\",\"data\":\"%s\"}", action, data);
  return member("POST", "/lab/control/captcha", body, "token");
}

char *last_sms_code(void) {
  return member("GET", "/emulator/v1/projects/example/verificationCodes", NULL, "code");
}

char *last_mailed(const char *name) {
  return member("GET", "/emulator/v1/projects/example/oobCodes", NULL, name);
}
