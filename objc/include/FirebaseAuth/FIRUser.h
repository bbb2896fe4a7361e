#ifndef FIR_USER_H
#define FIR_USER_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseAuth/FIRAuthUIDelegate.h>
#import <FirebaseAuth/FIROAuthProvider.h>
#import <FirebaseCore/FIRReference.h>

@class FIRActionCodeSettings, FIRMultiFactor, FIRPhoneAuthCredential, FIRUser;

FIR_ASSUME_NONNULL_BEGIN

// The data that a provider, or the project, has about a user.
@protocol FIRUserInfo <NSObject>
@property(nonatomic, copy, readonly) NSString *providerID;
@property(nonatomic, copy, readonly) NSString *uid;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE displayName;
@property(nonatomic, copy, readonly) NSURL *FIR_NULLABLE photoURL;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE email;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE phoneNumber;
@end

@interface FIRUserMetadata : NSObject {
 @private
  NSDate *_creationDate;
  NSDate *_lastSignInDate;
}
@property(nonatomic, copy, readonly) NSDate *FIR_NULLABLE lastSignInDate;
@property(nonatomic, copy, readonly) NSDate *FIR_NULLABLE creationDate;
@end

// A change of a user's name and picture. Members that are not set do not change. Nil and an empty
// text remove the value.
@interface FIRUserProfileChangeRequest : NSObject {
 @private
  FIRUser *_user;
  NSString *_displayName;
  NSURL *_photoURL;
  BOOL _setsDisplayName;
  BOOL _setsPhotoURL;
}
@property(nonatomic, copy) NSString *FIR_NULLABLE displayName;
@property(nonatomic, copy) NSURL *FIR_NULLABLE photoURL;
- (void)commitChangesWithCompletion:(FIRUserProfileChangeCallback FIR_NULLABLE)completion;
@end

// A user who has signed in. While a user is retained, all methods return the same object for this
// user. Its properties return the current values.
@interface FIRUser : FIRReference <FIRUserInfo>

@property(nonatomic, readonly, getter=isAnonymous) BOOL anonymous;
@property(nonatomic, readonly, getter=isEmailVerified) BOOL emailVerified;
@property(nonatomic, readonly) NSString *FIR_NULLABLE refreshToken;
@property(nonatomic, readonly) FIR_OF(NSArray, id<FIRUserInfo>) *providerData;
@property(nonatomic, readonly) FIRUserMetadata *metadata;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE tenantID;
@property(nonatomic, readonly) FIRMultiFactor *multiFactor;

- (FIRUserProfileChangeRequest *)profileChangeRequest;

FIR_NO_INIT("users come from FIRAuth")

@end

@interface FIRUser (Operations)

- (void)updateEmail:(NSString *)email
         completion:(FIRUserProfileChangeCallback FIR_NULLABLE)completion;
- (void)updatePassword:(NSString *)password
            completion:(FIRUserProfileChangeCallback FIR_NULLABLE)completion;
- (void)updatePhoneNumberCredential:(FIRPhoneAuthCredential *)phoneNumberCredential
                         completion:(FIRUserProfileChangeCallback FIR_NULLABLE)completion;
- (void)reloadWithCompletion:(FIRUserProfileChangeCallback FIR_NULLABLE)completion;

- (void)reauthenticateWithCredential:(FIRAuthCredential *)credential
                          completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)reauthenticateWithProvider:(id<FIRFederatedAuthProvider>)provider
                        UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
                        completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)linkWithCredential:(FIRAuthCredential *)credential
                completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)linkWithProvider:(id<FIRFederatedAuthProvider>)provider
              UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
              completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)unlinkFromProvider:(NSString *)provider
                completion:(FIRAuthResultCallback FIR_NULLABLE)completion;

- (void)getIDTokenWithCompletion:(FIRAuthTokenCallback FIR_NULLABLE)completion;
- (void)getIDTokenForcingRefresh:(BOOL)forceRefresh
                      completion:(FIRAuthTokenCallback FIR_NULLABLE)completion;
- (void)getIDTokenResultWithCompletion:(FIRAuthTokenResultCallback FIR_NULLABLE)completion;
- (void)getIDTokenResultForcingRefresh:(BOOL)forceRefresh
                            completion:(FIRAuthTokenResultCallback FIR_NULLABLE)completion;

- (void)sendEmailVerificationWithCompletion:
    (FIRSendEmailVerificationCallback FIR_NULLABLE)completion;
- (void)sendEmailVerificationWithActionCodeSettings:
            (FIRActionCodeSettings *FIR_NULLABLE)actionCodeSettings
                                         completion:(FIRSendEmailVerificationCallback FIR_NULLABLE)
                                                        completion;
- (void)sendEmailVerificationBeforeUpdatingEmail:(NSString *)email
                                      completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;
- (void)sendEmailVerificationBeforeUpdatingEmail:(NSString *)email
                              actionCodeSettings:
                                  (FIRActionCodeSettings *FIR_NULLABLE)actionCodeSettings
                                      completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;

- (void)deleteWithCompletion:(FIRUserProfileChangeCallback FIR_NULLABLE)completion;

@end

FIR_ASSUME_NONNULL_END

#endif
