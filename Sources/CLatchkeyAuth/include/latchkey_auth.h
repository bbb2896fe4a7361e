/*
 * The C interface of Latchkey's client. The C++ SDK and the Objective-C SDK use it, and any other language can bind to
 * it.
 *
 * Objects. Every pointer to one of the types below is a reference-counted handle. A function that returns a handle,
 * also through an error argument, returns a reference that the caller owns. The caller ends this reference with
 * latchkey_release(). A callback's arguments are valid only during the callback; latchkey_retain() keeps them longer.
 * While a reference to an app, auth, user or resolver exists, functions return the same pointer for it. A function
 * never takes over a reference from its arguments. An object argument may be NULL if its comment says so, and in
 * latchkey_retain() and latchkey_release(). Any other NULL object causes the error for a missing argument, never a
 * crash.
 *
 * Texts are UTF-8 and end with a zero byte. The caller owns a returned text and frees it with latchkey_free(). NULL
 * means that there is no text.
 *
 * Threads. Every function may be called from any thread. Only one callback runs at a time, in the order of the events:
 * a listener receives a sign-in before the sign-in's completion is called. A callback never runs on the calling thread
 * during the call that requested it. It may run on the callback thread before that call has returned. A callback must
 * not wait for another callback. Each completion is called exactly once.
 *
 * Errors have the codes of FIRAuthErrorCode (17000 and up).
 */
#ifndef LATCHKEY_AUTH_H
#define LATCHKEY_AUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values that an app needs to use its project. */
typedef struct latchkey_options latchkey_options;
/* One configured use of a project. */
typedef struct latchkey_app latchkey_app;
/* Signs the users of an app in. Each app has one. */
typedef struct latchkey_auth latchkey_auth;
/* A user, who has signed in. */
typedef struct latchkey_user latchkey_user;
/* Proves who a user is. */
typedef struct latchkey_credential latchkey_credential;
/* A provider that signs users in with its own pages. */
typedef struct latchkey_provider latchkey_provider;
/* The result of an operation. */
typedef struct latchkey_result latchkey_result;
/* The reason why an operation failed. */
typedef struct latchkey_error latchkey_error;
/* A JSON value. */
typedef struct latchkey_value latchkey_value;
/* A user's second factor. */
typedef struct latchkey_factor latchkey_factor;
/* The context in which a second factor is enrolled or requested. */
typedef struct latchkey_session latchkey_session;
/* A sign-in that needs a second factor. */
typedef struct latchkey_resolver latchkey_resolver;
/* The proof of a second factor. */
typedef struct latchkey_assertion latchkey_assertion;
/* A secret to enter into an authenticator app. */
typedef struct latchkey_totp_secret latchkey_totp_secret;
/* A registered listener for changes. */
typedef struct latchkey_listener latchkey_listener;
/* A captcha token that the server asks for. */
typedef struct latchkey_captcha_request latchkey_captcha_request;

/* ---- Memory ---- */

/* Adds a reference to any object, and returns the object. NULL is allowed. */
const void *latchkey_retain(const void *object);
/* Ends one reference to any object. NULL is allowed. */
void latchkey_release(const void *object);
/* Frees a text. NULL is allowed. */
void latchkey_free(char *text);
/* The number of objects to which the caller holds references, so that a test can find leaks. A callback's arguments
   count only if the callback retained them. */
int64_t latchkey_live_objects(void);
/* The version of the library, such as "1.2.3". Do not free it. */
const char *latchkey_version(void);

/* ---- Values ---- */

typedef enum latchkey_value_kind {
  LATCHKEY_VALUE_NULL = 0,
  LATCHKEY_VALUE_BOOL = 1,
  LATCHKEY_VALUE_INTEGER = 2,
  LATCHKEY_VALUE_DOUBLE = 3,
  LATCHKEY_VALUE_TEXT = 4,
  LATCHKEY_VALUE_ARRAY = 5,
  LATCHKEY_VALUE_OBJECT = 6
} latchkey_value_kind;

latchkey_value_kind latchkey_value_get_kind(const latchkey_value *value);
/* The value of a Boolean; false for other kinds. */
bool latchkey_value_bool(const latchkey_value *value);
/* The value of an integer; 0 for other kinds. */
int64_t latchkey_value_integer(const latchkey_value *value);
/* The value of a double, or of an integer as a double; 0 for other kinds. */
double latchkey_value_double(const latchkey_value *value);
/* The value of a text; NULL for other kinds. */
char *latchkey_value_text(const latchkey_value *value);
/* The number of elements of an array or members of an object; 0 for other kinds. */
size_t latchkey_value_count(const latchkey_value *value);
/* The element, or the member's value; NULL if the index is out of range. */
latchkey_value *latchkey_value_at(const latchkey_value *value, size_t index);
/* The member's name; NULL if the index is out of range, and for other kinds. */
char *latchkey_value_key_at(const latchkey_value *value, size_t index);

/* ---- Errors ---- */

/* The code of FIRAuthErrorCode, such as 17025 for a credential that belongs to another account. */
int32_t latchkey_error_code(const latchkey_error *error);
/* The code's name, such as "ERROR_CREDENTIAL_ALREADY_IN_USE". */
char *latchkey_error_name(const latchkey_error *error);
/* The description, a sentence for people. */
char *latchkey_error_message(const latchkey_error *error);
/* The exact cause, or NULL. */
char *latchkey_error_reason(const latchkey_error *error);
/* The server's message, word for word, or NULL. */
char *latchkey_error_server_message(const latchkey_error *error);
/* The e-mail address of the conflicting account, or NULL. */
char *latchkey_error_email(const latchkey_error *error);
/* A credential, or NULL. The app can sign in or link with it instead of the refused credential. */
latchkey_credential *latchkey_error_updated_credential(const latchkey_error *error);
/* The resolver that continues the sign-in, with the code 17078 (second factor required); NULL for other codes. */
latchkey_resolver *latchkey_error_resolver(const latchkey_error *error);

/* ---- Options and apps ---- */

typedef enum latchkey_option {
  LATCHKEY_OPTION_API_KEY = 0,
  LATCHKEY_OPTION_PROJECT_ID = 1,
  LATCHKEY_OPTION_APP_ID = 2,
  LATCHKEY_OPTION_MESSAGING_SENDER_ID = 3,
  LATCHKEY_OPTION_DATABASE_URL = 4,
  LATCHKEY_OPTION_STORAGE_BUCKET = 5,
  LATCHKEY_OPTION_CLIENT_ID = 6,
  LATCHKEY_OPTION_BUNDLE_ID = 7,
  LATCHKEY_OPTION_AUTH_DOMAIN = 8,
  /* The address of your own server: https, or http on this machine; or https://identitytoolkit.googleapis.com for
     Google's own service. Without a server, every operation that needs a server fails. */
  LATCHKEY_OPTION_SERVER_URL = 9,
  /* Host and port of a development server, such as "127.0.0.1:9099". Do not set both this option and the server URL. */
  LATCHKEY_OPTION_EMULATOR_HOST = 10
} latchkey_option;

latchkey_options *latchkey_options_create(void);
/* Reads the text of google-services.json or of latchkey.json. In google-services.json it reads the first client that
   has a key; a top-level member "latchkey" may contain "server_url" or "emulator_host", and "auth_domain". In
   latchkey.json it reads the names of the web configuration: apiKey, projectId, serverUrl, emulatorHost... Returns
   NULL, with an error, for any other text. `error` may be NULL. */
latchkey_options *latchkey_options_parse(const char *json, latchkey_error **error);
/* Searches for google-services-desktop.json, google-services.json, latchkey.json and GoogleService-Info.plist, in this
   order. It checks the path in the environment variable LATCHKEYAUTH_CONFIG, the directory of the executable and the
   current directory. Returns NULL, with an error, if there is no file or the file cannot be used. */
latchkey_options *latchkey_options_find(latchkey_error **error);
/* `value` may be NULL. Does nothing for an unknown option. */
void latchkey_options_set(latchkey_options *options, latchkey_option option, const char *value);
char *latchkey_options_get(const latchkey_options *options, latchkey_option option);

/* Configures an app. `name` may be NULL for the default app. Returns NULL, with an error, if the name is taken or
   malformed or the options are unusable. */
latchkey_app *latchkey_app_create(const latchkey_options *options, const char *name, latchkey_error **error);
/* The app with this name; the default app for NULL. NULL if there is no such app. */
latchkey_app *latchkey_app_find(const char *name);
char *latchkey_app_name(const latchkey_app *app);
/* A copy of the app's options. */
latchkey_options *latchkey_app_options(const latchkey_app *app);
/* Deletes the app: its name can then be configured again. Sessions stay stored. A running sign-in in a browser is
   cancelled. The caller still owns its reference. */
void latchkey_app_delete(latchkey_app *app);

/* ---- Auth ---- */

/* Called with the result of an operation, or with an error. The other argument is NULL. */
typedef void (*latchkey_completion)(void *context, const latchkey_result *result, const latchkey_error *error);
/* Shows a page to the user. */
typedef void (*latchkey_open_page)(void *context, const char *url);
/* Called with the signed-in user, or NULL. */
typedef void (*latchkey_change)(void *context, latchkey_user *user);

/* Settings of an auth. Zero selects the default of each setting. */
typedef struct latchkey_environment {
  /* True to remove the session when the process ends, and to write no file. */
  bool in_memory;
  /* Opens the pages of a sign-in in a browser; NULL for the system's browser. */
  latchkey_open_page open_page;
  void *open_page_context;
  /* The number of seconds after which a sign-in in a browser counts as cancelled; 0 for five minutes. */
  double browser_seconds;
} latchkey_environment;

/* The auth of an app: the same object at each call. The first call determines the environment; `environment` may be
   NULL. If a later call passes a different environment, returns NULL, with an error. */
latchkey_auth *latchkey_auth_get(latchkey_app *app, const latchkey_environment *environment, latchkey_error **error);

/* Call one of these two functions before any other function of the auth. Returns false, with an error, if the address
   cannot be used. */
bool latchkey_auth_use_emulator(latchkey_auth *auth, const char *host, int32_t port, latchkey_error **error);
bool latchkey_auth_use_backend(latchkey_auth *auth, const char *url, latchkey_error **error);

/* The signed-in user; NULL if no user is signed in. */
latchkey_user *latchkey_auth_current_user(latchkey_auth *auth);
/* Removes the session. Sends nothing to the server. Returns false, with an error, if the session cannot be removed. */
bool latchkey_auth_sign_out(latchkey_auth *auth, latchkey_error **error);

/* A BCP 47 tag, or NULL for the project's language. */
char *latchkey_auth_language_code(latchkey_auth *auth);
void latchkey_auth_set_language_code(latchkey_auth *auth, const char *code);
void latchkey_auth_use_app_language(latchkey_auth *auth);
char *latchkey_auth_tenant_id(latchkey_auth *auth);
void latchkey_auth_set_tenant_id(latchkey_auth *auth, const char *tenant_id);
char *latchkey_auth_custom_domain(latchkey_auth *auth);
void latchkey_auth_set_custom_domain(latchkey_auth *auth, const char *domain);

typedef enum latchkey_interest {
  /* A sign-in, a sign-out or a change of user. */
  LATCHKEY_INTEREST_USER = 0,
  /* Also a change of the ID token. */
  LATCHKEY_INTEREST_TOKEN = 1
} latchkey_interest;

/* Calls the listener soon with the current state, and then at each change. The listener is called until it is removed;
   latchkey_release() does not remove it. */
latchkey_listener *latchkey_auth_add_listener(
    latchkey_auth *auth, latchkey_interest interest, latchkey_change change, void *context);
/* Removes a listener. No further call begins; a running call may finish. */
void latchkey_auth_remove_listener(latchkey_auth *auth, latchkey_listener *listener);

/* Settings of a mailed link. A NULL text selects the project's setting. */
typedef struct latchkey_action_code_settings {
  const char *url;
  bool handle_code_in_app;
  const char *ios_bundle_id;
  const char *android_package_name;
  bool android_install_if_not_available;
  const char *android_minimum_version;
  const char *link_domain;
} latchkey_action_code_settings;

/* The results of these functions contain a user. They also contain a credential and additional information if the
   provider returned them. */
void latchkey_auth_sign_in_anonymously(latchkey_auth *auth, latchkey_completion completion, void *context);
void latchkey_auth_sign_in_with_credential(
    latchkey_auth *auth, const latchkey_credential *credential, latchkey_completion completion, void *context);
void latchkey_auth_sign_in_with_email(
    latchkey_auth *auth, const char *email, const char *password, latchkey_completion completion, void *context);
void latchkey_auth_sign_in_with_email_link(
    latchkey_auth *auth, const char *email, const char *link, latchkey_completion completion, void *context);
void latchkey_auth_sign_in_with_custom_token(
    latchkey_auth *auth, const char *token, latchkey_completion completion, void *context);
void latchkey_auth_create_user(
    latchkey_auth *auth, const char *email, const char *password, latchkey_completion completion, void *context);
/* Signs in with the provider's pages, in a browser. */
void latchkey_auth_sign_in_with_provider(
    latchkey_auth *auth, const latchkey_provider *provider, latchkey_completion completion, void *context);

/* Shows the user the provider's pages. The result contains a credential; no user is signed in. */
void latchkey_auth_get_credential(
    latchkey_auth *auth, const latchkey_provider *provider, latchkey_completion completion, void *context);
/* Ends the running sign-in in a browser, if any. Its completion receives the error 17058 (cancelled). */
void latchkey_auth_cancel_page(latchkey_auth *auth);
/* Makes a user the signed-in user. The result is empty. */
void latchkey_auth_update_current_user(
    latchkey_auth *auth, latchkey_user *user, latchkey_completion completion, void *context);
/* The result's texts are the sign-in methods. */
void latchkey_auth_fetch_sign_in_methods(
    latchkey_auth *auth, const char *email, latchkey_completion completion, void *context);
/* The results are empty. For a password reset, `settings` may be NULL; a sign-in link needs settings with a url. */
void latchkey_auth_send_password_reset(
    latchkey_auth *auth, const char *email, const latchkey_action_code_settings *settings,
    latchkey_completion completion, void *context);
void latchkey_auth_send_sign_in_link(
    latchkey_auth *auth, const char *email, const latchkey_action_code_settings *settings,
    latchkey_completion completion, void *context);
void latchkey_auth_confirm_password_reset(
    latchkey_auth *auth, const char *code, const char *new_password, latchkey_completion completion, void *context);
void latchkey_auth_apply_action_code(
    latchkey_auth *auth, const char *code, latchkey_completion completion, void *context);
/* The result's text is the e-mail address. */
void latchkey_auth_verify_password_reset_code(
    latchkey_auth *auth, const char *code, latchkey_completion completion, void *context);
/* The result has three texts: the operation ("PASSWORD_RESET"...), the address, and the new address or "". */
void latchkey_auth_check_action_code(
    latchkey_auth *auth, const char *code, latchkey_completion completion, void *context);
/* Asks the server which actions need a captcha. The first request of each such action then already contains a proof of
   work. Without this call, the SDK sends the first request of each action twice, and a project that only audits
   captchas gets no proofs. The result is empty. */
void latchkey_auth_initialize_recaptcha_config(latchkey_auth *auth, latchkey_completion completion, void *context);
/* Revokes the tokens of Sign in with Apple. The result is empty. */
void latchkey_auth_revoke_token(
    latchkey_auth *auth, const char *authorization_code, latchkey_completion completion, void *context);
/* True if the link is a sign-in link. Sends nothing to the server. */
bool latchkey_auth_is_sign_in_link(latchkey_auth *auth, const char *link);

/* Sends a code for a sign-in. With the session of a user, sends a code for the enrolment of the number. The result's
   text is the verification id. `session` may be NULL. */
void latchkey_auth_verify_phone_number(
    latchkey_auth *auth, const char *phone_number, const latchkey_session *session, latchkey_completion completion,
    void *context);
/* Sends a code to the number of a second factor, in the session of a sign-in that needs this factor. */
void latchkey_auth_verify_phone_factor(
    latchkey_auth *auth, const latchkey_factor *factor, const latchkey_session *session,
    latchkey_completion completion, void *context);

/* ---- Results ---- */

/* These functions return NULL or false if the operation has no such value. */
latchkey_user *latchkey_result_user(const latchkey_result *result);
latchkey_credential *latchkey_result_credential(const latchkey_result *result);
bool latchkey_result_has_additional_info(const latchkey_result *result);
char *latchkey_result_provider_id(const latchkey_result *result);
char *latchkey_result_username(const latchkey_result *result);
bool latchkey_result_is_new_user(const latchkey_result *result);
/* The provider's data about the user, under the provider's own names: an object. */
latchkey_value *latchkey_result_profile(const latchkey_result *result);
size_t latchkey_result_text_count(const latchkey_result *result);
/* NULL if the index is out of range. */
char *latchkey_result_text(const latchkey_result *result, size_t index);
latchkey_session *latchkey_result_session(const latchkey_result *result);
latchkey_totp_secret *latchkey_result_totp_secret(const latchkey_result *result);
/* The claims of the token from latchkey_user_get_id_token(); NULL if the token is not a JWT. */
latchkey_value *latchkey_result_claims(const latchkey_result *result);

/* ---- Users ---- */

char *latchkey_user_uid(const latchkey_user *user);
char *latchkey_user_email(const latchkey_user *user);
char *latchkey_user_phone_number(const latchkey_user *user);
char *latchkey_user_display_name(const latchkey_user *user);
char *latchkey_user_photo_url(const latchkey_user *user);
char *latchkey_user_tenant_id(const latchkey_user *user);
char *latchkey_user_refresh_token(const latchkey_user *user);
bool latchkey_user_is_anonymous(const latchkey_user *user);
bool latchkey_user_is_email_verified(const latchkey_user *user);
/* Milliseconds since 1970; 0 if the time is not known. */
int64_t latchkey_user_created_at(const latchkey_user *user);
int64_t latchkey_user_last_sign_in_at(const latchkey_user *user);

typedef enum latchkey_info {
  LATCHKEY_INFO_PROVIDER_ID = 0,
  LATCHKEY_INFO_UID = 1,
  LATCHKEY_INFO_EMAIL = 2,
  LATCHKEY_INFO_DISPLAY_NAME = 3,
  LATCHKEY_INFO_PHOTO_URL = 4,
  LATCHKEY_INFO_PHONE_NUMBER = 5
} latchkey_info;

/* The data of each linked provider. */
size_t latchkey_user_provider_count(const latchkey_user *user);
char *latchkey_user_provider_info(const latchkey_user *user, size_t index, latchkey_info info);

size_t latchkey_user_factor_count(const latchkey_user *user);
latchkey_factor *latchkey_user_factor_at(const latchkey_user *user, size_t index);

/* The user's passkeys: their names, which may be NULL, and their ids for latchkey_user_unenroll_passkey(). */
size_t latchkey_user_passkey_count(const latchkey_user *user);
char *latchkey_user_passkey_name(const latchkey_user *user, size_t index);
char *latchkey_user_passkey_credential_id(const latchkey_user *user, size_t index);

/* The result's text is the token. The result also contains the token's claims. */
void latchkey_user_get_id_token(
    latchkey_user *user, bool force_refresh, latchkey_completion completion, void *context);
/* The results of these functions are empty. */
void latchkey_user_reload(latchkey_user *user, latchkey_completion completion, void *context);
void latchkey_user_delete(latchkey_user *user, latchkey_completion completion, void *context);
void latchkey_user_update_email(
    latchkey_user *user, const char *email, latchkey_completion completion, void *context);
void latchkey_user_update_password(
    latchkey_user *user, const char *password, latchkey_completion completion, void *context);
void latchkey_user_update_phone_number(
    latchkey_user *user, const latchkey_credential *credential, latchkey_completion completion, void *context);
/* A NULL text does not change the value. An empty text removes the value. */
void latchkey_user_update_profile(
    latchkey_user *user, const char *display_name, const char *photo_url, latchkey_completion completion,
    void *context);
void latchkey_user_send_email_verification(
    latchkey_user *user, const latchkey_action_code_settings *settings, latchkey_completion completion,
    void *context);
void latchkey_user_send_email_verification_before_updating_email(
    latchkey_user *user, const char *email, const latchkey_action_code_settings *settings,
    latchkey_completion completion, void *context);
/* The results of these functions contain the same values as those of a sign-in. */
void latchkey_user_link_with_credential(
    latchkey_user *user, const latchkey_credential *credential, latchkey_completion completion, void *context);
void latchkey_user_link_with_provider(
    latchkey_user *user, const latchkey_provider *provider, latchkey_completion completion, void *context);
void latchkey_user_reauthenticate_with_credential(
    latchkey_user *user, const latchkey_credential *credential, latchkey_completion completion, void *context);
void latchkey_user_reauthenticate_with_provider(
    latchkey_user *user, const latchkey_provider *provider, latchkey_completion completion, void *context);
void latchkey_user_unlink(
    latchkey_user *user, const char *provider_id, latchkey_completion completion, void *context);

/* ---- Credentials ---- */

/* These functions send no request. They return NULL if a required text is missing. */
latchkey_credential *latchkey_credential_email_password(const char *email, const char *password);
latchkey_credential *latchkey_credential_email_link(const char *email, const char *link);
latchkey_credential *latchkey_credential_facebook(const char *access_token);
latchkey_credential *latchkey_credential_github(const char *access_token);
/* One of the two tokens may be NULL. */
latchkey_credential *latchkey_credential_google(const char *id_token, const char *access_token);
latchkey_credential *latchkey_credential_twitter(const char *token, const char *secret);
latchkey_credential *latchkey_credential_play_games(const char *server_auth_code);
/* The nonce and one of the two tokens may be NULL. */
latchkey_credential *latchkey_credential_oauth(
    const char *provider_id, const char *id_token, const char *raw_nonce, const char *access_token);
/* Apple returns the name only at the first sign-in. All arguments except the ID token may be NULL. */
latchkey_credential *latchkey_credential_apple(
    const char *id_token, const char *raw_nonce, const char *given_name, const char *family_name);
latchkey_credential *latchkey_credential_phone(const char *verification_id, const char *code);

char *latchkey_credential_provider(const latchkey_credential *credential);
/* NULL if the credential has no such value. */
char *latchkey_credential_id_token(const latchkey_credential *credential);
char *latchkey_credential_access_token(const latchkey_credential *credential);
char *latchkey_credential_secret(const latchkey_credential *credential);

/* ---- Providers ---- */

latchkey_provider *latchkey_provider_create(const char *provider_id);
char *latchkey_provider_id(const latchkey_provider *provider);
void latchkey_provider_add_scope(latchkey_provider *provider, const char *scope);
/* Sets a parameter of the provider's authorization page. Parameters that the server sets itself are not sent. */
void latchkey_provider_set_parameter(latchkey_provider *provider, const char *name, const char *value);

/* ---- Second factors ---- */

char *latchkey_factor_uid(const latchkey_factor *factor);
char *latchkey_factor_display_name(const latchkey_factor *factor);
/* "phone" or "totp". */
char *latchkey_factor_id(const latchkey_factor *factor);
/* The telephone number; NULL for an authenticator app. */
char *latchkey_factor_phone_number(const latchkey_factor *factor);
/* The time of the enrolment, in milliseconds since 1970. */
int64_t latchkey_factor_enrolled_at(const latchkey_factor *factor);

/* The result contains a session for the enrolment of factors. */
void latchkey_user_multi_factor_session(latchkey_user *user, latchkey_completion completion, void *context);
/* The results of these two functions are empty. `display_name` may be NULL. */
void latchkey_user_enroll(
    latchkey_user *user, const latchkey_assertion *assertion, const char *display_name,
    latchkey_completion completion, void *context);
void latchkey_user_unenroll(
    latchkey_user *user, const char *factor_uid, latchkey_completion completion, void *context);

/* The result contains a secret. */
void latchkey_session_generate_totp_secret(
    const latchkey_session *session, latchkey_completion completion, void *context);
/* The secret in Base32, for entry by hand. */
char *latchkey_totp_secret_key(const latchkey_totp_secret *secret);
/* The otpauth address that authenticator apps read from a QR code. */
char *latchkey_totp_secret_url(const latchkey_totp_secret *secret, const char *account_name, const char *issuer);

/* Returns the proof of a telephone number. NULL if the credential is of another kind. */
latchkey_assertion *latchkey_assertion_phone(const latchkey_credential *credential);
latchkey_assertion *latchkey_assertion_totp_enrollment(const latchkey_totp_secret *secret, const char *code);
latchkey_assertion *latchkey_assertion_totp_sign_in(const char *factor_uid, const char *code);

latchkey_auth *latchkey_resolver_auth(const latchkey_resolver *resolver);
latchkey_session *latchkey_resolver_session(const latchkey_resolver *resolver);
size_t latchkey_resolver_hint_count(const latchkey_resolver *resolver);
latchkey_factor *latchkey_resolver_hint_at(const latchkey_resolver *resolver, size_t index);
/* The result contains the same values as that of a sign-in. */
void latchkey_resolver_resolve(
    latchkey_resolver *resolver, const latchkey_assertion *assertion, latchkey_completion completion, void *context);

/* ---- Captchas ---- */

/* A project can ask for a token of Turnstile or hCaptcha, whose widgets need a browser. The app shows the widget and
   passes its token to the library. Proofs of work need no app: the library computes them. */

/* Called once for each token. The function must return soon. To answer later, it retains the request. */
typedef void (*latchkey_show_captcha)(void *context, latchkey_captcha_request *request);
/* Releases the context of a callback. */
typedef void (*latchkey_release_context)(void *context);

/* Sets the function that gets captcha tokens, until it is replaced or the app is deleted. NULL removes the present
   function. No further call of a removed function begins; a running call may finish. The requests that it has not
   answered are cancelled. Then `release`, which may be NULL, is called with the context, as a callback. It is called
   exactly once for each call of this function, also if the function cannot be set because `auth` is NULL or its app was
   deleted. Without a function, an operation that needs a token fails with the error 17208. */
void latchkey_auth_set_captcha_token_provider(
    latchkey_auth *auth, latchkey_show_captcha show, void *context, latchkey_release_context release);

/* The service: "turnstile" or "hcaptcha". */
char *latchkey_captcha_request_provider(const latchkey_captcha_request *request);
/* The protected action: "sign-up", "password-sign-in", "password-reset" or "sms". Turnstile's widget gets it as
   `action`. */
char *latchkey_captcha_request_action(const latchkey_captcha_request *request);
/* The public key of the widget. */
char *latchkey_captcha_request_site_key(const latchkey_captcha_request *request);
/* The project and tenant, or NULL. Turnstile's widget gets it as `cData`. */
char *latchkey_captcha_request_data(const latchkey_captcha_request *request);

/* The answers to a request, from any thread. Only the first answer counts: for any other, these functions do nothing
   and return false. If the last reference to a request ends without an answer, the operation fails with the error 17056
   (captcha check failed). */

/* Passes the token. With an empty token, or one of more than 8192 bytes, the operation fails with the error 17201. */
bool latchkey_captcha_request_answer(latchkey_captcha_request *request, const char *token);
/* Lets the operation fail with the error 17056. `reason` is its cause for people, and may be NULL. */
bool latchkey_captcha_request_fail(latchkey_captcha_request *request, const char *reason);
/* Lets the operation fail with the error 17058 (cancelled), because the user closed the widget. */
bool latchkey_captcha_request_cancel(latchkey_captcha_request *request);

/* ---- Passkeys ---- */

/* The authenticator's requests and answers are JSON in the format of web browsers and Android (WebAuthn Level 3,
   sections 5.1.8 to 5.1.10), with bytes in base64url. */

/* The result's text is PublicKeyCredentialCreationOptionsJSON. */
void latchkey_user_start_passkey_enrollment(latchkey_user *user, latchkey_completion completion, void *context);
/* `response` is RegistrationResponseJSON. `name` is the passkey's name in the user's list, and may be NULL. The result
   contains the same values as that of a sign-in. */
void latchkey_user_finalize_passkey_enrollment(
    latchkey_user *user, const char *response, const char *name, latchkey_completion completion, void *context);
/* The result is empty. */
void latchkey_user_unenroll_passkey(
    latchkey_user *user, const char *credential_id, latchkey_completion completion, void *context);
/* The result's text is PublicKeyCredentialRequestOptionsJSON. */
void latchkey_auth_start_passkey_sign_in(latchkey_auth *auth, latchkey_completion completion, void *context);
/* `response` is AuthenticationResponseJSON. The result contains the same values as that of a sign-in. */
void latchkey_auth_finalize_passkey_sign_in(
    latchkey_auth *auth, const char *response, latchkey_completion completion, void *context);

#ifdef __cplusplus
}
#endif

#endif
