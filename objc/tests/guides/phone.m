#import "app.h"

void testPhone(App *app) {
  __block BOOL isDone = NO;
  __block FIRPhoneAuthCredential *credential = nil;

  [[FIRPhoneAuthProvider provider]
      verifyPhoneNumber:@"+15551230199"
             UIDelegate:nil
             completion:^(NSString *verificationID, NSError *error) {
               check(verificationID != nil, @"a code is sent: %@", error);
               credential = [[[FIRPhoneAuthProvider provider]
                   credentialWithVerificationID:verificationID
                               verificationCode:codeOf(verificationID)] retain];
               isDone = YES;
             }];
  waitUntil(&isDone, @"the text message");
  check([credential isKindOfClass:[FIRPhoneAuthCredential class]] &&
            [credential.provider isEqual:FIRPhoneAuthProviderID],
        @"a credential of a telephone number");
  [app signIn:credential];
  check([app->_result.user.phoneNumber isEqual:@"+15551230199"] && app->_result.credential == nil,
        @"which signs in: %@ %@", app->_result.user.phoneNumber, app->_error);
  [credential release];
  [app->_result.user deleteWithCompletion:^(NSError *error) {
    check(error == nil && [FIRAuth auth].currentUser == nil, @"and an account is deleted: %@",
          error);
    isDone = YES;
  }];
  waitUntil(&isDone, @"the deletion");
  [app forget];
}
