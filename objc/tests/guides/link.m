#import "app.h"

void testLink(App *app) {
  bePerson(@"hedy");
  app.provider = [FIROAuthProvider providerWithProviderID:@"github.com"];
  [[FIRAuth auth] createUserWithEmail:@"linked@example.com"
                             password:@"correct horse"
                           completion:^(FIRAuthDataResult *authResult, NSError *error) {
                             [app finish:authResult error:error];
                           }];
  waitUntil(&app->isDone, @"the account");
  check(app->_result.additionalUserInfo.isNewUser, @"a new account: %@", app->_error);
  FIRUser *user = [[app->_result.user retain] autorelease];
  [app forget];
  getGitHubCredential(app, ^(FIRAuthCredential *credential) {
    [[FIRAuth auth].currentUser
        linkWithCredential:credential
                completion:^(FIRAuthDataResult *_Nullable authResult, NSError *_Nullable error) {
                  [app finish:authResult error:error];
                }];
  });
  check(app->_error == nil && app->_result.user == user && user.providerData.count == 2,
        @"GitHub is linked: %@", app->_error);
  [app forget];

  __block BOOL isDone = NO;
  FIRUserProfileChangeRequest *request = [user profileChangeRequest];
  request.displayName = @"Linked";
  [request commitChangesWithCompletion:^(NSError *error) {
    check(error == nil && [user.displayName isEqual:@"Linked"], @"a name is changed: %@", error);
    isDone = YES;
  }];
  waitUntil(&isDone, @"the change");
  [app signOut];

  // Links the same GitHub account to another user. The error contains a credential that signs in to
  // the account to which the GitHub account is already linked.
  [[FIRAuth auth] signInAnonymouslyWithCompletion:^(FIRAuthDataResult *authResult, NSError *error) {
    [app finish:authResult error:error];
  }];
  waitUntil(&app->isDone, @"the sign-in");
  FIRUser *anonymous = [[app->_result.user retain] autorelease];
  check(anonymous.isAnonymous && anonymous != user, @"somebody without a name: %@", app->_error);
  [app forget];
  [anonymous linkWithProvider:app.provider
                   UIDelegate:nil
                   completion:^(FIRAuthDataResult *authResult, NSError *error) {
                     [app finish:authResult error:error];
                   }];
  waitUntil(&app->isDone, @"the link");
  FIRAuthCredential *updated =
      [app->_error.userInfo objectForKey:FIRAuthErrorUserInfoUpdatedCredentialKey];
  check(app->_error.code == FIRAuthErrorCodeCredentialAlreadyInUse && updated != nil,
        @"an account of GitHub's has one user: %@", app->_error.localizedDescription);
  check([FIRAuth auth].currentUser == anonymous, @"who is signed in has not changed");
  [[updated retain] autorelease];
  [app forget];
  [app signIn:updated];
  check([app->_result.user.uid isEqual:user.uid], @"the error's credential signs in: %@",
        app->_error);
  FIRUser *again = app->_result.user;
  [again unlinkFromProvider:@"github.com"
                 completion:^(FIRUser *left, NSError *error) {
                   check(left == again && again.providerData.count == 1, @"GitHub is unlinked: %@",
                         error);
                   isDone = YES;
                 }];
  waitUntil(&isDone, @"the unlinking");
  [again unlinkFromProvider:@"github.com"
                 completion:^(FIRUser *left, NSError *error) {
                   check(error.code == FIRAuthErrorCodeNoSuchProvider, @"once: %@",
                         error.localizedDescription);
                   isDone = YES;
                 }];
  waitUntil(&isDone, @"the second unlinking");
  [app forget];
  [app signOut];
}
