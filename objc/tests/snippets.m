// Code of an app that follows the guides, with blocks, subscripts, literals and automatic reference
// counting. It is compiled for a runtime that supports all of them, and is not run. The program in
// guides is run.
// clang-format off: keeps the guides' line breaks.

#import <FirebaseAuth/FirebaseAuth.h>
#import <FirebaseCore/FirebaseCore.h>

@interface FBSDKAccessToken : NSObject
@property(class, nonatomic, copy, readonly) FBSDKAccessToken *currentAccessToken;
@property(nonatomic, copy, readonly) NSString *tokenString;
@end

@interface ViewController : NSObject
@property(nonatomic, strong) FIROAuthProvider *provider;
@property(nonatomic, strong) FIRAuthStateDidChangeListenerHandle handle;
- (void)showTextInputPromptWithMessage:(NSString *)message
                       completionBlock:(void (^)(BOOL userPressedOK, NSString *_Nullable text))completion;
- (void)showMessagePrompt:(NSString *)message;
@end

@implementation ViewController

- (BOOL)didFinishLaunching {
  [FIRApp configure];
  return YES;
}

- (void)facebook {
  FIRAuthCredential *credential = [FIRFacebookAuthProvider
      credentialWithAccessToken:[FBSDKAccessToken currentAccessToken].tokenString];
  [self signIn:credential isMFAEnabled:YES];
}

- (void)limitedLogin:(NSString *)idTokenString nonce:(NSString *)rawNonce {
  FIROAuthCredential *credential = [FIROAuthProvider credentialWithProviderID:@"facebook.com"
                                                                      IDToken:idTokenString
                                                                     rawNonce:rawNonce];
  [self signIn:credential isMFAEnabled:NO];
}

- (void)signIn:(FIRAuthCredential *)credential isMFAEnabled:(BOOL)isMFAEnabled {
  [[FIRAuth auth] signInWithCredential:credential
                            completion:^(FIRAuthDataResult * _Nullable authResult,
                                         NSError * _Nullable error) {
      if (isMFAEnabled && error && error.code == FIRAuthErrorCodeSecondFactorRequired) {
        FIRMultiFactorResolver *resolver = error.userInfo[FIRAuthErrorUserInfoMultiFactorResolverKey];
        NSMutableString *displayNameString = [NSMutableString string];
        for (FIRMultiFactorInfo *tmpFactorInfo in resolver.hints) {
          [displayNameString appendString:tmpFactorInfo.displayName];
          [displayNameString appendString:@" "];
        }
        [self showTextInputPromptWithMessage:[NSString stringWithFormat:@"Select factor to sign in\n%@", displayNameString]
                             completionBlock:^(BOOL userPressedOK, NSString *_Nullable displayName) {
         FIRPhoneMultiFactorInfo* selectedHint;
         for (FIRMultiFactorInfo *tmpFactorInfo in resolver.hints) {
           if ([displayName isEqualToString:tmpFactorInfo.displayName]) {
             selectedHint = (FIRPhoneMultiFactorInfo *)tmpFactorInfo;
           }
         }
         [FIRPhoneAuthProvider.provider
          verifyPhoneNumberWithMultiFactorInfo:selectedHint
          UIDelegate:nil
          multiFactorSession:resolver.session
          completion:^(NSString * _Nullable verificationID, NSError * _Nullable error) {
            if (error) {
              [self showMessagePrompt:error.localizedDescription];
            } else {
              [self showTextInputPromptWithMessage:[NSString stringWithFormat:@"Verification code for %@", selectedHint.displayName]
                                   completionBlock:^(BOOL userPressedOK, NSString *_Nullable verificationCode) {
               FIRPhoneAuthCredential *credential =
                   [[FIRPhoneAuthProvider provider] credentialWithVerificationID:verificationID
                                                                verificationCode:verificationCode];
               FIRMultiFactorAssertion *assertion = [FIRPhoneMultiFactorGenerator assertionWithCredential:credential];
               [resolver resolveSignInWithAssertion:assertion completion:^(FIRAuthDataResult * _Nullable authResult, NSError * _Nullable error) {
                 if (error) {
                   [self showMessagePrompt:error.localizedDescription];
                 } else {
                   NSLog(@"Multi factor finalize sign in succeeded.");
                 }
               }];
             }];
            }
          }];
       }];
      }
    else if (error) {
      return;
    }
    if (authResult == nil) { return; }
    FIRUser *user = authResult.user;
    NSLog(@"%@", user.uid);
  }];
}

- (void)gitHub {
  self.provider = [FIROAuthProvider providerWithProviderID:@"github.com"];
  [self.provider setCustomParameters:@{@"allow_signup": @"false"}];
  [self.provider setScopes:@[@"user:email"]];
  [self.provider getCredentialWithUIDelegate:nil
                                  completion:^(FIRAuthCredential *_Nullable credential, NSError *_Nullable error) {
    if (error) {
      NSLog(@"%@", error);
    }
    if (credential) {
      [[FIRAuth auth] signInWithCredential:credential
                                completion:^(FIRAuthDataResult *_Nullable authResult, NSError *_Nullable error) {
        if (error) {
          NSLog(@"%@", error);
        }

        FIROAuthCredential *oauthCredential = (FIROAuthCredential *)authResult.credential;
        NSLog(@"%@ %@ %@", oauthCredential.accessToken, oauthCredential.IDToken,
              authResult.additionalUserInfo.profile[@"login"]);
      }];
      [[FIRAuth auth].currentUser linkWithCredential:credential
                                          completion:^(FIRAuthDataResult * _Nullable authResult, NSError * _Nullable error) {
        if (error) {
          NSLog(@"%@", error);
        }
      }];
      [[FIRAuth auth].currentUser reauthenticateWithCredential:credential
                                                    completion:^(FIRAuthDataResult * _Nullable authResult, NSError * _Nullable error) {
        if (error) {
          NSLog(@"%@", error);
        }
      }];
    }
  }];
}

- (void)viewWillAppear {
  self.handle = [[FIRAuth auth]
      addAuthStateDidChangeListener:^(FIRAuth *_Nonnull auth, FIRUser *_Nullable user) {
      }];
}

- (void)viewWillDisappear {
  [[FIRAuth auth] removeAuthStateDidChangeListener:_handle];
}

- (void)signOut {
  NSError *signOutError;
  BOOL status = [[FIRAuth auth] signOut:&signOutError];
  if (!status) {
    NSLog(@"Error signing out: %@", signOutError);
    return;
  }
}

- (void)showTextInputPromptWithMessage:(NSString *)message
                       completionBlock:(void (^)(BOOL userPressedOK, NSString *_Nullable text))completion {
  completion(YES, message);
}

- (void)showMessagePrompt:(NSString *)message {
  NSLog(@"%@", message);
}

@end
