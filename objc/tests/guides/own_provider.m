#import "app.h"

// A provider that the app defines itself.
@interface OwnProvider : NSObject <FIRFederatedAuthProvider> {
 @public
  NSString *_token;
}
@end

@implementation OwnProvider
- (void)getCredentialWithUIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
                         completion:(FIRAuthCredentialCallback)completion {
  if (_token) {
    completion([FIRGitHubAuthProvider credentialWithToken:_token], nil);
  } else {
    completion(nil, [NSError errorWithDomain:@"own" code:1 userInfo:nil]);
  }
}
@end

void testOwnProvider(App *app) {
  OwnProvider *provider = [[[OwnProvider alloc] init] autorelease];
  FIRAuthDataResultCallback finish = ^(FIRAuthDataResult *authResult, NSError *error) {
    [app finish:authResult error:error];
  };

  [[FIRAuth auth] signInWithProvider:provider UIDelegate:nil completion:finish];
  waitUntil(&app->isDone, @"the refusal");
  check([app->_error.domain isEqual:@"own"] && app->_result == nil,
        @"a provider's own error is handed on");
  [app forget];
  provider->_token = labToken(@"github.com", @{@"person" : @"katherine"});
  [[FIRAuth auth] signInWithProvider:provider UIDelegate:nil completion:finish];
  waitUntil(&app->isDone, @"the sign-in");
  check([app->_result.additionalUserInfo.username isEqual:@"katherine"],
        @"a provider's own credential signs in: %@", app->_error);
  [app forget];
  [[FIRAuth auth].currentUser reauthenticateWithProvider:provider UIDelegate:nil completion:finish];
  waitUntil(&app->isDone, @"the reauthentication");
  check(app->_result.user == [FIRAuth auth].currentUser, @"and reauthenticates: %@", app->_error);
  [app forget];
  [app signOut];
}
