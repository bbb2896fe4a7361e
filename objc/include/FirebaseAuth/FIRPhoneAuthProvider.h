#ifndef FIR_PHONE_AUTH_PROVIDER_H
#define FIR_PHONE_AUTH_PROVIDER_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseAuth/FIRAuthCredential.h>
#import <FirebaseAuth/FIRAuthUIDelegate.h>

@class FIRMultiFactorSession, FIRPhoneMultiFactorInfo;

FIR_ASSUME_NONNULL_BEGIN

FIR_EXPORT NSString *const FIRPhoneAuthProviderID;
FIR_EXPORT NSString *const FIRPhoneAuthSignInMethod;

// Sends codes to telephone numbers, and makes credentials from them. The completions receive a
// verification id.
@interface FIRPhoneAuthProvider : NSObject {
 @private
  FIRAuth *_auth;
}

+ (instancetype)provider;
+ (instancetype)providerWithAuth:(FIRAuth *)auth;

- (void)verifyPhoneNumber:(NSString *)phoneNumber
               UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
               completion:(FIRVerificationResultCallback FIR_NULLABLE)completion;
// With the session of a user, sends a code for the enrolment of the number as a second factor.
- (void)verifyPhoneNumber:(NSString *)phoneNumber
               UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
       multiFactorSession:(FIRMultiFactorSession *FIR_NULLABLE)session
               completion:(FIRVerificationResultCallback FIR_NULLABLE)completion;
// Sends a code to the number of a second factor, in the session of a sign-in that needs this
// factor.
- (void)verifyPhoneNumberWithMultiFactorInfo:(FIRPhoneMultiFactorInfo *)phoneMultiFactorInfo
                                  UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
                          multiFactorSession:(FIRMultiFactorSession *FIR_NULLABLE)session
                                  completion:(FIRVerificationResultCallback FIR_NULLABLE)completion;

- (FIRPhoneAuthCredential *)credentialWithVerificationID:(NSString *)verificationID
                                        verificationCode:(NSString *)verificationCode;

FIR_NO_INIT("use provider or providerWithAuth:")

@end

FIR_ASSUME_NONNULL_END

#endif
