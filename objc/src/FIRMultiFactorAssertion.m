#import "FIRInternal.h"

@implementation FIRMultiFactorAssertion

+ (instancetype)assertionOfReference:(latchkey_assertion *)reference factorID:(NSString *)factorID {
  FIRMultiFactorAssertion *assertion = [self withReference:reference];

  if (assertion) assertion->_factorID = [factorID copy];
  return assertion;
}

- (NSString *)factorID {
  return _factorID;
}

- (void)dealloc {
  [_factorID release];
  [super dealloc];
}

@end

@implementation FIRPhoneMultiFactorAssertion
@end

@implementation FIRTOTPMultiFactorAssertion
@end

@implementation FIRPhoneMultiFactorGenerator

+ (FIRPhoneMultiFactorAssertion *)assertionWithCredential:
    (FIRPhoneAuthCredential *)phoneAuthCredential {
  return [FIRPhoneMultiFactorAssertion
      assertionOfReference:latchkey_assertion_phone(FIRReferenceOf(phoneAuthCredential))
                  factorID:FIRPhoneMultiFactorID];
}

@end

@implementation FIRTOTPSecret

- (NSString *)sharedSecretKey {
  return FIRText(latchkey_totp_secret_key((const latchkey_totp_secret *)_reference));
}

- (NSString *)generateQRCodeURLWithAccountName:(NSString *)accountName issuer:(NSString *)issuer {
  return FIRText(latchkey_totp_secret_url((const latchkey_totp_secret *)_reference,
                                          FIRChars(accountName), FIRChars(issuer)));
}

@end

@implementation FIRTOTPMultiFactorGenerator

+ (void)generateSecretWithMultiFactorSession:(FIRMultiFactorSession *)session
                                  completion:(FIRTOTPSecretCallback)completion {
  latchkey_session_generate_totp_secret(
      FIRReferenceOf(session), FIRFinish,
      FIRPending((const void *)completion, FIRTOTPSecretOfResult));
}

+ (FIRTOTPMultiFactorAssertion *)assertionForEnrollmentWithSecret:(FIRTOTPSecret *)secret
                                                  oneTimePassword:(NSString *)oneTimePassword {
  return [FIRTOTPMultiFactorAssertion
      assertionOfReference:latchkey_assertion_totp_enrollment(FIRReferenceOf(secret),
                                                              FIRChars(oneTimePassword))
                  factorID:FIRTOTPMultiFactorID];
}

+ (FIRTOTPMultiFactorAssertion *)assertionForSignInWithEnrollmentID:(NSString *)enrollmentID
                                                    oneTimePassword:(NSString *)oneTimePassword {
  return [FIRTOTPMultiFactorAssertion
      assertionOfReference:latchkey_assertion_totp_sign_in(FIRChars(enrollmentID),
                                                           FIRChars(oneTimePassword))
                  factorID:FIRTOTPMultiFactorID];
}

@end
