#import "FIRInternal.h"

NSString *const FIREmailAuthProviderID = @"password";
NSString *const FIREmailLinkAuthSignInMethod = @"emailLink";
NSString *const FIREmailPasswordAuthSignInMethod = @"password";
NSString *const FIRFacebookAuthProviderID = @"facebook.com";
NSString *const FIRFacebookAuthSignInMethod = @"facebook.com";
NSString *const FIRGitHubAuthProviderID = @"github.com";
NSString *const FIRGitHubAuthSignInMethod = @"github.com";
NSString *const FIRGoogleAuthProviderID = @"google.com";
NSString *const FIRGoogleAuthSignInMethod = @"google.com";
NSString *const FIRTwitterAuthProviderID = @"twitter.com";
NSString *const FIRTwitterAuthSignInMethod = @"twitter.com";

@implementation FIREmailAuthProvider

+ (FIRAuthCredential *)credentialWithEmail:(NSString *)email password:(NSString *)password {
  return [FIRAuthCredential credentialOfReference:latchkey_credential_email_password(
                                                      FIRChars(email), FIRChars(password))];
}

+ (FIRAuthCredential *)credentialWithEmail:(NSString *)email link:(NSString *)link {
  return [FIRAuthCredential
      credentialOfReference:latchkey_credential_email_link(FIRChars(email), FIRChars(link))];
}

@end

@implementation FIRFacebookAuthProvider

+ (FIRAuthCredential *)credentialWithAccessToken:(NSString *)accessToken {
  return
      [FIRAuthCredential credentialOfReference:latchkey_credential_facebook(FIRChars(accessToken))];
}

@end

@implementation FIRGitHubAuthProvider

+ (FIRAuthCredential *)credentialWithToken:(NSString *)token {
  return [FIRAuthCredential credentialOfReference:latchkey_credential_github(FIRChars(token))];
}

@end

@implementation FIRGoogleAuthProvider

+ (FIRAuthCredential *)credentialWithIDToken:(NSString *)IDToken
                                 accessToken:(NSString *)accessToken {
  return [FIRAuthCredential
      credentialOfReference:latchkey_credential_google(FIRChars(IDToken), FIRChars(accessToken))];
}

@end

@implementation FIRTwitterAuthProvider

+ (FIRAuthCredential *)credentialWithToken:(NSString *)token secret:(NSString *)secret {
  return [FIRAuthCredential
      credentialOfReference:latchkey_credential_twitter(FIRChars(token), FIRChars(secret))];
}

@end
