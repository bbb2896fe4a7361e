#import "FIRFederatedCall.h"
#import "FIRInternal.h"

@implementation FIRUser (Operations)

- (latchkey_user *)handle {
  return (latchkey_user *)_reference;
}

- (void)updateEmail:(NSString *)email completion:(FIRUserProfileChangeCallback)completion {
  latchkey_user_update_email([self handle], FIRChars(email), FIRFinish,
                             FIRPending((const void *)completion, NULL));
}

- (void)updatePassword:(NSString *)password completion:(FIRUserProfileChangeCallback)completion {
  latchkey_user_update_password([self handle], FIRChars(password), FIRFinish,
                                FIRPending((const void *)completion, NULL));
}

- (void)updatePhoneNumberCredential:(FIRPhoneAuthCredential *)phoneNumberCredential
                         completion:(FIRUserProfileChangeCallback)completion {
  latchkey_user_update_phone_number([self handle], FIRReferenceOf(phoneNumberCredential), FIRFinish,
                                    FIRPending((const void *)completion, NULL));
}

- (void)reloadWithCompletion:(FIRUserProfileChangeCallback)completion {
  latchkey_user_reload([self handle], FIRFinish, FIRPending((const void *)completion, NULL));
}

- (void)deleteWithCompletion:(FIRUserProfileChangeCallback)completion {
  latchkey_user_delete([self handle], FIRFinish, FIRPending((const void *)completion, NULL));
}

- (void)reauthenticateWithCredential:(FIRAuthCredential *)credential
                          completion:(FIRAuthDataResultCallback)completion {
  latchkey_user_reauthenticate_with_credential(
      [self handle], FIRReferenceOf(credential), FIRFinish,
      FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)reauthenticateWithProvider:(id<FIRFederatedAuthProvider>)provider
                        UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
                        completion:(FIRAuthDataResultCallback)completion {
  latchkey_provider *reference = FIRProviderReference(provider);

  if (reference) {
    latchkey_user_reauthenticate_with_provider(
        [self handle], reference, FIRFinish, FIRPending((const void *)completion, FIRDataResultOf));
    latchkey_release(reference);
  } else {
    [FIRFederatedCall ask:provider
               UIDelegate:UIDelegate
                     then:@selector(reauthenticateWithCredential:completion:)
                       of:self
               completion:(const void *)completion];
  }
}

- (void)linkWithCredential:(FIRAuthCredential *)credential
                completion:(FIRAuthDataResultCallback)completion {
  latchkey_user_link_with_credential([self handle], FIRReferenceOf(credential), FIRFinish,
                                     FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)linkWithProvider:(id<FIRFederatedAuthProvider>)provider
              UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
              completion:(FIRAuthDataResultCallback)completion {
  latchkey_provider *reference = FIRProviderReference(provider);

  if (reference) {
    latchkey_user_link_with_provider([self handle], reference, FIRFinish,
                                     FIRPending((const void *)completion, FIRDataResultOf));
    latchkey_release(reference);
  } else {
    [FIRFederatedCall ask:provider
               UIDelegate:UIDelegate
                     then:@selector(linkWithCredential:completion:)
                       of:self
               completion:(const void *)completion];
  }
}

- (void)unlinkFromProvider:(NSString *)provider completion:(FIRAuthResultCallback)completion {
  latchkey_user_unlink([self handle], FIRChars(provider), FIRFinish,
                       FIRPending((const void *)completion, FIRUserOfResult));
}

- (void)getIDTokenWithCompletion:(FIRAuthTokenCallback)completion {
  [self getIDTokenForcingRefresh:NO completion:completion];
}

- (void)getIDTokenForcingRefresh:(BOOL)forceRefresh completion:(FIRAuthTokenCallback)completion {
  latchkey_user_get_id_token([self handle], forceRefresh, FIRFinish,
                             FIRPending((const void *)completion, FIRTextOfResult));
}

- (void)getIDTokenResultWithCompletion:(FIRAuthTokenResultCallback)completion {
  [self getIDTokenResultForcingRefresh:NO completion:completion];
}

- (void)getIDTokenResultForcingRefresh:(BOOL)forceRefresh
                            completion:(FIRAuthTokenResultCallback)completion {
  latchkey_user_get_id_token([self handle], forceRefresh, FIRFinish,
                             FIRPending((const void *)completion, FIRTokenResultOf));
}

- (void)sendEmailVerificationWithCompletion:(FIRSendEmailVerificationCallback)completion {
  [self sendEmailVerificationWithActionCodeSettings:nil completion:completion];
}

- (void)sendEmailVerificationWithActionCodeSettings:(FIRActionCodeSettings *)actionCodeSettings
                                         completion:(FIRSendEmailVerificationCallback)completion {
  latchkey_action_code_settings values;

  if (actionCodeSettings) values = [actionCodeSettings values];
  latchkey_user_send_email_verification([self handle], actionCodeSettings ? &values : NULL,
                                        FIRFinish, FIRPending((const void *)completion, NULL));
}

- (void)sendEmailVerificationBeforeUpdatingEmail:(NSString *)email
                                      completion:(FIRAuthVoidErrorCallback)completion {
  [self sendEmailVerificationBeforeUpdatingEmail:email
                              actionCodeSettings:nil
                                      completion:completion];
}

- (void)sendEmailVerificationBeforeUpdatingEmail:(NSString *)email
                              actionCodeSettings:(FIRActionCodeSettings *)actionCodeSettings
                                      completion:(FIRAuthVoidErrorCallback)completion {
  latchkey_action_code_settings values;

  if (actionCodeSettings) values = [actionCodeSettings values];
  latchkey_user_send_email_verification_before_updating_email(
      [self handle], FIRChars(email), actionCodeSettings ? &values : NULL, FIRFinish,
      FIRPending((const void *)completion, NULL));
}

@end

@implementation FIRUserProfileChangeRequest

- (instancetype)initWithOwner:(FIRUser *)user {
  self = [super init];
  if (self) _user = [user retain];
  return self;
}

- (NSString *)displayName {
  return _setsDisplayName ? _displayName : [_user displayName];
}

- (void)setDisplayName:(NSString *)displayName {
  [_displayName autorelease];
  _displayName = [displayName copy];
  _setsDisplayName = YES;
}

- (NSURL *)photoURL {
  return _setsPhotoURL ? _photoURL : [_user photoURL];
}

- (void)setPhotoURL:(NSURL *)photoURL {
  [_photoURL autorelease];
  _photoURL = [photoURL copy];
  _setsPhotoURL = YES;
}

- (void)commitChangesWithCompletion:(FIRUserProfileChangeCallback)completion {
  NSString *name = _displayName ? _displayName : @"";
  NSString *address = _photoURL ? [_photoURL absoluteString] : @"";

  latchkey_user_update_profile((latchkey_user *)FIRReferenceOf(_user),
                               _setsDisplayName ? FIRChars(name) : NULL,
                               _setsPhotoURL ? FIRChars(address) : NULL, FIRFinish,
                               FIRPending((const void *)completion, NULL));
}

- (void)dealloc {
  [_user release];
  [_displayName release];
  [_photoURL release];
  [super dealloc];
}

@end
