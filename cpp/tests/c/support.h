/* Declarations that the tests of the C interface share. */
#ifndef LATCHKEY_TESTS_C_SUPPORT_H
#define LATCHKEY_TESTS_C_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "latchkey_auth.h"

/* The address of the development server, without a slash at its end. */
extern const char *base;
extern int failures;

void fail(const char *file, int line, const char *what);

#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) fail(__FILE__, __LINE__, #condition);  \
  } while (0)

/* Compares a text, and frees it. NULL may be expected, too. */
#define CHECK_TEXT(text, expected) check_text(__FILE__, __LINE__, #text, text, expected)
#define CHECK_NUMBER(number, expected) check_number(__FILE__, __LINE__, #number, number, expected)
void check_text(const char *file, int line, const char *what, char *text, const char *expected);
void check_number(const char *file, int line, const char *what, int64_t number, int64_t expected);

/* One operation and its outcome. The next `begin`, or `end`, releases the objects. */
typedef struct outcome {
  int count;
  const latchkey_result *result;
  const latchkey_error *error;
} outcome;

/* The completion of an operation. Its context is the outcome. */
void complete(void *context, const latchkey_result *result, const latchkey_error *error);
/* Waits for the completion. Ends the program if the completion is not called. */
void await(outcome *outcome);
void end(outcome *outcome);
/* The error's code; 0 for success. */
int32_t code(const outcome *outcome);

/* Runs an operation whose last arguments are completion and context, and returns its code. */
#define RUN(outcome, function, ...) \
  (end(&(outcome)), function(__VA_ARGS__, complete, &(outcome)), await(&(outcome)), code(&(outcome)))

/* Waits until all pending callbacks have been called. */
void settle(latchkey_auth *auth);

/* Creates an app with this name and its auth, which uses the development server and stores nothing on the disk. */
latchkey_auth *new_auth(const char *name);
/* Deletes the app, and releases the auth. */
void end_auth(const char *name, latchkey_auth *auth);

/* Returns an ID token of one of the lab's providers. `more` is further JSON members, such as ",\"rawNonce\":\"x\"". */
char *lab_token(const char *provider, const char *person, const char *more);
/* Requires a token of the lab's Turnstile for a new account, or no captcha. */
void require_turnstile(bool required);
/* Returns a token of the lab's Turnstile for a sign-up in the project. */
char *lab_turnstile_token(const char *action, const char *data);
/* The newest code of a text message, and the newest code of a mail. */
char *last_sms_code(void);
char *last_mailed(const char *member);

/* The tests. */
void test_options(void);
void test_arguments(void);
void test_sessions(void);
void test_accounts(void);
void test_links(void);
void test_second_factors(void);
void test_browser(void);
void test_threads(void);
void test_wrong_servers(void);
void test_captchas(void);

#endif
