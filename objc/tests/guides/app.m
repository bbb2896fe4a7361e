#import "app.h"

// clang-format off: keeps the guides' line breaks.

@implementation FBSDKAccessToken
@synthesize tokenString = _tokenString;
+ (FBSDKAccessToken *)currentAccessToken {
  static FBSDKAccessToken *token = nil;
  if (token == nil) token = [[FBSDKAccessToken alloc] init];
  return token;
}
@end

@implementation App

@synthesize provider = _provider;

- (void)dealloc {
  [_provider release];
  [self forget];
  [super dealloc];
}

- (void)forget {
  [_result release];
  [_error release];
  [_verificationID release];
  _result = nil;
  _error = nil;
  _verificationID = nil;
  isDone = NO;
}

- (void)finish:(FIRAuthDataResult *)authResult error:(NSError *)failure {
  check([NSThread isMainThread], @"a completion is called on the main thread");
  _result = [authResult retain];
  _error = [failure retain];
  isDone = YES;
}

// Answers later, after the calling block has returned: with the name of a factor, or with the code
// that was sent.
- (void)showTextInputPromptWithMessage:(NSString *)message completionBlock:(PromptBlock)completion {
  [self performSelector:@selector(answer:)
             withObject:[NSArray arrayWithObjects:message,
                                                  [NSValue valueWithPointer:Block_copy(completion)],
                                                  nil]
             afterDelay:0];
}

- (void)answer:(NSArray *)prompt {
  PromptBlock completion = (PromptBlock)[[prompt objectAtIndex:1] pointerValue];
  NSString *text = @"work";

  if ([[prompt objectAtIndex:0] hasPrefix:@"Verification code"]) {
    text = answersWrongly ? wrongCodeOf(_verificationID) : codeOf(_verificationID);
  }
  completion(YES, text);
  Block_release(completion);
}

- (void)showMessagePrompt:(NSString *)message {
  check([message length] > 0, @"a message for people: %@", message);
}

// The guides' sign-in with a credential, for any kind of credential.
- (void)signIn:(FIRAuthCredential *)credential {
  BOOL isMFAEnabled = YES;

  [[FIRAuth auth] signInWithCredential:credential
                            completion:^(FIRAuthDataResult * _Nullable authResult,
                                         NSError * _Nullable error) {
    if (isMFAEnabled && error && error.code == FIRAuthErrorCodeSecondFactorRequired) {
      FIRMultiFactorResolver *resolver =
          [error.userInfo objectForKey:FIRAuthErrorUserInfoMultiFactorResolverKey];
      NSMutableString *displayNameString = [NSMutableString string];
      check(resolver.auth == [FIRAuth auth], @"the resolver is of the one FIRAuth");
      check([FIRAuth auth].currentUser == nil, @"half a sign-in signs nobody in");
      for (FIRMultiFactorInfo *tmpFactorInfo in resolver.hints) {
        [displayNameString appendString:tmpFactorInfo.displayName];
        [displayNameString appendString:@" "];
      }
      check([displayNameString isEqual:@"home work "],
            @"the factors have their names: %@", displayNameString);
      [self showTextInputPromptWithMessage:[NSString stringWithFormat:@"Select factor to sign in\n%@",
                                            displayNameString]
                           completionBlock:^(BOOL userPressedOK, NSString *_Nullable displayName) {
        FIRPhoneMultiFactorInfo* selectedHint = nil;
        for (FIRMultiFactorInfo *tmpFactorInfo in resolver.hints) {
          if ([displayName isEqualToString:tmpFactorInfo.displayName]) {
            selectedHint = (FIRPhoneMultiFactorInfo *)tmpFactorInfo;
          }
        }
        check([selectedHint isKindOfClass:[FIRPhoneMultiFactorInfo class]],
              @"the hint is of a telephone number");
        check([selectedHint.factorID isEqual:FIRPhoneMultiFactorID] &&
                  [selectedHint.phoneNumber hasSuffix:@"0101"],
              @"the hint has the number's last digits: %@", selectedHint.phoneNumber);
        [FIRPhoneAuthProvider.provider
         verifyPhoneNumberWithMultiFactorInfo:selectedHint
         UIDelegate:nil
         multiFactorSession:resolver.session
         completion:^(NSString * _Nullable verificationID, NSError * _Nullable error) {
          if (error) {
            [self finish:nil error:error];
          } else {
            self->_verificationID = [verificationID copy];
            [self showTextInputPromptWithMessage:[NSString stringWithFormat:@"Verification code for %@",
                                                  selectedHint.displayName]
                                 completionBlock:^(BOOL userPressedOK,
                                                   NSString *_Nullable verificationCode) {
              FIRPhoneAuthCredential *credential =
                  [[FIRPhoneAuthProvider provider] credentialWithVerificationID:verificationID
                                                               verificationCode:verificationCode];
              FIRMultiFactorAssertion *assertion =
                  [FIRPhoneMultiFactorGenerator assertionWithCredential:credential];
              [resolver resolveSignInWithAssertion:assertion
                                        completion:^(FIRAuthDataResult * _Nullable authResult,
                                                     NSError * _Nullable error) {
                if (error) {
                  [self showMessagePrompt:error.localizedDescription];
                }
                [self finish:authResult error:error];
              }];
            }];
          }
        }];
      }];
    } else if (error) {
      [self showMessagePrompt:error.localizedDescription];
      [self finish:nil error:error];
      return;
    } else {
      if (authResult == nil) { return; }
      FIRUser *user = authResult.user;
      check(user == [FIRAuth auth].currentUser, @"the result's user is the current one");
      [self finish:authResult error:nil];
    }
  }];
  waitUntil(&isDone, @"the sign-in");
}

- (void)signOut {
  NSError *signOutError;
  BOOL status = [[FIRAuth auth] signOut:&signOutError];
  if (!status) {
    check(NO, @"Error signing out: %@", signOutError);
    return;
  }
  check([FIRAuth auth].currentUser == nil, @"after signing out nobody is signed in");
}

@end
