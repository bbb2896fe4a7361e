#ifndef FIR_AUTH_H
#define FIR_AUTH_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseAuth/FIRAuthEnvironment.h>
#import <FirebaseAuth/FIRAuthUIDelegate.h>
#import <FirebaseAuth/FIROAuthProvider.h>
#import <FirebaseCore/FIRReference.h>

@class FIRActionCodeSettings, FIRApp, FIRUser;

FIR_ASSUME_NONNULL_BEGIN

// Posted on the callback thread when a user signed in or out. Its object is the FIRAuth.
FIR_EXPORT NSString *const FIRAuthStateDidChangeNotification;

typedef id<NSObject> FIRAuthStateDidChangeListenerHandle;
typedef id<NSObject> FIRIDTokenDidChangeListenerHandle;

// Settings that apps for Apple's platforms make. None of them has an effect in a program without
// Apple's services.
@interface FIRAuthSettings : NSObject <NSCopying> {
 @private
  BOOL _appVerificationDisabledForTesting;
}
@property(nonatomic, assign, getter=isAppVerificationDisabledForTesting)
    BOOL appVerificationDisabledForTesting;
@end

// Signs in the users of one app, and provides the signed-in user. All methods may be called from
// any thread. Completions and listeners are called on the main thread, see callbackThread.
@interface FIRAuth : FIRReference {
 @private
  FIRApp *_app;
  FIRUser *_latestUser;
  FIRAuthSettings *_settings;
  id<NSObject> _notifier;
}

// The default app's FIRAuth: the same object at each call. Raises FIRCoreException before the app
// is configured.
+ (FIRAuth *)auth;
+ (FIRAuth *)authWithApp:(FIRApp *)app;

// Nil after the app was deleted.
@property(nonatomic, readonly) FIRApp *FIR_NULLABLE app;
// The signed-in user; nil if no user is signed in. The first access reads the stored session.
@property(nonatomic, readonly) FIRUser *FIR_NULLABLE currentUser;
// The language of mails and messages to the user, as a BCP 47 tag; nil for the project's language.
@property(nonatomic, copy) NSString *FIR_NULLABLE languageCode;
@property(nonatomic, copy) FIRAuthSettings *FIR_NULLABLE settings;
// The tenant to sign in to; nil for the project's own users.
@property(nonatomic, copy) NSString *FIR_NULLABLE tenantID;
// The domain that serves the handler page for a sign-in in a browser; nil for the project's default
// domain.
@property(nonatomic, copy) NSString *FIR_NULLABLE customAuthDomain;

- (void)useAppLanguage;
// Sends all requests to a development server. Call it before any other operation. Raises
// NSInvalidArgumentException if the address cannot be used.
- (void)useEmulatorWithHost:(NSString *)host port:(NSInteger)port;

// Removes the session. Sends nothing to the server. Returns NO, with an error, if the session
// cannot be removed.
- (BOOL)signOut:(NSError *FIR_NULLABLE *FIR_NULLABLE)error;

// Calls the listener once soon, and then at each sign-in, sign-out and change of user. Use the
// handle to remove the listener. After that, no further call begins; a running call may finish.
- (FIRAuthStateDidChangeListenerHandle)addAuthStateDidChangeListener:
    (FIRAuthStateDidChangeListenerBlock)listener;
- (void)removeAuthStateDidChangeListener:(FIRAuthStateDidChangeListenerHandle)listenerHandle;
// Calls the listener as addAuthStateDidChangeListener: does, and also for each change of the ID
// token.
- (FIRIDTokenDidChangeListenerHandle)addIDTokenDidChangeListener:
    (FIRIDTokenDidChangeListenerBlock)listener;
- (void)removeIDTokenDidChangeListener:(FIRIDTokenDidChangeListenerHandle)listenerHandle;

FIR_NO_INIT("use auth or authWithApp:")

@end

@interface FIRAuth (SignIn)

- (void)signInWithCredential:(FIRAuthCredential *)credential
                  completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)signInWithEmail:(NSString *)email
               password:(NSString *)password
             completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)signInWithEmail:(NSString *)email
                   link:(NSString *)link
             completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
// Signs in with the provider's own pages, in a browser.
- (void)signInWithProvider:(id<FIRFederatedAuthProvider>)provider
                UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
                completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)signInAnonymouslyWithCompletion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)signInWithCustomToken:(NSString *)token
                   completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)createUserWithEmail:(NSString *)email
                   password:(NSString *)password
                 completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
// Makes a user the signed-in user. This or another FIRAuth may have signed the user in before.
- (void)updateCurrentUser:(FIRUser *FIR_NULLABLE)user
               completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;

@end

@interface FIRAuth (Mail)

- (void)fetchSignInMethodsForEmail:(NSString *)email
                        completion:(FIRSignInMethodQueryCallback FIR_NULLABLE)completion;
- (void)sendPasswordResetWithEmail:(NSString *)email
                        completion:(FIRSendPasswordResetCallback FIR_NULLABLE)completion;
- (void)sendPasswordResetWithEmail:(NSString *)email
                actionCodeSettings:(FIRActionCodeSettings *FIR_NULLABLE)actionCodeSettings
                        completion:(FIRSendPasswordResetCallback FIR_NULLABLE)completion;
- (void)sendSignInLinkToEmail:(NSString *)email
           actionCodeSettings:(FIRActionCodeSettings *)actionCodeSettings
                   completion:(FIRSendSignInLinkToEmailCallback FIR_NULLABLE)completion;
- (void)confirmPasswordResetWithCode:(NSString *)code
                         newPassword:(NSString *)newPassword
                          completion:(FIRConfirmPasswordResetCallback)completion;
- (void)checkActionCode:(NSString *)code completion:(FIRCheckActionCodeCallBack)completion;
- (void)verifyPasswordResetCode:(NSString *)code
                     completion:(FIRVerifyPasswordResetCodeCallback)completion;
- (void)applyActionCode:(NSString *)code completion:(FIRApplyActionCodeCallback)completion;
- (BOOL)isSignInWithEmailLink:(NSString *)link;
// Asks the server which actions need a captcha. The first request of each such action then already
// contains a proof of work.
- (void)initializeRecaptchaConfigWithCompletion:
    (FIRAuthVoidErrorCallback FIR_NULLABLE)completion;
// Revokes the tokens of Sign in with Apple.
- (void)revokeTokenWithAuthorizationCode:(NSString *)authorizationCode
                              completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;

@end

// Methods that FirebaseAuth does not have.
@interface FIRAuth (Latchkey)

// Call it before authWithApp:. Returns nil, with an error, if the app already uses a different
// environment.
+ (FIRAuth *FIR_NULLABLE)authWithApp:(FIRApp *)app
                         environment:(FIRAuthEnvironment *)environment
                               error:(NSError *FIR_NULLABLE *FIR_NULLABLE)error;
// Sends all requests to your own server: https, or http on this machine. Call it before any other
// operation. Returns NO, with an error, for any other address.
- (BOOL)useBackendWithURL:(NSURL *)URL error:(NSError *FIR_NULLABLE *FIR_NULLABLE)error;

@end

@interface FIRAuth (LatchkeyThreads)

// The thread that calls the completions and listeners of the whole process.
+ (FIRAuthCallbackThread)callbackThread;
+ (void)setCallbackThread:(FIRAuthCallbackThread)callbackThread;

@end

FIR_ASSUME_NONNULL_END

#endif
