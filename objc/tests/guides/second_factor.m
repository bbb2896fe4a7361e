#import "app.h"

// Enrols two numbers as in the guide on second factors, and signs in with one of them.
static void enrol(FIRUser *user, NSString *number, NSString *name) {
  __block BOOL isDone = NO;
  [user.multiFactor getSessionWithCompletion:^(FIRMultiFactorSession *session, NSError *error) {
    [[FIRPhoneAuthProvider provider]
         verifyPhoneNumber:number
                UIDelegate:nil
        multiFactorSession:session
                completion:^(NSString *verificationID, NSError *error) {
                  check(verificationID != nil, @"a code is sent to %@: %@", number, error);
                  FIRPhoneAuthCredential *credential = [[FIRPhoneAuthProvider provider]
                      credentialWithVerificationID:verificationID
                                  verificationCode:codeOf(verificationID)];
                  FIRMultiFactorAssertion *assertion =
                      [FIRPhoneMultiFactorGenerator assertionWithCredential:credential];
                  [user.multiFactor
                      enrollWithAssertion:assertion
                              displayName:name
                               completion:^(NSError *error) {
                                 check(error == nil, @"%@ is enrolled: %@", name, error);
                                 isDone = YES;
                               }];
                }];
  }];
  waitUntil(&isDone, @"the enrolment");
}

void testSecondFactor(App *app) {
  makeUser(@"mary@example.com", @"correct horse");
  FIRAuthCredential *password = [FIREmailAuthProvider credentialWithEmail:@"mary@example.com"
                                                                 password:@"correct horse"];
  [app signIn:password];
  FIRUser *user = app->_result.user;
  check(user.isEmailVerified, @"the address is verified: %@", app->_error);
  enrol(user, @"+15551230100", @"home");
  enrol(user, @"+15551230101", @"work");
  check(user.multiFactor.enrolledFactors.count == 2, @"two factors are enrolled");
  [app forget];
  [app signOut];

  app->answersWrongly = YES;
  [app signIn:password];
  check(app->_error.code == FIRAuthErrorCodeInvalidVerificationCode, @"a wrong code is refused: %@",
        app->_error.localizedDescription);
  check([FIRAuth auth].currentUser == nil, @"and nobody is signed in");
  [app forget];
  app->answersWrongly = NO;
  [app signIn:password];
  check(app->_error == nil && app->_result.user == [FIRAuth auth].currentUser,
        @"the right code signs in: %@", app->_error);

  __block BOOL isDone = NO;
  user = app->_result.user;
  [user getIDTokenResultWithCompletion:^(FIRAuthTokenResult *tokenResult, NSError *error) {
    check([tokenResult.signInSecondFactor isEqual:@"phone"] &&
              [[tokenResult.claims objectForKey:@"sub"] isEqual:user.uid],
          @"the token says so: %@", tokenResult.signInSecondFactor);
    check([tokenResult.expirationDate timeIntervalSinceDate:tokenResult.issuedAtDate] == 3600,
          @"for an hour");
    isDone = YES;
  }];
  waitUntil(&isDone, @"the token");
  [user.multiFactor unenrollWithInfo:[user.multiFactor.enrolledFactors objectAtIndex:0]
                          completion:^(NSError *error) {
                            check(error == nil && user.multiFactor.enrolledFactors.count == 1,
                                  @"a factor is withdrawn: %@", error);
                            isDone = YES;
                          }];
  waitUntil(&isDone, @"the withdrawal");
  [user.multiFactor getSessionWithCompletion:^(FIRMultiFactorSession *session, NSError *error) {
    [FIRTOTPMultiFactorGenerator
        generateSecretWithMultiFactorSession:session
                                  completion:^(FIRTOTPSecret *secret, NSError *error) {
                                    NSString *address =
                                        [secret generateQRCodeURLWithAccountName:@"mary"
                                                                          issuer:@"App"];
                                    check([address hasPrefix:@"otpauth://totp/"] &&
                                              [address rangeOfString:[secret sharedSecretKey]]
                                                      .location != NSNotFound,
                                          @"a secret for an authenticator app: %@", error);
                                    FIRTOTPMultiFactorAssertion *assertion =
                                        [FIRTOTPMultiFactorGenerator
                                            assertionForEnrollmentWithSecret:secret
                                                             oneTimePassword:@"1"];
                                    check([assertion.factorID isEqual:FIRTOTPMultiFactorID],
                                          @"and its assertion");
                                    isDone = YES;
                                  }];
  }];
  waitUntil(&isDone, @"the secret");
  [app forget];
  [app signOut];
}
