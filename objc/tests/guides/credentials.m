#import "app.h"

void testFacebook(App *app) {
  [FBSDKAccessToken currentAccessToken].tokenString =
      labToken(@"facebook.com", @{@"person" : @"ada"});
  FIRAuthCredential *credential = [FIRFacebookAuthProvider
      credentialWithAccessToken:[FBSDKAccessToken currentAccessToken].tokenString];
  check([credential.provider isEqual:@"facebook.com"], @"a credential of Facebook's");
  [app signIn:credential];
  check(app->_error == nil, @"Facebook Login signs in: %@", app->_error);
  FIRUser *user = app->_result.user;
  check([user.displayName isEqual:@"Ada Lovelace"] && user.photoURL != nil,
        @"name and picture: %@, %@", user.displayName, user.photoURL);
  check(app->_result.additionalUserInfo.isNewUser &&
            [[app->_result.additionalUserInfo.profile objectForKey:@"name"] length] > 0,
        @"the profile is Facebook's: %@",
        [app->_result.additionalUserInfo.profile objectForKey:@"name"]);
  check(user.providerData.count == 1 &&
            [[[user.providerData objectAtIndex:0] providerID] isEqual:@"facebook.com"],
        @"the user has one provider");
  check([user.providerID isEqual:@"Firebase"] && user.metadata.creationDate != nil &&
            !user.isAnonymous,
        @"the user is the project's");
  [app forget];
  [app signOut];

  NSString *rawNonce = @"0123456789ABCDEFGHIJKLMNOPQRSTUV";
  NSString *idTokenString = labToken(
      @"facebook.com", @{@"kind" : @"limited", @"person" : @"ada", @"rawNonce" : rawNonce});
  FIROAuthCredential *limited = [FIROAuthProvider credentialWithProviderID:@"facebook.com"
                                                                   IDToken:idTokenString
                                                                  rawNonce:@"another"];
  [app signIn:limited];
  check(app->_error.code == FIRAuthErrorCodeMissingOrInvalidNonce, @"another nonce is refused: %@",
        app->_error.localizedDescription);
  check([[app->_error.userInfo objectForKey:FIRAuthErrorUserInfoNameKey]
            isEqual:@"ERROR_MISSING_OR_INVALID_NONCE"],
        @"the error has its name");
  check([FIRAuth auth].currentUser == nil, @"and nobody is signed in");
  [app forget];
  limited = [FIROAuthProvider credentialWithProviderID:@"facebook.com"
                                               IDToken:idTokenString
                                              rawNonce:rawNonce];
  check([limited.IDToken isEqual:idTokenString], @"a credential of Limited Login keeps its token");
  [app signIn:limited];
  check(app->_error == nil && [app->_result.user.displayName isEqual:@"Ada Lovelace"],
        @"Limited Login signs in: %@", app->_error);
  check(!app->_result.additionalUserInfo.isNewUser, @"as the same user");
  [app forget];
  [app signOut];
}

void testApple(App *app) {
  NSString *token =
      labToken(@"apple.com", @{@"person" : @"grace", @"rawNonce" : @"nonce-of-the-app"});
  NSPersonNameComponents *name = [[[NSPersonNameComponents alloc] init] autorelease];
  name.givenName = @"Grace";
  name.familyName = @"Hopper";
  [app signIn:[FIROAuthProvider appleCredentialWithIDToken:token
                                                  rawNonce:@"nonce-of-the-app"
                                                  fullName:name]];
  check(app->_error == nil && [app->_result.user.displayName isEqual:@"Grace Hopper"],
        @"Apple's first sign-in brings the name: %@ %@", app->_result.user.displayName,
        app->_error);
  [app forget];
  [app signOut];
}
