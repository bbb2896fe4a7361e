#import "FIRFederatedCall.h"
#import "FIRInternal.h"

@implementation FIRAuth (SignIn)

- (void)signInWithCredential:(FIRAuthCredential *)credential
                  completion:(FIRAuthDataResultCallback)completion {
  latchkey_auth_sign_in_with_credential((latchkey_auth *)_reference, FIRReferenceOf(credential),
                                        FIRFinish,
                                        FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)signInWithEmail:(NSString *)email
               password:(NSString *)password
             completion:(FIRAuthDataResultCallback)completion {
  latchkey_auth_sign_in_with_email((latchkey_auth *)_reference, FIRChars(email), FIRChars(password),
                                   FIRFinish,
                                   FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)signInWithEmail:(NSString *)email
                   link:(NSString *)link
             completion:(FIRAuthDataResultCallback)completion {
  latchkey_auth_sign_in_with_email_link((latchkey_auth *)_reference, FIRChars(email),
                                        FIRChars(link), FIRFinish,
                                        FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)signInWithProvider:(id<FIRFederatedAuthProvider>)provider
                UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
                completion:(FIRAuthDataResultCallback)completion {
  latchkey_provider *reference = FIRProviderReference(provider);

  if (reference) {
    latchkey_auth_sign_in_with_provider((latchkey_auth *)_reference, reference, FIRFinish,
                                        FIRPending((const void *)completion, FIRDataResultOf));
    latchkey_release(reference);
  } else {
    [FIRFederatedCall ask:provider
               UIDelegate:UIDelegate
                     then:@selector(signInWithCredential:completion:)
                       of:self
               completion:(const void *)completion];
  }
}

- (void)signInAnonymouslyWithCompletion:(FIRAuthDataResultCallback)completion {
  latchkey_auth_sign_in_anonymously((latchkey_auth *)_reference, FIRFinish,
                                    FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)signInWithCustomToken:(NSString *)token completion:(FIRAuthDataResultCallback)completion {
  latchkey_auth_sign_in_with_custom_token((latchkey_auth *)_reference, FIRChars(token), FIRFinish,
                                          FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)createUserWithEmail:(NSString *)email
                   password:(NSString *)password
                 completion:(FIRAuthDataResultCallback)completion {
  latchkey_auth_create_user((latchkey_auth *)_reference, FIRChars(email), FIRChars(password),
                            FIRFinish, FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)updateCurrentUser:(FIRUser *)user completion:(FIRAuthVoidErrorCallback)completion {
  if (user == nil) {
    FIRFail((const void *)completion, NO,
            FIRErrorMake(FIRAuthErrorCodeNullUser, @"ERROR_NULL_USER",
                         @"There is no user to make the signed-in one."));
    return;
  }
  latchkey_auth_update_current_user((latchkey_auth *)_reference,
                                    (latchkey_user *)FIRReferenceOf(user), FIRFinish,
                                    FIRPending((const void *)completion, NULL));
}

@end
