// The completions of FirebaseAuth, with the names from its own headers. If there is an error, the
// other arguments are nil. Otherwise the error is nil.

#ifndef FIR_AUTH_CALLBACKS_H
#define FIR_AUTH_CALLBACKS_H

#import <FirebaseCore/FIRBlock.h>

@class FIRActionCodeInfo, FIRAuth, FIRAuthCredential, FIRAuthDataResult, FIRAuthTokenResult,
    FIRMultiFactorSession, FIRTOTPSecret, FIRUser;

FIR_ASSUME_NONNULL_BEGIN

FIR_CALLBACK_2(FIRAuthDataResultCallback, FIRAuthDataResult *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRAuthResultCallback, FIRUser *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRAuthCredentialCallback, FIRAuthCredential *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRAuthTokenCallback, NSString *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRAuthTokenResultCallback, FIRAuthTokenResult *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRCheckActionCodeCallBack, FIRActionCodeInfo *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRVerifyPasswordResetCodeCallback, NSString *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRVerificationResultCallback, NSString *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRSignInMethodQueryCallback, NSArray *FIR_NULLABLE, NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRMultiFactorSessionCallback, FIRMultiFactorSession *FIR_NULLABLE,
               NSError *FIR_NULLABLE);
FIR_CALLBACK_2(FIRTOTPSecretCallback, FIRTOTPSecret *FIR_NULLABLE, NSError *FIR_NULLABLE);

FIR_CALLBACK_1(FIRAuthVoidErrorCallback, NSError *FIR_NULLABLE);
typedef FIRAuthVoidErrorCallback FIRApplyActionCodeCallback;
typedef FIRAuthVoidErrorCallback FIRConfirmPasswordResetCallback;
typedef FIRAuthVoidErrorCallback FIRSendEmailVerificationCallback;
typedef FIRAuthVoidErrorCallback FIRSendPasswordResetCallback;
typedef FIRAuthVoidErrorCallback FIRSendSignInLinkToEmailCallback;
typedef FIRAuthVoidErrorCallback FIRUserProfileChangeCallback;

FIR_CALLBACK_2(FIRAuthStateDidChangeListenerBlock, FIRAuth *, FIRUser *FIR_NULLABLE);
typedef FIRAuthStateDidChangeListenerBlock FIRIDTokenDidChangeListenerBlock;

FIR_ASSUME_NONNULL_END

#endif
