#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static const char *const services =
    "{\"project_info\":{\"project_number\":\"123456\",\"firebase_url\":\"https://db.example.com\","
    "\"project_id\":\"example\",\"storage_bucket\":\"example.appspot.com\"},"
    "\"client\":[{\"client_info\":{\"mobilesdk_app_id\":\"1:1:android:0\"},\"api_key\":[]},"
    "{\"client_info\":{\"mobilesdk_app_id\":\"1:123456:android:abcdef\"},"
    "\"oauth_client\":[{\"client_id\":\"id.apps.example.com\",\"client_type\":3}],"
    "\"api_key\":[{\"current_key\":\"the-key\"}]}],"
    "\"latchkey\":{\"server_url\":\"https://auth.example.com\"},\"configuration_version\":\"1\"}";

static void parses(void) {
  latchkey_error *error = NULL;
  latchkey_options *options = latchkey_options_parse(services, &error);
  CHECK(error == NULL);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_API_KEY), "the-key");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_PROJECT_ID), "example");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_APP_ID), "1:123456:android:abcdef");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_MESSAGING_SENDER_ID), "123456");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_DATABASE_URL), "https://db.example.com");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_STORAGE_BUCKET), "example.appspot.com");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_CLIENT_ID), "id.apps.example.com");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_SERVER_URL), "https://auth.example.com");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_EMULATOR_HOST), NULL);
  latchkey_release(options);

  options = latchkey_options_parse("{\"apiKey\":\"k\",\"emulatorHost\":\"127.0.0.1:9099\"}", NULL);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_API_KEY), "k");
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_EMULATOR_HOST), "127.0.0.1:9099");
  latchkey_release(options);
}

static void refuses(void) {
  static const struct {
    const char *json;
    int32_t code;
  } wrong[] = {
      {NULL, 17999},
      {"", 17999},
      {"[]", 17023},
      {"{}", 17023},
      {"{\"apiKey\":1}", 17999},
      {"{\"apiKey\":\"k\",\"APIKEY\":\"l\"}", 17999},
      {"{\"apiKey\":\"k\",\"serverUrl\":\"http://auth.example.com\"}", 17999},
      {"{\"apiKey\":\"k\",\"serverUrl\":\"https://a.example.com\",\"emulatorHost\":\"a:1\"}", 17999},
      {"{\"client\":[{\"api_key\":[{\"current_key\":\"k\"}]}],\"latchkey\":{\"server_url\":\"ftp://x\"}}", 17999},
      {"{\"client\":[{\"api_key\":[{\"current_key\":\"k\"}]}],"
       "\"latchkey\":{\"server_url\":\"https://a.example\",\"Server_URL\":\"https://b.example\"}}", 17999},
      {"{\"client\":[{\"api_key\":{}}]}", 17023},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    latchkey_error *error = NULL;
    CHECK(latchkey_options_parse(wrong[i].json, &error) == NULL);
    CHECK_NUMBER(latchkey_error_code(error), wrong[i].code);
    latchkey_release(error);
    CHECK(latchkey_options_parse(wrong[i].json, NULL) == NULL);
  }
  size_t size = (1 << 20) + 100;
  char *large = malloc(size + 1);
  memset(large, ' ', size);
  memcpy(large, "{\"apiKey\":\"k\"}", 14);
  large[size] = 0;
  CHECK(latchkey_options_parse(large, NULL) == NULL);
  free(large);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

static void finds(void) {
  char before[4096], directory[] = "/tmp/latchkey-c-test-XXXXXX";
  CHECK(getcwd(before, sizeof before) != NULL);
  CHECK(mkdtemp(directory) != NULL);
  CHECK(chdir(directory) == 0);
  latchkey_error *error = NULL;
  CHECK(latchkey_options_find(&error) == NULL);
  CHECK_NUMBER(latchkey_error_code(error), 17999);
  latchkey_release(error);

  write_file("latchkey.json", "{\"apiKey\":\"own\"}");
  write_file("named.json", "{\"apiKey\":\"named\"}");
  latchkey_options *options = latchkey_options_find(&error);
  CHECK(error == NULL);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_API_KEY), "own");
  latchkey_release(options);
  write_file("google-services-desktop.json", services);
  options = latchkey_options_find(NULL);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_API_KEY), "the-key");
  latchkey_release(options);
  setenv("LATCHKEYAUTH_CONFIG", "named.json", 1);
  options = latchkey_options_find(NULL);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_API_KEY), "named");
  latchkey_release(options);
  unsetenv("LATCHKEYAUTH_CONFIG");

  /* A file that any user can write must not determine where passwords are sent. */
  CHECK(chmod("google-services-desktop.json", 0666) == 0);
  CHECK(latchkey_options_find(&error) == NULL);
  latchkey_release(error);

  unlink("latchkey.json");
  unlink("named.json");
  unlink("google-services-desktop.json");
  CHECK(chdir(before) == 0);
  rmdir(directory);
}

static latchkey_app *create(const char *key, const char *value, const char *name, int32_t expected) {
  latchkey_options *options = latchkey_options_create();
  latchkey_options_set(options, LATCHKEY_OPTION_API_KEY, key);
  latchkey_options_set(options, LATCHKEY_OPTION_SERVER_URL, value);
  latchkey_error *error = NULL;
  latchkey_app *app = latchkey_app_create(options, name, &error);
  CHECK((app == NULL) == (expected != 0));
  CHECK_NUMBER(latchkey_error_code(error), expected);
  latchkey_release(error);
  latchkey_release(options);
  return app;
}

static void configures(void) {
  CHECK(latchkey_app_find(NULL) == NULL);
  create(NULL, NULL, NULL, 17023);
  create("k", "not a server", NULL, 17999);
  create("k", "http://auth.example.com", NULL, 17999);
  create("k", NULL, "not a name", 17999);
  create("k", NULL, "", 17999);
  create("k", NULL, "\xff\xfe", 17999);
  latchkey_app *app = create("k", "https://auth.example.com", NULL, 0);
  create("k", NULL, NULL, 17999);
  latchkey_app *other = create("k", NULL, "other", 0);
  CHECK(app != other);
  CHECK_TEXT(latchkey_app_name(app), "__FIRAPP_DEFAULT");
  CHECK_TEXT(latchkey_app_name(other), "other");
  CHECK(latchkey_app_find("nobody") == NULL);
  latchkey_app *found = latchkey_app_find("other");
  CHECK(found == other);
  latchkey_release(found);

  latchkey_options *options = latchkey_app_options(app);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_SERVER_URL), "https://auth.example.com");
  latchkey_options_set(options, LATCHKEY_OPTION_API_KEY, "another");
  latchkey_options_set(options, (latchkey_option)77, "nothing");
  CHECK_TEXT(latchkey_options_get(options, (latchkey_option)77), NULL);
  latchkey_release(options);
  options = latchkey_app_options(app);
  CHECK_TEXT(latchkey_options_get(options, LATCHKEY_OPTION_API_KEY), "k");
  latchkey_release(options);

  latchkey_environment memory = {.in_memory = true};
  latchkey_environment impatient = {.in_memory = true, .browser_seconds = 1};
  latchkey_error *error = NULL;
  latchkey_auth *auth = latchkey_auth_get(app, &memory, &error);
  CHECK(error == NULL);
  latchkey_auth *again = latchkey_auth_get(app, NULL, NULL);
  CHECK(again == auth);
  latchkey_release(again);
  again = latchkey_auth_get(app, &memory, NULL);
  CHECK(again == auth);
  latchkey_release(again);
  CHECK(latchkey_auth_get(app, &impatient, &error) == NULL);
  CHECK_NUMBER(latchkey_error_code(error), 17999);
  latchkey_release(error);

  CHECK(!latchkey_auth_use_emulator(auth, "no host", 80, NULL));
  CHECK(!latchkey_auth_use_emulator(auth, "localhost", 0, NULL));
  CHECK(!latchkey_auth_use_emulator(auth, "localhost", 65536, NULL));
  CHECK(!latchkey_auth_use_emulator(auth, NULL, 80, NULL));
  CHECK(latchkey_auth_use_emulator(auth, "::1", 9099, NULL));
  CHECK(!latchkey_auth_use_backend(auth, "http://auth.example.com", &error));
  CHECK_NUMBER(latchkey_error_code(error), 17999);
  latchkey_release(error);
  CHECK(latchkey_auth_use_backend(auth, "https://auth.example.com", &error));
  CHECK(error == NULL);

  latchkey_auth_set_language_code(auth, "fr");
  CHECK_TEXT(latchkey_auth_language_code(auth), "fr");
  latchkey_auth_set_language_code(auth, NULL);
  CHECK_TEXT(latchkey_auth_language_code(auth), NULL);
  latchkey_auth_set_tenant_id(auth, "tenant");
  CHECK_TEXT(latchkey_auth_tenant_id(auth), "tenant");
  latchkey_auth_set_custom_domain(auth, "auth.example.com");
  CHECK_TEXT(latchkey_auth_custom_domain(auth), "auth.example.com");
  latchkey_auth_use_app_language(auth);
  latchkey_free(latchkey_auth_language_code(auth));

  latchkey_app_delete(app);
  latchkey_app_delete(app);
  CHECK(latchkey_app_find(NULL) == NULL);
  CHECK(latchkey_auth_get(app, NULL, NULL) == NULL);
  latchkey_app *next = create("k", NULL, NULL, 0);
  CHECK(next != app);
  latchkey_auth *of_next = latchkey_auth_get(next, &memory, NULL);
  CHECK(of_next != NULL && of_next != auth);
  latchkey_app_delete(next);
  latchkey_app_delete(other);
  latchkey_release(of_next);
  latchkey_release(next);
  latchkey_release(auth);
  latchkey_release(other);
  latchkey_release(app);
}

void test_options(void) {
  CHECK(latchkey_version()[0] != 0);
  parses();
  refuses();
  finds();
  configures();
}
