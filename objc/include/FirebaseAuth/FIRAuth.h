#ifndef FIR_AUTH_H
#define FIR_AUTH_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseAuth/FIRAuthEnvironment.h>
#import <FirebaseAuth/FIRAuthUIDelegate.h>
#import <FirebaseAuth/FIROAuthProvider.h>
#import <FirebaseCore/FIRReference.h>

@class FIRActionCodeSettings, FIRApp, FIRUser;

FIR_ASSUME_NONNULL_BEGIN

// Posted on the thread of the callbacks when a user signed in or out. Its object is the FIRAuth.
FIR_EXPORT NSString *const FIRAuthStateDidChangeNotification;

typedef id<NSObject> FIRAuthStateDidChangeListenerHandle;
typedef id<NSObject> FIRIDTokenDidChangeListenerHandle;

// Settings that apps for Apple's platforms make. Nothing of them applies to a program without
// Apple's services.
@interface FIRAuthSettings : NSObject <NSCopying> {
 @private
  BOOL _appVerificationDisabledForTesting;
}
@property(nonatomic, assign, getter=isAppVerificationDisabledForTesting)
    BOOL appVerificationDisabledForTesting;
@end

// Signs the users of one app in, and knows who is signed in. Everything may be called from any
// thread; completions and listeners are called on the main thread, see callbackThread.
@interface FIRAuth : FIRReference {
 @private
  FIRApp *_app;
  FIRUser *_latestUser;
  FIRAuthSettings *_settings;
  id<NSObject> _notifier;
}

// The default app's: the same object each time. FIRCoreException is raised before the app is
// configured.
+ (FIRAuth *)auth;
+ (FIRAuth *)authWithApp:(FIRApp *)app;

// Nil after the app was deleted.
@property(nonatomic, readonly) FIRApp *FIR_NULLABLE app;
// Nil while nobody is signed in. The first look reads the stored session.
@property(nonatomic, readonly) FIRUser *FIR_NULLABLE currentUser;
// In which language to write to the user, as a BCP 47 tag; nil for the project's own.
@property(nonatomic, copy) NSString *FIR_NULLABLE languageCode;
@property(nonatomic, copy) FIRAuthSettings *FIR_NULLABLE settings;
// The tenant that sign-ins are to; nil for the project's own users.
@property(nonatomic, copy) NSString *FIR_NULLABLE tenantID;
// The domain that a sign-in in a browser is led through, where it is not the project's usual one.
@property(nonatomic, copy) NSString *FIR_NULLABLE customAuthDomain;

- (void)useAppLanguage;
// Sends everything to a development server. To be called before anything else; an address that
// cannot be used raises NSInvalidArgumentException.
- (void)useEmulatorWithHost:(NSString *)host port:(NSInteger)port;

// Forgets the session, and sends nothing. NO, with an error, when it cannot be forgotten.
- (BOOL)signOut:(NSError *FIR_NULLABLE *FIR_NULLABLE)error;

// Calls the listener once soon, and then whenever another user, or none, is signed in. It is heard
// until it is removed by the handle; nothing is called afterwards that is not being called already.
- (FIRAuthStateDidChangeListenerHandle)addAuthStateDidChangeListener:
    (FIRAuthStateDidChangeListenerBlock)listener;
- (void)removeAuthStateDidChangeListener:(FIRAuthStateDidChangeListenerHandle)listenerHandle;
// As above, and whenever the ID token changes.
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
// By the provider's own pages, in a browser.
- (void)signInWithProvider:(id<FIRFederatedAuthProvider>)provider
                UIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
                completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)signInAnonymouslyWithCompletion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)signInWithCustomToken:(NSString *)token
                   completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
- (void)createUserWithEmail:(NSString *)email
                   password:(NSString *)password
                 completion:(FIRAuthDataResultCallback FIR_NULLABLE)completion;
// Makes a user the signed-in one, who was signed in by this or by another FIRAuth.
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
// Asks which requests need a captcha, so that the first of each brings a proof of work at once.
- (void)initializeRecaptchaConfigWithCompletion:
    (FIRAuthVoidErrorCallback FIR_NULLABLE)completion;
// Revokes what Sign in with Apple handed out.
- (void)revokeTokenWithAuthorizationCode:(NSString *)authorizationCode
                              completion:(FIRAuthVoidErrorCallback FIR_NULLABLE)completion;

@end

// Latchkey's own.
@interface FIRAuth (Latchkey)

// To be called before authWithApp: is. Nil, with an error, when the app is in use in another
// environment.
+ (FIRAuth *FIR_NULLABLE)authWithApp:(FIRApp *)app
                         environment:(FIRAuthEnvironment *)environment
                               error:(NSError *FIR_NULLABLE *FIR_NULLABLE)error;
// Sends everything to a server of one's own: https, or http on this machine. To be called before
// anything else. NO, with an error, for another address.
- (BOOL)useBackendWithURL:(NSURL *)URL error:(NSError *FIR_NULLABLE *FIR_NULLABLE)error;

@end

@interface FIRAuth (LatchkeyThreads)

// Where the completions and listeners of the whole process are called.
+ (FIRAuthCallbackThread)callbackThread;
+ (void)setCallbackThread:(FIRAuthCallbackThread)callbackThread;

@end

FIR_ASSUME_NONNULL_END

#endif
