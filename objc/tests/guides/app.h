// The program of the guides' own Objective-C, which has blocks: what they do with credentials, a
// second factor, a provider's pages, linking, reauthentication and signing out, against a server.
// clang has no subscripts for GCC's runtime, for which this is compiled; snippets.m has them.

#import <FirebaseAuth/FirebaseAuth.h>
#import <FirebaseCore/FirebaseCore.h>

#import "../support.h"

FIR_ASSUME_NONNULL_BEGIN

typedef void (^PromptBlock)(BOOL userPressedOK, NSString *_Nullable text);

// The parts of an app that the guides take for granted: who has logged in, and somebody who
// answers.
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
// What a completion is ended with.
- (void)finish:(FIRAuthDataResult *_Nullable)authResult error:(NSError *_Nullable)failure;
// Signs in by a credential, with a second factor where one is asked for, and waits.
- (void)signIn:(FIRAuthCredential *)credential;
- (void)signOut;
@end

// The guide's flow in a browser: a credential of GitHub's pages, which is used to some end.
void getGitHubCredential(App *app, void (^use)(FIRAuthCredential *credential));
// Waits until everybody has been told what has happened: callbacks come in the order of that.
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
