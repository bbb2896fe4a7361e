#include <string.h>

#include "support.h"

static void proves_address(latchkey_auth *auth, latchkey_user *user) {
  outcome outcome = {0};
  latchkey_action_code_settings settings = {.url = "http://localhost/", .handle_code_in_app = false};
  CHECK_NUMBER(RUN(outcome, latchkey_user_send_email_verification, user, &settings), 0);
  char *mailed = last_mailed("oobCode");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_check_action_code, auth, mailed), 0);
  CHECK_NUMBER((int64_t)latchkey_result_text_count(outcome.result), 3);
  CHECK_TEXT(latchkey_result_text(outcome.result, 0), "VERIFY_EMAIL");
  CHECK_TEXT(latchkey_result_text(outcome.result, 1), "c@example.com");
  CHECK_TEXT(latchkey_result_text(outcome.result, 2), "");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_apply_action_code, auth, mailed), 0);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_apply_action_code, auth, mailed), 17030);
  latchkey_free(mailed);
  CHECK_NUMBER(RUN(outcome, latchkey_user_reload, user), 0);
  CHECK(latchkey_user_is_email_verified(user));
  end(&outcome);
}

static void resets_password(latchkey_auth *auth) {
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_password_reset, auth, "c@example.com", NULL), 0);
  char *mailed = last_mailed("oobCode");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_password_reset_code, auth, mailed), 0);
  CHECK_TEXT(latchkey_result_text(outcome.result, 0), "c@example.com");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_confirm_password_reset, auth, mailed, "third password"), 0);
  latchkey_free(mailed);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, "c@example.com", "third password"), 0);
  end(&outcome);
}

static void signs_in_by_link(latchkey_auth *auth) {
  outcome outcome = {0};
  latchkey_action_code_settings settings = {.url = "http://localhost/", .handle_code_in_app = true};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_sign_in_link, auth, "link@example.com", NULL), 17040);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_sign_in_link, auth, "link@example.com", &settings), 0);
  char *link = last_mailed("oobLink");
  CHECK(latchkey_auth_is_sign_in_link(auth, link));
  CHECK(!latchkey_auth_is_sign_in_link(auth, "http://localhost/"));
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email_link, auth, "link@example.com", link), 0);
  CHECK(latchkey_result_is_new_user(outcome.result));
  latchkey_user *user = latchkey_result_user(outcome.result);
  CHECK_TEXT(latchkey_user_email(user), "link@example.com");
  CHECK(latchkey_user_is_email_verified(user));
  latchkey_release(user);
  latchkey_free(link);
  settings.handle_code_in_app = false;
  CHECK_NUMBER(RUN(outcome, latchkey_auth_send_sign_in_link, auth, "link@example.com", &settings), 17999);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_fetch_sign_in_methods, auth, "link@example.com"), 0);
  end(&outcome);
}

static void signs_in_by_telephone(latchkey_auth *auth) {
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, auth, "+16505550100", NULL), 0);
  char *id = latchkey_result_text(outcome.result, 0);
  char *sent = last_sms_code();
  latchkey_credential *wrong = latchkey_credential_phone(id, "nothing");
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, wrong), 17044);
  latchkey_release(wrong);
  latchkey_credential *right = latchkey_credential_phone(id, sent);
  CHECK_TEXT(latchkey_credential_provider(right), "phone");
  CHECK_TEXT(latchkey_credential_id_token(right), NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_credential, auth, right), 0);
  latchkey_release(right);
  latchkey_user *user = latchkey_result_user(outcome.result);
  CHECK_TEXT(latchkey_user_phone_number(user), "+16505550100");
  CHECK_NUMBER((int64_t)latchkey_user_provider_count(user), 1);
  CHECK_TEXT(latchkey_user_provider_info(user, 0, LATCHKEY_INFO_PROVIDER_ID), "phone");
  CHECK_TEXT(latchkey_user_provider_info(user, 0, LATCHKEY_INFO_PHONE_NUMBER), "+16505550100");
  CHECK_TEXT(latchkey_user_provider_info(user, 1, LATCHKEY_INFO_UID), NULL);
  CHECK_TEXT(latchkey_user_provider_info(user, 0, (latchkey_info)9), NULL);
  latchkey_free(id);
  latchkey_free(sent);

  CHECK_NUMBER(RUN(outcome, latchkey_auth_verify_phone_number, auth, "+16505550101", NULL), 0);
  id = latchkey_result_text(outcome.result, 0);
  sent = last_sms_code();
  right = latchkey_credential_phone(id, sent);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_phone_number, user, right), 0);
  CHECK_TEXT(latchkey_user_phone_number(user), "+16505550101");
  latchkey_release(right);
  latchkey_free(id);
  latchkey_free(sent);
  latchkey_release(user);
  end(&outcome);
}

void test_accounts(void) {
  latchkey_auth *auth = new_auth("accounts");
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, "c@example.com", "first password"), 0);
  CHECK_TEXT(latchkey_result_provider_id(outcome.result), "password");
  CHECK_TEXT(latchkey_result_username(outcome.result), NULL);
  latchkey_user *user = latchkey_result_user(outcome.result);
  CHECK_TEXT(latchkey_user_email(user), "c@example.com");
  CHECK_NUMBER((int64_t)latchkey_user_provider_count(user), 1);
  CHECK_TEXT(latchkey_user_provider_info(user, 0, LATCHKEY_INFO_PROVIDER_ID), "password");
  CHECK_TEXT(latchkey_user_provider_info(user, 0, LATCHKEY_INFO_EMAIL), "c@example.com");

  CHECK_NUMBER(RUN(outcome, latchkey_user_update_profile, user, "Ada \xc3\xa9 \xff", "https://example.com/a"), 0);
  CHECK_TEXT(latchkey_user_display_name(user), "Ada \xc3\xa9 \xef\xbf\xbd");
  CHECK_TEXT(latchkey_user_photo_url(user), "https://example.com/a");
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_profile, user, NULL, ""), 0);
  CHECK_TEXT(latchkey_user_display_name(user), "Ada \xc3\xa9 \xef\xbf\xbd");
  CHECK_TEXT(latchkey_user_photo_url(user), NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_profile, user, NULL, NULL), 0);

  CHECK_NUMBER(RUN(outcome, latchkey_user_update_password, user, "second password"), 0);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_password, user, "abc"), 17026);
  char *reason = latchkey_error_reason(outcome.error), *message = latchkey_error_message(outcome.error);
  CHECK(reason && *reason && message && *message);
  latchkey_free(reason);
  latchkey_free(message);
  CHECK_TEXT(latchkey_error_name(outcome.error), "ERROR_WEAK_PASSWORD");

  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, "c@example.com", "first password"), 17009);
  char *said = latchkey_error_server_message(outcome.error);
  CHECK(said && strstr(said, "INVALID_PASSWORD") != NULL);
  latchkey_free(said);
  CHECK(latchkey_error_updated_credential(outcome.error) == NULL);
  CHECK(latchkey_error_resolver(outcome.error) == NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_email, auth, "nobody@example.com", "a password"), 17011);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, "c@example.com", "a password"), 17007);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, "", "a password"), 17034);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_create_user, auth, "d@example.com", ""), 17026);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_with_custom_token, auth, "nonsense"), 17000);

  proves_address(auth, user);
  CHECK_NUMBER(
      RUN(outcome, latchkey_user_send_email_verification_before_updating_email, user, "e@example.com", NULL), 0);
  latchkey_action_code_settings wrong = {.url = "http://a b:c/"};
  CHECK_NUMBER(RUN(outcome, latchkey_user_send_email_verification, user, &wrong), 17039);
  resets_password(auth);
  latchkey_release(user);
  user = latchkey_auth_current_user(auth);
  latchkey_credential *password = latchkey_credential_email_password("c@example.com", "third password");
  CHECK_NUMBER(RUN(outcome, latchkey_user_reauthenticate_with_credential, user, password), 0);
  latchkey_release(password);
  CHECK_NUMBER(RUN(outcome, latchkey_user_update_email, user, "f@example.com"), 0);
  CHECK_TEXT(latchkey_user_email(user), "f@example.com");
  latchkey_release(user);

  CHECK_NUMBER(RUN(outcome, latchkey_auth_initialize_recaptcha_config, auth), 0);
  signs_in_by_link(auth);
  signs_in_by_telephone(auth);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_revoke_token, auth, "a code"), 17004);
  end(&outcome);
  latchkey_auth_sign_out(auth, NULL);
  CHECK_NUMBER(RUN(outcome, latchkey_auth_revoke_token, auth, "a code"), 17067);
  end(&outcome);
  end_auth("accounts", auth);
}
