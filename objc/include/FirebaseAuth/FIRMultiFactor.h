#ifndef FIR_MULTI_FACTOR_H
#define FIR_MULTI_FACTOR_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseCore/FIRReference.h>

@class FIRAuth, FIRPhoneAuthCredential, FIRUser;

FIR_ASSUME_NONNULL_BEGIN

// "phone" and "totp".
FIR_EXPORT NSString *const FIRPhoneMultiFactorID;
FIR_EXPORT NSString *const FIRTOTPMultiFactorID;

// A second factor of a user.
@interface FIRMultiFactorInfo : FIRReference
@property(nonatomic, copy, readonly) NSString *UID;
// What the user calls it.
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE displayName;
@property(nonatomic, copy, readonly) NSDate *enrollmentDate;
@property(nonatomic, copy, readonly) NSString *factorID;
@end

@interface FIRPhoneMultiFactorInfo : FIRMultiFactorInfo
// All of it to the user; its last digits alone while the factor has yet to be proved.
@property(nonatomic, copy, readonly) NSString *phoneNumber;
@end

// An authenticator app.
@interface FIRTOTPMultiFactorInfo : FIRMultiFactorInfo
@end

// What a second factor is enrolled or asked for in.
@interface FIRMultiFactorSession : FIRReference
@end

// The proof of a second factor.
@interface FIRMultiFactorAssertion : FIRReference {
 @private
  NSString *_factorID;
}
@property(nonatomic, copy, readonly) NSString *factorID;
@end

@interface FIRPhoneMultiFactorAssertion : FIRMultiFactorAssertion
@end

@interface FIRTOTPMultiFactorAssertion : FIRMultiFactorAssertion
@end

// A sign-in that waits for a second factor: what an error with the code
// FIRAuthErrorCodeSecondFactorRequired has under FIRAuthErrorUserInfoMultiFactorResolverKey.
@interface FIRMultiFactorResolver : FIRReference {
 @private
  FIRMultiFactorSession *_session;
  NSArray *_hints;
}
@property(nonatomic, readonly) FIRMultiFactorSession *session;
// The factors that can be proved.
@property(nonatomic, readonly) FIR_OF(NSArray, FIRMultiFactorInfo *) *hints;
@property(nonatomic, readonly) FIRAuth *auth;
- (void)resolveSignInWithAssertion:(FIRMultiFactorAssertion *)assertion
                        completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
@end

// The second factors of a user.
@interface FIRMultiFactor : NSObject {
 @private
  FIRUser *_user;
}
@property(nonatomic, readonly) FIR_OF(NSArray, FIRMultiFactorInfo *) *enrolledFactors;
- (void)getSessionWithCompletion:(FIRMultiFactorSessionCallback FIR_NULLABLE)completion;
- (void)enrollWithAssertion:(FIRMultiFactorAssertion *)assertion
                displayName:(NSString *FIR_NULLABLE)displayName
                 completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;
- (void)unenrollWithInfo:(FIRMultiFactorInfo *)factorInfo
              completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;
- (void)unenrollWithFactorUID:(NSString *)factorUID
                   completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;
@end

@interface FIRPhoneMultiFactorGenerator : NSObject
+ (FIRPhoneMultiFactorAssertion *)assertionWithCredential:
    (FIRPhoneAuthCredential *)phoneAuthCredential;
@end

// A secret to put into an authenticator app.
@interface FIRTOTPSecret : FIRReference
// In base32, to be typed.
- (NSString *)sharedSecretKey;
// The otpauth address that authenticator apps read from a QR code.
- (NSString *)generateQRCodeURLWithAccountName:(NSString *)accountName issuer:(NSString *)issuer;
@end

@interface FIRTOTPMultiFactorGenerator : NSObject
+ (void)generateSecretWithMultiFactorSession:(FIRMultiFactorSession *)session
                                  completion:(FIRTOTPSecretCallback)completion;
+ (FIRTOTPMultiFactorAssertion *)assertionForEnrollmentWithSecret:(FIRTOTPSecret *)secret
                                                  oneTimePassword:(NSString *)oneTimePassword;
+ (FIRTOTPMultiFactorAssertion *)assertionForSignInWithEnrollmentID:(NSString *)enrollmentID
                                                    oneTimePassword:(NSString *)oneTimePassword;
@end

FIR_ASSUME_NONNULL_END

#endif
