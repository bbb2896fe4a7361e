#import "app.h"

void testMail(App *app) {
  NSString *email = @"mailed@example.com";
  __block BOOL isDone = NO;
  FIRActionCodeSettings *settings = [[[FIRActionCodeSettings alloc] init] autorelease];
  settings.URL = [NSURL URLWithString:@"http://localhost/after"];
  settings.handleCodeInApp = YES;
  settings.iOSBundleID = @"com.example.app";
  [settings setAndroidPackageName:@"com.example.app" installIfNotAvailable:NO minimumVersion:@"1"];

  makeUser(email, @"correct horse");
  [[FIRAuth auth] sendPasswordResetWithEmail:email
                                  completion:^(NSError *error) {
                                    check(error == nil, @"a mail to reset a password: %@", error);
                                    isDone = YES;
                                  }];
  waitUntil(&isDone, @"the mail");
  NSString *code = mailed(@"PASSWORD_RESET", email, @"oobCode");
  [[FIRAuth auth] verifyPasswordResetCode:code
                               completion:^(NSString *address, NSError *error) {
                                 check([address isEqual:email], @"a code tells whose it is: %@ %@",
                                       address, error);
                                 isDone = YES;
                               }];
  waitUntil(&isDone, @"the code");
  [[FIRAuth auth] checkActionCode:code
                       completion:^(FIRActionCodeInfo *info, NSError *error) {
                         check(info.operation == FIRActionCodeOperationPasswordReset &&
                                   [info.email isEqual:email] && info.previousEmail == nil,
                               @"and what it is for: %@", error);
                         isDone = YES;
                       }];
  waitUntil(&isDone, @"the code");
  [[FIRAuth auth] confirmPasswordResetWithCode:code
                                   newPassword:@"another horse"
                                    completion:^(NSError *error) {
                                      check(error == nil, @"a new password: %@", error);
                                      isDone = YES;
                                    }];
  waitUntil(&isDone, @"the new password");
  [app signIn:[FIREmailAuthProvider credentialWithEmail:email password:@"another horse"]];
  check(app->_error == nil, @"which signs in: %@", app->_error);
  NSString *uid = [[app->_result.user.uid copy] autorelease];
  [app forget];

  [[FIRAuth auth].currentUser
      sendEmailVerificationBeforeUpdatingEmail:@"new@example.com"
                            actionCodeSettings:settings
                                    completion:^(NSError *error) {
                                      check(error == nil, @"a mail to another address: %@", error);
                                      isDone = YES;
                                    }];
  waitUntil(&isDone, @"the mail");
  code = mailed(@"VERIFY_AND_CHANGE_EMAIL", email, @"oobCode");
  [[FIRAuth auth] checkActionCode:code
                       completion:^(FIRActionCodeInfo *info, NSError *error) {
                         check(info.operation == FIRActionCodeOperationVerifyAndChangeEmail &&
                                   [info.email isEqual:@"new@example.com"] &&
                                   [info.previousEmail isEqual:email],
                               @"the code knows both addresses: %@, %@ %@", info.email,
                               info.previousEmail, error);
                         isDone = YES;
                       }];
  waitUntil(&isDone, @"the code");
  [[FIRAuth auth] applyActionCode:code
                       completion:^(NSError *error) {
                         check(error == nil, @"and changes them: %@", error);
                         isDone = YES;
                       }];
  waitUntil(&isDone, @"the change");
  [app signOut];

  check(![[FIRAuth auth] isSignInWithEmailLink:@"http://localhost/"],
        @"not every link is one to sign in by");
  [[FIRAuth auth] sendSignInLinkToEmail:@"new@example.com"
                     actionCodeSettings:settings
                             completion:^(NSError *error) {
                               check(error == nil, @"a link to sign in by: %@", error);
                               isDone = YES;
                             }];
  waitUntil(&isDone, @"the mail");
  NSString *link = mailed(@"EMAIL_SIGNIN", @"new@example.com", @"oobLink");
  check([[FIRAuth auth] isSignInWithEmailLink:link], @"is known: %@", link);
  [[FIRAuth auth] signInWithEmail:@"new@example.com"
                             link:link
                       completion:^(FIRAuthDataResult *authResult, NSError *error) {
                         [app finish:authResult error:error];
                       }];
  waitUntil(&app->isDone, @"the sign-in");
  check([app->_result.user.uid isEqual:uid] && [app->_result.user.email isEqual:@"new@example.com"],
        @"and signs in: %@", app->_error);
  [app->_result.user updatePassword:@"a third horse"
                         completion:^(NSError *error) {
                           check(error == nil, @"a password is changed: %@", error);
                           isDone = YES;
                         }];
  waitUntil(&isDone, @"the change");
  [app forget];
  [app signOut];
}
