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
// The user's name for the factor.
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE displayName;
@property(nonatomic, copy, readonly) NSDate *enrollmentDate;
@property(nonatomic, copy, readonly) NSString *factorID;
@end

@interface FIRPhoneMultiFactorInfo : FIRMultiFactorInfo
// The complete number for the signed-in user, but only the last digits until the user has proved
// the factor.
@property(nonatomic, copy, readonly) NSString *phoneNumber;
@end

// An authenticator app.
@interface FIRTOTPMultiFactorInfo : FIRMultiFactorInfo
@end

// The context in which a second factor is enrolled or requested.
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

// A sign-in that needs a second factor. An error with the code FIRAuthErrorCodeSecondFactorRequired
// contains it under FIRAuthErrorUserInfoMultiFactorResolverKey.
@interface FIRMultiFactorResolver : FIRReference {
 @private
  FIRMultiFactorSession *_session;
  NSArray *_hints;
}
@property(nonatomic, readonly) FIRMultiFactorSession *session;
// The factors that can finish the sign-in.
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

// A secret to enter into an authenticator app.
@interface FIRTOTPSecret : FIRReference
// The secret in Base32, for entry by hand.
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
