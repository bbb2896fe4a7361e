// The program for the guides' Objective-C code, which uses blocks. It tests the guides' code for
// credentials, a second factor, a provider's pages, linking, reauthentication and signing out,
// against a server. It is compiled for GCC's runtime, for which clang does not support subscripts.
// snippets.m contains the code with subscripts.

#import <FirebaseAuth/FirebaseAuth.h>
#import <FirebaseCore/FirebaseCore.h>

#import "../support.h"

FIR_ASSUME_NONNULL_BEGIN

typedef void (^PromptBlock)(BOOL userPressedOK, NSString *_Nullable text);

// The parts of an app that the guides assume: the Facebook login, and a user who answers prompts.
@interface FBSDKAccessToken : NSObject {
 @private
  NSString *_tokenString;
}
@property(nonatomic, copy) NSString *tokenString;
+ (FBSDKAccessToken *)currentAccessToken;
@end

@interface App : NSObject {
 @public
  BOOL isDone;
  BOOL answersWrongly;
  NSString *_verificationID;
  FIRAuthDataResult *_result;
  NSError *_error;
  FIROAuthProvider *_provider;
}
@property(nonatomic, retain) FIROAuthProvider *provider;

- (void)forget;
// Receives the result of the completion.
- (void)finish:(FIRAuthDataResult *_Nullable)authResult error:(NSError *_Nullable)failure;
// Signs in with a credential, and with a second factor if one is required, and waits.
- (void)signIn:(FIRAuthCredential *)credential;
- (void)signOut;
@end

// Runs the guide's flow in a browser: gets a credential from GitHub's pages, and passes it to
// `use`.
void getGitHubCredential(App *app, void (^use)(FIRAuthCredential *credential));
// Waits until all listeners have been called: callbacks run in the order of the events.
void settle(void);

void testConfiguration(void);
void testPropertyList(void);
void testFacebook(App *app);
void testApple(App *app);
void testSecondFactor(App *app);
void testGitHub(App *app);
void testLink(App *app);
void testMail(App *app);
void testOwnProvider(App *app);
void testPhone(App *app);
void testListeners(App *app);

FIR_ASSUME_NONNULL_END
