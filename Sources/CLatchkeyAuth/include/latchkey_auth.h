/*
 * The C interface of Latchkey's client: what the C++ and the Objective-C SDK are made of, and what any other
 * language can bind to.
 *
 * Objects. Every pointer to one of the types below is a reference-counted handle. A function that returns one, or
 * gives one back through an error argument, gives a reference to its caller, who ends it with latchkey_release().
 * What a callback is handed is the caller's for the duration of the call alone; latchkey_retain() keeps it longer.
 * Apps, auths, users and resolvers are the same pointer each time for as long as somebody holds a reference to it.
 * Passing an object never takes a reference away. NULL is allowed wherever "or NULL" is said, and for the object to
 * be released; elsewhere a NULL object is answered with the error of a missing argument, never with a crash.
 *
 * Texts are UTF-8 and end with a zero byte. A returned text is the caller's, who ends it with latchkey_free(); NULL
 * stands for a text that is not there.
 *
 * Threads. Everything may be called from any thread. Every callback comes on one thread at a time, in the order in
 * which things happened: a listener hears of a sign-in before the sign-in's completion is called. No callback comes
 * on the thread of the call that asked for it while that call runs; one may come on the callbacks' thread before the
 * call has returned. A callback must not wait for another one. Each completion is called exactly once.
 *
 * Errors carry the codes of FIRAuthErrorCode (17000 and up).
 */
#ifndef LATCHKEY_AUTH_H
#define LATCHKEY_AUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an app has to know of its project. */
typedef struct latchkey_options latchkey_options;
/* One configured use of a project. */
typedef struct latchkey_app latchkey_app;
/* Signs the users of an app in: one for each app. */
typedef struct latchkey_auth latchkey_auth;
/* A user who was signed in. */
typedef struct latchkey_user latchkey_user;
/* What a user proves with who they are. */
typedef struct latchkey_credential latchkey_credential;
/* A provider that signs users in by pages of its own. */
typedef struct latchkey_provider latchkey_provider;
/* What an operation gave. */
typedef struct latchkey_result latchkey_result;
/* Why an operation failed. */
typedef struct latchkey_error latchkey_error;
/* A JSON value. */
typedef struct latchkey_value latchkey_value;
/* A second factor of a user. */
typedef struct latchkey_factor latchkey_factor;
/* What a second factor is enrolled or asked for in. */
typedef struct latchkey_session latchkey_session;
/* A sign-in that waits for a second factor. */
typedef struct latchkey_resolver latchkey_resolver;
/* The proof of a second factor. */
typedef struct latchkey_assertion latchkey_assertion;
/* A secret to put into an authenticator app. */
typedef struct latchkey_totp_secret latchkey_totp_secret;
/* Who is told of changes. */
typedef struct latchkey_listener latchkey_listener;

/* ---- Memory ---- */

/* Takes one more reference to any object; returns it. NULL is allowed. */
const void *latchkey_retain(const void *object);
/* Ends one reference to any object. NULL is allowed. */
void latchkey_release(const void *object);
/* Ends a text. NULL is allowed. */
void latchkey_free(char *text);
/* How many objects there are that somebody holds a reference to, so that a test can find what was forgotten. What a
   callback is handed counts only if it was retained. */
int64_t latchkey_live_objects(void);
/* The version of the library, such as "1.2.3". Not to be freed. */
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
/* False for other kinds. */
bool latchkey_value_bool(const latchkey_value *value);
/* 0 for other kinds. */
int64_t latchkey_value_integer(const latchkey_value *value);
/* 0 for other kinds; an integer as a double. */
double latchkey_value_double(const latchkey_value *value);
/* NULL for other kinds. */
char *latchkey_value_text(const latchkey_value *value);
/* Elements of an array, members of an object; 0 for other kinds. */
size_t latchkey_value_count(const latchkey_value *value);
/* The element or the member's value; NULL beyond the end. */
latchkey_value *latchkey_value_at(const latchkey_value *value, size_t index);
/* The member's name; NULL beyond the end and for other kinds. */
char *latchkey_value_key_at(const latchkey_value *value, size_t index);

/* ---- Errors ---- */

/* A code of FIRAuthErrorCode, such as 17025 for a credential that is in use. */
int32_t latchkey_error_code(const latchkey_error *error);
/* The code's name, such as "ERROR_CREDENTIAL_ALREADY_IN_USE". */
char *latchkey_error_name(const latchkey_error *error);
/* A sentence for people. */
char *latchkey_error_message(const latchkey_error *error);
/* What exactly was wrong, or NULL. */
char *latchkey_error_reason(const latchkey_error *error);
/* What the server said, word for word, or NULL. */
char *latchkey_error_server_message(const latchkey_error *error);
/* The e-mail address of the account that is in the way, or NULL. */
char *latchkey_error_email(const latchkey_error *error);
/* The credential with which to sign in, or to link, instead of the one that was refused, or NULL. */
latchkey_credential *latchkey_error_updated_credential(const latchkey_error *error);
/* With the code 17078 (second factor required): what finishes the sign-in; else NULL. */
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
  /* The address of a server of one's own: https, or http on this machine; or https://identitytoolkit.googleapis.com for
     Google's own service. Without a server every operation that needs one fails. */
  LATCHKEY_OPTION_SERVER_URL = 9,
  /* Host and port of a development server, such as "127.0.0.1:9099". Not beside the one above. */
  LATCHKEY_OPTION_EMULATOR_HOST = 10
} latchkey_option;

latchkey_options *latchkey_options_create(void);
/* Reads the text of google-services.json (its first client with a key; a member "latchkey" of the whole may have
   "server_url" or "emulator_host", and "auth_domain"), or of latchkey.json (the names of the web configuration:
   apiKey, projectId, serverUrl, emulatorHost...). NULL, with an error, for anything else. `error` may be NULL. */
latchkey_options *latchkey_options_parse(const char *json, latchkey_error **error);
/* Looks for google-services-desktop.json, google-services.json, latchkey.json and GoogleService-Info.plist, in this
   order, where the environment variable LATCHKEYAUTH_CONFIG says, beside the executable and in the current
   directory. NULL, with an error, when there is none or it cannot be used. */
latchkey_options *latchkey_options_find(latchkey_error **error);
/* `value` may be NULL. An option that is not known is left alone. */
void latchkey_options_set(latchkey_options *options, latchkey_option option, const char *value);
char *latchkey_options_get(const latchkey_options *options, latchkey_option option);

/* Configures an app. `name` may be NULL for the default app. NULL, with an error, when the name is taken or
   malformed or the options do not do. */
latchkey_app *latchkey_app_create(const latchkey_options *options, const char *name, latchkey_error **error);
/* The app of a name, or the default one for NULL; NULL where there is none. */
latchkey_app *latchkey_app_find(const char *name);
char *latchkey_app_name(const latchkey_app *app);
/* A copy of the options that the app was made with. */
latchkey_options *latchkey_app_options(const latchkey_app *app);
/* Takes the app out of use: its name can be given to another. Sessions stay stored; a sign-in in a browser that goes
   on is cancelled. The reference stays the caller's. */
void latchkey_app_delete(latchkey_app *app);

/* ---- Auth ---- */

/* Called with what an operation gave, or with an error: the other one is NULL. */
typedef void (*latchkey_completion)(void *context, const latchkey_result *result, const latchkey_error *error);
/* Brings an address before the user. */
typedef void (*latchkey_open_page)(void *context, const char *url);
/* Called with the signed-in user, or NULL. */
typedef void (*latchkey_change)(void *context, latchkey_user *user);

/* How an auth is to be, where not as usual. Zeroes are the usual. */
typedef struct latchkey_environment {
  /* True to forget the session when the process ends, and to write no file. */
  bool in_memory;
  /* What opens the pages of a sign-in in a browser; NULL for the system's browser. */
  latchkey_open_page open_page;
  void *open_page_context;
  /* Seconds until a user in a browser counts as having given up; 0 for five minutes. */
  double browser_seconds;
} latchkey_environment;

/* The auth of an app: the same one each time. `environment` may be NULL; it counts for the first call, and NULL is
   returned, with an error, when a later one has another. */
latchkey_auth *latchkey_auth_get(latchkey_app *app, const latchkey_environment *environment, latchkey_error **error);

/* To be called before anything else. False, with an error, for an address that cannot be used. */
bool latchkey_auth_use_emulator(latchkey_auth *auth, const char *host, int32_t port, latchkey_error **error);
bool latchkey_auth_use_backend(latchkey_auth *auth, const char *url, latchkey_error **error);

/* NULL while nobody is signed in. */
latchkey_user *latchkey_auth_current_user(latchkey_auth *auth);
/* Forgets the session, and sends nothing. False, with an error, when it cannot be forgotten. */
bool latchkey_auth_sign_out(latchkey_auth *auth, latchkey_error **error);

/* A BCP 47 tag, or NULL for the project's own. */
char *latchkey_auth_language_code(latchkey_auth *auth);
void latchkey_auth_set_language_code(latchkey_auth *auth, const char *code);
void latchkey_auth_use_app_language(latchkey_auth *auth);
char *latchkey_auth_tenant_id(latchkey_auth *auth);
void latchkey_auth_set_tenant_id(latchkey_auth *auth, const char *tenant_id);
char *latchkey_auth_custom_domain(latchkey_auth *auth);
void latchkey_auth_set_custom_domain(latchkey_auth *auth, const char *domain);

typedef enum latchkey_interest {
  /* Another user, or none. */
  LATCHKEY_INTEREST_USER = 0,
  /* Another ID token, too. */
  LATCHKEY_INTEREST_TOKEN = 1
} latchkey_interest;

/* Calls back with the present state soon, and then at each change. The listener is heard until it is removed;
   releasing the handle does not remove it. */
latchkey_listener *latchkey_auth_add_listener(
    latchkey_auth *auth, latchkey_interest interest, latchkey_change change, void *context);
/* Nothing is called afterwards that is not being called already. */
void latchkey_auth_remove_listener(latchkey_auth *auth, latchkey_listener *listener);

/* For links in mail. NULL texts take the project's own. */
typedef struct latchkey_action_code_settings {
  const char *url;
  bool handle_code_in_app;
  const char *ios_bundle_id;
  const char *android_package_name;
  bool android_install_if_not_available;
  const char *android_minimum_version;
  const char *link_domain;
} latchkey_action_code_settings;

/* The results of these have a user, and a credential and additional information where the provider gave some. */
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
/* In a browser. */
void latchkey_auth_sign_in_with_provider(
    latchkey_auth *auth, const latchkey_provider *provider, latchkey_completion completion, void *context);

/* Leads the user through the provider's pages; the result has a credential, and nobody is signed in. */
void latchkey_auth_get_credential(
    latchkey_auth *auth, const latchkey_provider *provider, latchkey_completion completion, void *context);
/* Ends a sign-in in a browser that goes on, if there is one: its completion is called with the error 17058 (cancelled). */
void latchkey_auth_cancel_page(latchkey_auth *auth);
/* Makes a user the signed-in one. An empty result. */
void latchkey_auth_update_current_user(
    latchkey_auth *auth, latchkey_user *user, latchkey_completion completion, void *context);
/* The result has texts: the ways to sign in. */
void latchkey_auth_fetch_sign_in_methods(
    latchkey_auth *auth, const char *email, latchkey_completion completion, void *context);
/* Empty results. A password reset does without settings, NULL; a sign-in link needs a url in them. */
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
/* Asks which requests need a captcha, so that the first of each brings a proof of work at once. Without this, the
   first is sent twice, and a project that only audits captchas gets no proofs. An empty result. */
void latchkey_auth_initialize_recaptcha_config(latchkey_auth *auth, latchkey_completion completion, void *context);
/* Revokes what Sign in with Apple handed out. An empty result. */
void latchkey_auth_revoke_token(
    latchkey_auth *auth, const char *authorization_code, latchkey_completion completion, void *context);
/* Whether a link is one to sign in by. Nothing is sent. */
bool latchkey_auth_is_sign_in_link(latchkey_auth *auth, const char *link);

/* Sends a code: for a sign-in, or, with the session of a user, for the enrolment of the number. The result's text is
   the verification id. `session` may be NULL. */
void latchkey_auth_verify_phone_number(
    latchkey_auth *auth, const char *phone_number, const latchkey_session *session, latchkey_completion completion,
    void *context);
/* Sends a code to the number of a second factor, in the session of a sign-in that waits for it. */
void latchkey_auth_verify_phone_factor(
    latchkey_auth *auth, const latchkey_factor *factor, const latchkey_session *session,
    latchkey_completion completion, void *context);

/* ---- Results ---- */

/* NULL or false where the operation has no such thing. */
latchkey_user *latchkey_result_user(const latchkey_result *result);
latchkey_credential *latchkey_result_credential(const latchkey_result *result);
bool latchkey_result_has_additional_info(const latchkey_result *result);
char *latchkey_result_provider_id(const latchkey_result *result);
char *latchkey_result_username(const latchkey_result *result);
bool latchkey_result_is_new_user(const latchkey_result *result);
/* What the provider said of the user, in its own words: an object. */
latchkey_value *latchkey_result_profile(const latchkey_result *result);
size_t latchkey_result_text_count(const latchkey_result *result);
/* NULL beyond the end. */
char *latchkey_result_text(const latchkey_result *result, size_t index);
latchkey_session *latchkey_result_session(const latchkey_result *result);
latchkey_totp_secret *latchkey_result_totp_secret(const latchkey_result *result);
/* Of latchkey_user_get_id_token(): the token's claims; NULL where it is no JWT. */
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
/* Milliseconds since 1970; 0 where it is not known. */
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

/* What each linked provider knows. */
size_t latchkey_user_provider_count(const latchkey_user *user);
char *latchkey_user_provider_info(const latchkey_user *user, size_t index, latchkey_info info);

size_t latchkey_user_factor_count(const latchkey_user *user);
latchkey_factor *latchkey_user_factor_at(const latchkey_user *user, size_t index);

/* The user's passkeys: what they are called, which may be NULL, and the ids that latchkey_user_unenroll_passkey() takes. */
size_t latchkey_user_passkey_count(const latchkey_user *user);
char *latchkey_user_passkey_name(const latchkey_user *user, size_t index);
char *latchkey_user_passkey_credential_id(const latchkey_user *user, size_t index);

/* The result's text is the token, and it has claims. */
void latchkey_user_get_id_token(
    latchkey_user *user, bool force_refresh, latchkey_completion completion, void *context);
/* Empty results. */
void latchkey_user_reload(latchkey_user *user, latchkey_completion completion, void *context);
void latchkey_user_delete(latchkey_user *user, latchkey_completion completion, void *context);
void latchkey_user_update_email(
    latchkey_user *user, const char *email, latchkey_completion completion, void *context);
void latchkey_user_update_password(
    latchkey_user *user, const char *password, latchkey_completion completion, void *context);
void latchkey_user_update_phone_number(
    latchkey_user *user, const latchkey_credential *credential, latchkey_completion completion, void *context);
/* NULL leaves a member as it is; an empty text takes it away. */
void latchkey_user_update_profile(
    latchkey_user *user, const char *display_name, const char *photo_url, latchkey_completion completion,
    void *context);
void latchkey_user_send_email_verification(
    latchkey_user *user, const latchkey_action_code_settings *settings, latchkey_completion completion,
    void *context);
void latchkey_user_send_email_verification_before_updating_email(
    latchkey_user *user, const char *email, const latchkey_action_code_settings *settings,
    latchkey_completion completion, void *context);
/* The results of these are as of a sign-in. */
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

/* Making one asks nobody. NULL for a missing text that the kind cannot do without. */
latchkey_credential *latchkey_credential_email_password(const char *email, const char *password);
latchkey_credential *latchkey_credential_email_link(const char *email, const char *link);
latchkey_credential *latchkey_credential_facebook(const char *access_token);
latchkey_credential *latchkey_credential_github(const char *access_token);
/* One of the two may be NULL. */
latchkey_credential *latchkey_credential_google(const char *id_token, const char *access_token);
latchkey_credential *latchkey_credential_twitter(const char *token, const char *secret);
latchkey_credential *latchkey_credential_play_games(const char *server_auth_code);
/* The tokens and the nonce may be NULL, but not both tokens. */
latchkey_credential *latchkey_credential_oauth(
    const char *provider_id, const char *id_token, const char *raw_nonce, const char *access_token);
/* The name is what Apple tells at the first sign-in alone. All but the token may be NULL. */
latchkey_credential *latchkey_credential_apple(
    const char *id_token, const char *raw_nonce, const char *given_name, const char *family_name);
latchkey_credential *latchkey_credential_phone(const char *verification_id, const char *code);

char *latchkey_credential_provider(const latchkey_credential *credential);
/* NULL for credentials that have none. */
char *latchkey_credential_id_token(const latchkey_credential *credential);
char *latchkey_credential_access_token(const latchkey_credential *credential);
char *latchkey_credential_secret(const latchkey_credential *credential);

/* ---- Providers ---- */

latchkey_provider *latchkey_provider_create(const char *provider_id);
char *latchkey_provider_id(const latchkey_provider *provider);
void latchkey_provider_add_scope(latchkey_provider *provider, const char *scope);
/* For the provider's authorization page. Those that the server sets itself are not sent. */
void latchkey_provider_set_parameter(latchkey_provider *provider, const char *name, const char *value);

/* ---- Second factors ---- */

char *latchkey_factor_uid(const latchkey_factor *factor);
char *latchkey_factor_display_name(const latchkey_factor *factor);
/* "phone" or "totp". */
char *latchkey_factor_id(const latchkey_factor *factor);
/* NULL for an authenticator app. */
char *latchkey_factor_phone_number(const latchkey_factor *factor);
/* Milliseconds since 1970. */
int64_t latchkey_factor_enrolled_at(const latchkey_factor *factor);

/* The result has a session, in which factors are enrolled. */
void latchkey_user_multi_factor_session(latchkey_user *user, latchkey_completion completion, void *context);
/* Empty results. `display_name` may be NULL. */
void latchkey_user_enroll(
    latchkey_user *user, const latchkey_assertion *assertion, const char *display_name,
    latchkey_completion completion, void *context);
void latchkey_user_unenroll(
    latchkey_user *user, const char *factor_uid, latchkey_completion completion, void *context);

/* The result has a secret. */
void latchkey_session_generate_totp_secret(
    const latchkey_session *session, latchkey_completion completion, void *context);
/* Base32, to be typed. */
char *latchkey_totp_secret_key(const latchkey_totp_secret *secret);
/* The otpauth address that authenticator apps read from a QR code. */
char *latchkey_totp_secret_url(const latchkey_totp_secret *secret, const char *account_name, const char *issuer);

/* Of a credential of a telephone number; NULL for another one. */
latchkey_assertion *latchkey_assertion_phone(const latchkey_credential *credential);
latchkey_assertion *latchkey_assertion_totp_enrollment(const latchkey_totp_secret *secret, const char *code);
latchkey_assertion *latchkey_assertion_totp_sign_in(const char *factor_uid, const char *code);

latchkey_auth *latchkey_resolver_auth(const latchkey_resolver *resolver);
latchkey_session *latchkey_resolver_session(const latchkey_resolver *resolver);
size_t latchkey_resolver_hint_count(const latchkey_resolver *resolver);
latchkey_factor *latchkey_resolver_hint_at(const latchkey_resolver *resolver, size_t index);
/* The result is as of a sign-in. */
void latchkey_resolver_resolve(
    latchkey_resolver *resolver, const latchkey_assertion *assertion, latchkey_completion completion, void *context);

/* ---- Passkeys ---- */

/* What goes to the authenticator and comes from it is JSON as web browsers and Android have it (WebAuthn Level 3, sections
   5.1.8 to 5.1.10), with bytes in base64url. */

/* The result's text is PublicKeyCredentialCreationOptionsJSON. */
void latchkey_user_start_passkey_enrollment(latchkey_user *user, latchkey_completion completion, void *context);
/* Takes RegistrationResponseJSON. `name` is what the user's list calls the passkey, and may be NULL. The result is as of a
   sign-in. */
void latchkey_user_finalize_passkey_enrollment(
    latchkey_user *user, const char *response, const char *name, latchkey_completion completion, void *context);
/* An empty result. */
void latchkey_user_unenroll_passkey(
    latchkey_user *user, const char *credential_id, latchkey_completion completion, void *context);
/* The result's text is PublicKeyCredentialRequestOptionsJSON. */
void latchkey_auth_start_passkey_sign_in(latchkey_auth *auth, latchkey_completion completion, void *context);
/* Takes AuthenticationResponseJSON. The result is as of a sign-in. */
void latchkey_auth_finalize_passkey_sign_in(
    latchkey_auth *auth, const char *response, latchkey_completion completion, void *context);

#ifdef __cplusplus
}
#endif

#endif
