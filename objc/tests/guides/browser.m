#import "app.h"

void getGitHubCredential(App *app, void (^use)(FIRAuthCredential *credential)) {
  [app.provider getCredentialWithUIDelegate:nil
                                 completion:^(FIRAuthCredential *_Nullable credential,
                                              NSError *_Nullable error) {
                                   if (error) {
                                     [app finish:nil error:error];
                                   }
                                   if (credential) {
                                     use(credential);
                                   }
                                 }];
  waitUntil(&app->isDone, @"the provider's pages");
}

void testGitHub(App *app) {
  app.provider = [FIROAuthProvider providerWithProviderID:@"github.com"];
  [app.provider setCustomParameters:@{@"allow_signup" : @"false", @"state" : @"fixed"}];
  [app.provider setScopes:@[ @"user:email" ]];

  bePerson(@"nobody");
  getGitHubCredential(app, ^(FIRAuthCredential *credential) {
    check(NO, @"no credential of a refusal");
  });
  check(app->_error.code == FIRAuthErrorCodeWebContextCancelled, @"a refusal is told: %@",
        app->_error.localizedDescription);
  [app forget];

  bePerson(@"katherine");
  getGitHubCredential(app, ^(FIRAuthCredential *credential) {
    [[FIRAuth auth]
        signInWithCredential:credential
                  completion:^(FIRAuthDataResult *_Nullable authResult, NSError *_Nullable error) {
                    FIROAuthCredential *oauthCredential =
                        (FIROAuthCredential *)authResult.credential;
                    check([oauthCredential.accessToken hasPrefix:@"gho_"] &&
                              oauthCredential.IDToken == nil,
                          @"GitHub's pages sign in, with a token for GitHub's interface: %@",
                          error);
                    [app finish:authResult error:error];
                  }];
  });
  NSDictionary *asked = lastAuthorization(@"github.com");
  NSString *text = [asked description];
  check([text rangeOfString:@"allow_signup"].location != NSNotFound &&
            [text rangeOfString:@"user:email"].location != NSNotFound &&
            [text rangeOfString:@"fixed"].location == NSNotFound,
        @"the scopes and the parameters reach GitHub, except for those that are the server's");
  check([app->_result.additionalUserInfo.username isEqual:@"katherine"], @"as katherine");
  NSString *uid = [[app->_result.user.uid copy] autorelease];
  [app forget];

  // Reauthenticates: without this, an account can be deleted only for some time after its sign-in.
  __block BOOL isDone = NO;
  advanceClock(1200);
  [[FIRAuth auth].currentUser deleteWithCompletion:^(NSError *error) {
    check(error.code == FIRAuthErrorCodeRequiresRecentLogin, @"an old sign-in deletes nothing: %@",
          error.localizedDescription);
    isDone = YES;
  }];
  waitUntil(&isDone, @"the refusal");
  getGitHubCredential(app, ^(FIRAuthCredential *credential) {
    [[FIRAuth auth].currentUser
        reauthenticateWithCredential:credential
                          completion:^(FIRAuthDataResult *_Nullable authResult,
                                       NSError *_Nullable error) {
                            [app finish:authResult error:error];
                          }];
  });
  check(app->_error == nil && app->_result.user == [FIRAuth auth].currentUser,
        @"reauthenticated: %@", app->_error);
  [app forget];
  bePerson(@"hedy");
  [[FIRAuth auth].currentUser
      reauthenticateWithProvider:app.provider
                      UIDelegate:nil
                      completion:^(FIRAuthDataResult *authResult, NSError *error) {
                        [app finish:authResult error:error];
                      }];
  waitUntil(&app->isDone, @"the reauthentication");
  check(app->_result == nil && app->_error.code == FIRAuthErrorCodeUserMismatch,
        @"as nobody else: %@", app->_error.localizedDescription);
  check([[FIRAuth auth].currentUser.uid isEqual:uid], @"and nothing has changed");
  [app forget];
  [app signOut];
  bePerson(@"katherine");
  [[FIRAuth auth] signInWithProvider:app.provider
                          UIDelegate:nil
                          completion:^(FIRAuthDataResult *authResult, NSError *error) {
                            [app finish:authResult error:error];
                          }];
  waitUntil(&app->isDone, @"the sign-in with the provider");
  check([app->_result.user.uid isEqual:uid], @"the provider leads to the same user: %@",
        app->_error);
  [app forget];
  [app signOut];
}
