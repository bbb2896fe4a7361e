#import "FIRInternal.h"

@implementation FIRAuth (Mail)

- (void)fetchSignInMethodsForEmail:(NSString *)email
                        completion:(FIRSignInMethodQueryCallback)completion {
  latchkey_auth_fetch_sign_in_methods((latchkey_auth *)_reference, FIRChars(email), FIRFinish,
                                      FIRPending((const void *)completion, FIRTextsOfResult));
}

- (void)sendPasswordResetWithEmail:(NSString *)email
                        completion:(FIRSendPasswordResetCallback)completion {
  [self sendPasswordResetWithEmail:email actionCodeSettings:nil completion:completion];
}

- (void)sendPasswordResetWithEmail:(NSString *)email
                actionCodeSettings:(FIRActionCodeSettings *)actionCodeSettings
                        completion:(FIRSendPasswordResetCallback)completion {
  latchkey_action_code_settings values;

  if (actionCodeSettings) values = [actionCodeSettings values];
  latchkey_auth_send_password_reset((latchkey_auth *)_reference, FIRChars(email),
                                    actionCodeSettings ? &values : NULL, FIRFinish,
                                    FIRPending((const void *)completion, NULL));
}

- (void)sendSignInLinkToEmail:(NSString *)email
           actionCodeSettings:(FIRActionCodeSettings *)actionCodeSettings
                   completion:(FIRSendSignInLinkToEmailCallback)completion {
  latchkey_action_code_settings values;

  if (actionCodeSettings) values = [actionCodeSettings values];
  latchkey_auth_send_sign_in_link((latchkey_auth *)_reference, FIRChars(email),
                                  actionCodeSettings ? &values : NULL, FIRFinish,
                                  FIRPending((const void *)completion, NULL));
}

- (void)confirmPasswordResetWithCode:(NSString *)code
                         newPassword:(NSString *)newPassword
                          completion:(FIRConfirmPasswordResetCallback)completion {
  latchkey_auth_confirm_password_reset((latchkey_auth *)_reference, FIRChars(code),
                                       FIRChars(newPassword), FIRFinish,
                                       FIRPending((const void *)completion, NULL));
}

- (void)checkActionCode:(NSString *)code completion:(FIRCheckActionCodeCallBack)completion {
  latchkey_auth_check_action_code((latchkey_auth *)_reference, FIRChars(code), FIRFinish,
                                  FIRPending((const void *)completion, FIRActionCodeInfoOf));
}

- (void)verifyPasswordResetCode:(NSString *)code
                     completion:(FIRVerifyPasswordResetCodeCallback)completion {
  latchkey_auth_verify_password_reset_code((latchkey_auth *)_reference, FIRChars(code), FIRFinish,
                                           FIRPending((const void *)completion, FIRTextOfResult));
}

- (void)applyActionCode:(NSString *)code completion:(FIRApplyActionCodeCallback)completion {
  latchkey_auth_apply_action_code((latchkey_auth *)_reference, FIRChars(code), FIRFinish,
                                  FIRPending((const void *)completion, NULL));
}

- (BOOL)isSignInWithEmailLink:(NSString *)link {
  return latchkey_auth_is_sign_in_link((latchkey_auth *)_reference, FIRChars(link));
}

- (void)initializeRecaptchaConfigWithCompletion:(FIRAuthVoidErrorCallback)completion {
  latchkey_auth_initialize_recaptcha_config((latchkey_auth *)_reference, FIRFinish,
                                            FIRPending((const void *)completion, NULL));
}

- (void)revokeTokenWithAuthorizationCode:(NSString *)authorizationCode
                              completion:(FIRAuthVoidErrorCallback)completion {
  latchkey_auth_revoke_token((latchkey_auth *)_reference, FIRChars(authorizationCode), FIRFinish,
                             FIRPending((const void *)completion, NULL));
}

@end
