/*
 * Tests the C interface against a development server with its provider lab:
 *
 *     c-test http://127.0.0.1:9099 [TEST...]
 */
#include <string.h>

#include "http.h"
#include "support.h"

static const struct {
  const char *name;
  void (*run)(void);
} tests[] = {
    {"options", test_options},     {"arguments", test_arguments},
    {"sessions", test_sessions},   {"accounts", test_accounts},
    {"links", test_links},         {"second-factors", test_second_factors},
    {"browser", test_browser},     {"threads", test_threads},
    {"wrong-servers", test_wrong_servers}, {"captchas", test_captchas},
};

static bool is_wanted(const char *name, int count, char **names) {
  for (int i = 0; i < count; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return count == 0;
}

/* Configures a project without users, in which all operations of these tests are allowed. */
static void configure(void) {
  char url[512];
  snprintf(url, sizeof url, "%s/emulator/v1/projects/example/accounts", base);
  http_answer emptied = http_send("DELETE", url, NULL, NULL);
  if (emptied.status != 200) fail(__FILE__, __LINE__, emptied.body);
  http_end(&emptied);
  snprintf(url, sizeof url, "%s/identitytoolkit.googleapis.com/v2/projects/example/config?updateMask=mfa", base);
  http_answer answer = http_send(
      "PATCH", url, NULL,
      "{\"mfa\":{\"state\":\"ENABLED\",\"enabledProviders\":[\"PHONE_SMS\"],\"providerConfigs\":[{\"state\":"
      "\"ENABLED\",\"totpProviderConfig\":{\"adjacentIntervals\":5}}]}}");
  if (answer.status != 200) fail(__FILE__, __LINE__, answer.body);
  http_end(&answer);
}

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: %s http://HOST:PORT [TEST...]\n", arguments[0]);
    return 2;
  }
  base = arguments[1];
  configure();
  int run = 0;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    if (!is_wanted(tests[i].name, count - 2, arguments + 2)) continue;
    int before = failures;
    tests[i].run();
    run++;
    if (latchkey_live_objects() != 0) {
      CHECK_NUMBER(latchkey_live_objects(), 0);
      break;
    }
    printf("%s %s\n", failures == before ? "passed" : "FAILED", tests[i].name);
    fflush(stdout);
  }
  printf("%d tests, %d failures\n", run, failures);
  return failures || run == 0 ? 1 : 0;
}
