#import "FIRInternal.h"

NSString *const FIRPhoneAuthProviderID = @"phone";
NSString *const FIRPhoneAuthSignInMethod = @"phone";

@interface FIRPhoneAuthProvider (Private)
- (instancetype)initWithAuth:(FIRAuth *)auth;
@end

@implementation FIRPhoneAuthProvider

+ (instancetype)provider {
  return [self providerWithAuth:[FIRAuth auth]];
}

+ (instancetype)providerWithAuth:(FIRAuth *)auth {
  return [[[self alloc] initWithAuth:auth] autorelease];
}

- (instancetype)initWithAuth:(FIRAuth *)auth {
  self = [super init];
  if (self) _auth = [auth retain];
  return self;
}

- (void)verifyPhoneNumber:(NSString *)phoneNumber
               UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
               completion:(FIRVerificationResultCallback)completion {
  [self verifyPhoneNumber:phoneNumber
               UIDelegate:UIDelegate
       multiFactorSession:nil
               completion:completion];
}

- (void)verifyPhoneNumber:(NSString *)phoneNumber
               UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
       multiFactorSession:(FIRMultiFactorSession *)session
               completion:(FIRVerificationResultCallback)completion {
  (void)UIDelegate;
  latchkey_auth_verify_phone_number((latchkey_auth *)FIRReferenceOf(_auth), FIRChars(phoneNumber),
                                    FIRReferenceOf(session), FIRFinish,
                                    FIRPending((const void *)completion, FIRTextOfResult));
}

- (void)verifyPhoneNumberWithMultiFactorInfo:(FIRPhoneMultiFactorInfo *)phoneMultiFactorInfo
                                  UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
                          multiFactorSession:(FIRMultiFactorSession *)session
                                  completion:(FIRVerificationResultCallback)completion {
  (void)UIDelegate;
  latchkey_auth_verify_phone_factor(
      (latchkey_auth *)FIRReferenceOf(_auth), FIRReferenceOf(phoneMultiFactorInfo),
      FIRReferenceOf(session), FIRFinish, FIRPending((const void *)completion, FIRTextOfResult));
}

- (FIRPhoneAuthCredential *)credentialWithVerificationID:(NSString *)verificationID
                                        verificationCode:(NSString *)verificationCode {
  return
      [FIRPhoneAuthCredential withReference:latchkey_credential_phone(FIRChars(verificationID),
                                                                      FIRChars(verificationCode))];
}

- (void)dealloc {
  [_auth release];
  [super dealloc];
}

@end
