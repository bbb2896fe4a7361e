#include <string.h>

#include "support.h"

/* Passes NULL, or an object of another kind, to each function. */
static void operations(void *no, latchkey_auth *auth, latchkey_user *user) {
  outcome outcome = {0};
  /* Without the main object. */
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, no), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, no, NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, no, "a@example.com", "a password"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email_link, no, "a@example.com", "a link"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_custom_token, no, "a token"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, no, "a@example.com", "a password"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_provider, no, NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_get_credential, no, NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_update_current_user, no, user), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_fetch_sign_in_methods, no, "a@example.com"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_password_reset, no, "a@example.com", NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_sign_in_link, no, "a@example.com", NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_confirm_password_reset, no, "code", "password"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_apply_action_code, no, "code"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_password_reset_code, no, "code"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_check_action_code, no, "code"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_initialize_recaptcha_config, no), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_revoke_token, no, "code"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, no, "+16505550199", NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_factor, no, NULL, NULL), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_user_get_id_token, no, true), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reload, no), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_delete, no), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_email, no, "a@example.com"), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_password, no, "a password"), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_phone_number, no, NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_profile, no, "name", NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_send_email_verification, no, NULL), 17067);
  CHECK_NUMBER(
      RUN(outcome, latchkey_user_send_email_verification_before_updating_email, no, "a@example.com", NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_credential, no, NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_provider, no, NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_credential, no, NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_provider, no, NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unlink, no, "password"), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_multi_factor_session, no), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_enroll, no, NULL, NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unenroll, no, "factor"), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_start_passkey_enrollment, no), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_finalize_passkey_enrollment, no, "{}", NULL), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unenroll_passkey, no, "passkey"), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_start_passkey_sign_in, no), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_finalize_passkey_sign_in, no, "{}"), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_session_generate_totp_secret, no), 17081);
  CHECK_NUMBER(RUN(outcome, latchkey_resolver_resolve, no, NULL), 17081);

  /* Without the other objects. */
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, no), 17004);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_provider, auth, no), 17071);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_get_credential, auth, no), 17071);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_update_current_user, auth, no), 17067);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_factor, auth, no, NULL), 17082);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_phone_number, user, no), 17004);
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_credential, user, no), 17004);
  CHECK_NUMBER(RUN(outcome, latchkey_user_link_with_provider, user, no), 17071);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_credential, user, no), 17004);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_provider, user, no), 17071);
  CHECK_NUMBER(RUN(outcome, latchkey_user_enroll, user, no, NULL), 17082);
  if (no) {
    CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, auth, "+16505550199", no), 17081);
  }
  end(&outcome);
}

static void texts(latchkey_auth *auth, latchkey_user *user) {
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, NULL, "a password"), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, "a@example.com", NULL), 17009);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email_link, auth, NULL, "link"), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email_link, auth, "a@example.com", NULL), 17030);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_custom_token, auth, NULL), 17000);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, NULL, "a password"), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, "a@example.com", NULL), 17026);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_fetch_sign_in_methods, auth, NULL), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_password_reset, auth, NULL, NULL), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_sign_in_link, auth, NULL, NULL), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_confirm_password_reset, auth, NULL, "password"), 17030);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_confirm_password_reset, auth, "code", NULL), 17026);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_apply_action_code, auth, NULL), 17030);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_password_reset_code, auth, NULL), 17030);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_check_action_code, auth, NULL), 17030);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_revoke_token, auth, NULL), 17004);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, auth, NULL, NULL), 17041);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_email, user, NULL), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_password, user, NULL), 17026);
  CHECK_NUMBER(
      RUN(outcome, latchkey_user_send_email_verification_before_updating_email, user, NULL, NULL), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unlink, user, NULL), 17016);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unenroll, user, NULL), 17082);
  CHECK_NUMBER(RUN(outcome, latchkey_user_finalize_passkey_enrollment, user, NULL, NULL), 17215);
  CHECK_NUMBER(RUN(outcome, latchkey_user_finalize_passkey_enrollment, user, "no JSON", NULL), 17215);
  CHECK_NUMBER(RUN(outcome, latchkey_user_unenroll_passkey, user, NULL), 17212);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_finalize_passkey_sign_in, auth, NULL), 17215);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_finalize_passkey_sign_in, auth, "[]"), 17215);
  CHECK_NUMBER((int)latchkey_user_passkey_count(user), 0);
  CHECK(latchkey_user_passkey_name(user, 0) == NULL);
  CHECK(latchkey_user_passkey_credential_id(user, 0) == NULL);
  CHECK(!latchkey_auth_is_sign_in_link(auth, NULL));
  end(&outcome);

  CHECK(latchkey_credential_email_password(NULL, "password") == NULL);
  CHECK(latchkey_credential_email_password("a@example.com", NULL) == NULL);
  CHECK(latchkey_credential_email_link("a@example.com", NULL) == NULL);
  CHECK(latchkey_credential_facebook(NULL) == NULL);
  CHECK(latchkey_credential_github(NULL) == NULL);
  CHECK(latchkey_credential_google(NULL, NULL) == NULL);
  CHECK(latchkey_credential_twitter("token", NULL) == NULL);
  CHECK(latchkey_credential_play_games(NULL) == NULL);
  CHECK(latchkey_credential_oauth("apple.com", NULL, "nonce", NULL) == NULL);
  CHECK(latchkey_credential_oauth(NULL, "token", NULL, NULL) == NULL);
  CHECK(latchkey_credential_apple(NULL, "nonce", "name", "name") == NULL);
  CHECK(latchkey_credential_phone(NULL, "123456") == NULL);
  CHECK(latchkey_provider_create(NULL) == NULL);
  CHECK(latchkey_provider_create("") == NULL);
  CHECK(latchkey_assertion_totp_sign_in("factor", NULL) == NULL);
  latchkey_credential *github = latchkey_credential_github("token");
  CHECK(latchkey_assertion_phone(github) == NULL);
  CHECK_TEXT(latchkey_credential_access_token(github), "token");
  CHECK_TEXT(latchkey_credential_secret(github), NULL);
  latchkey_release(github);
  latchkey_credential *twitter = latchkey_credential_twitter("token", "secret");
  CHECK_TEXT(latchkey_credential_secret(twitter), "secret");
  latchkey_release(twitter);
}

static void questions(void *no) {
  CHECK_NUMBER(latchkey_value_get_kind(no), LATCHKEY_VALUE_NULL);
  CHECK(!latchkey_value_bool(no) && latchkey_value_integer(no) == 0 && latchkey_value_double(no) == 0);
  CHECK_TEXT(latchkey_value_text(no), NULL);
  CHECK(latchkey_value_count(no) == 0 && latchkey_value_at(no, 0) == NULL && !latchkey_value_key_at(no, 0));
  CHECK_NUMBER(latchkey_error_code(no), 0);
  CHECK(!latchkey_error_name(no) && !latchkey_error_message(no) && !latchkey_error_reason(no));
  CHECK(!latchkey_error_server_message(no) && !latchkey_error_email(no));
  CHECK(!latchkey_error_updated_credential(no) && !latchkey_error_resolver(no));
  CHECK(!latchkey_app_name(no) && !latchkey_app_options(no));
  latchkey_app_delete(no);
  latchkey_error *error = NULL;
  CHECK(latchkey_app_create(NULL, NULL, &error) == NULL);
  CHECK_NUMBER(latchkey_error_code(error), 17999);
  latchkey_release(error);
  CHECK(latchkey_auth_get(no, NULL, &error) == NULL);
  latchkey_release(error);
  CHECK(!latchkey_auth_use_emulator(no, "localhost", 9099, &error));
  latchkey_release(error);
  CHECK(!latchkey_auth_use_backend(no, "https://auth.example.com", &error));
  latchkey_release(error);
  CHECK(!latchkey_auth_sign_out(no, &error));
  CHECK_NUMBER(latchkey_error_code(error), 17999);
  latchkey_release(error);
  CHECK(!latchkey_auth_current_user(no) && !latchkey_auth_language_code(no) && !latchkey_auth_tenant_id(no));
  CHECK(!latchkey_auth_custom_domain(no));
  latchkey_auth_set_language_code(no, "fr");
  latchkey_auth_use_app_language(no);
  latchkey_auth_cancel_page(no);
  latchkey_auth_set_tenant_id(no, "tenant");
  latchkey_auth_set_custom_domain(no, "auth.example.com");
  CHECK(latchkey_auth_add_listener(no, LATCHKEY_INTEREST_USER, NULL, NULL) == NULL);
  latchkey_auth_set_captcha_token_provider(no, NULL, NULL, NULL);
  CHECK(!latchkey_captcha_request_provider(no) && !latchkey_captcha_request_action(no));
  CHECK(!latchkey_captcha_request_site_key(no) && !latchkey_captcha_request_data(no));
  CHECK(!latchkey_captcha_request_answer(no, "token") && !latchkey_captcha_request_fail(no, "reason"));
  CHECK(!latchkey_captcha_request_cancel(no));
  latchkey_auth_remove_listener(no, no);
  CHECK(!latchkey_auth_is_sign_in_link(no, "link"));
  CHECK(!latchkey_result_user(no) && !latchkey_result_credential(no) && !latchkey_result_has_additional_info(no));
  CHECK(!latchkey_result_provider_id(no) && !latchkey_result_username(no) && !latchkey_result_is_new_user(no));
  CHECK(!latchkey_result_profile(no) && latchkey_result_text_count(no) == 0 && !latchkey_result_text(no, 0));
  CHECK(!latchkey_result_session(no) && !latchkey_result_totp_secret(no) && !latchkey_result_claims(no));
  CHECK(!latchkey_user_uid(no) && !latchkey_user_email(no) && !latchkey_user_phone_number(no));
  CHECK(!latchkey_user_display_name(no) && !latchkey_user_photo_url(no) && !latchkey_user_tenant_id(no));
  CHECK(!latchkey_user_refresh_token(no) && !latchkey_user_is_anonymous(no));
  CHECK(!latchkey_user_is_email_verified(no) && latchkey_user_created_at(no) == 0);
  CHECK(latchkey_user_last_sign_in_at(no) == 0 && latchkey_user_provider_count(no) == 0);
  CHECK(!latchkey_user_provider_info(no, 0, LATCHKEY_INFO_UID));
  CHECK(latchkey_user_factor_count(no) == 0 && !latchkey_user_factor_at(no, 0));
  CHECK(!latchkey_credential_provider(no) && !latchkey_credential_id_token(no));
  CHECK(!latchkey_credential_access_token(no) && !latchkey_credential_secret(no));
  CHECK(!latchkey_provider_id(no));
  latchkey_provider_add_scope(no, "scope");
  latchkey_provider_set_parameter(no, "name", "value");
  CHECK(!latchkey_factor_uid(no) && !latchkey_factor_display_name(no) && !latchkey_factor_id(no));
  CHECK(!latchkey_factor_phone_number(no) && latchkey_factor_enrolled_at(no) == 0);
  CHECK(!latchkey_totp_secret_key(no) && !latchkey_totp_secret_url(no, "account", "issuer"));
  CHECK(!latchkey_assertion_phone(no) && !latchkey_assertion_totp_enrollment(no, "123456"));
  CHECK(!latchkey_resolver_auth(no) && !latchkey_resolver_session(no));
  CHECK(latchkey_resolver_hint_count(no) == 0 && !latchkey_resolver_hint_at(no, 0));
}

/* The completion may be NULL. This callback releases its argument once too often. */
static void clumsy_completion(void *context, const latchkey_result *result, const latchkey_error *error) {
  latchkey_release(result);
  latchkey_release(error);
  complete(context, NULL, latchkey_retain(error));
  latchkey_release(error);
}

void test_arguments(void) {
  latchkey_auth *auth = new_auth("arguments");
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, auth), 0);
  latchkey_user *user = latchkey_result_user(outcome.result);
  latchkey_options *wrong = latchkey_options_create();
  CHECK(latchkey_retain(NULL) == NULL);
  latchkey_release(NULL);
  latchkey_free(NULL);
  latchkey_options_set(NULL, LATCHKEY_OPTION_API_KEY, "key");
  CHECK_TEXT(latchkey_options_get(NULL, LATCHKEY_OPTION_API_KEY), NULL);
  latchkey_options_set((latchkey_options *)auth, LATCHKEY_OPTION_API_KEY, "key");

  questions(NULL);
  questions(wrong);
  operations(NULL, auth, user);
  operations(wrong, auth, user);
  texts(auth, user);

  latchkey_user_reload(NULL, NULL, NULL);
  latchkey_user_reload(user, NULL, NULL);
  end(&outcome);
  latchkey_user_reload(NULL, clumsy_completion, &outcome);
  await(&outcome);
  CHECK_NUMBER(code(&outcome), 17067);
  end(&outcome);
  settle(auth);
  latchkey_release(wrong);
  latchkey_release(user);
  end_auth("arguments", auth);
}
