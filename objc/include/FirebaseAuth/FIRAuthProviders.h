// Providers that make credentials from values that an app already has.

#ifndef FIR_AUTH_PROVIDERS_H
#define FIR_AUTH_PROVIDERS_H

#import <FirebaseAuth/FIRAuthCredential.h>

FIR_ASSUME_NONNULL_BEGIN

FIR_EXPORT NSString *const FIREmailAuthProviderID;
FIR_EXPORT NSString *const FIREmailLinkAuthSignInMethod;
FIR_EXPORT NSString *const FIREmailPasswordAuthSignInMethod;
FIR_EXPORT NSString *const FIRFacebookAuthProviderID;
FIR_EXPORT NSString *const FIRFacebookAuthSignInMethod;
FIR_EXPORT NSString *const FIRGitHubAuthProviderID;
FIR_EXPORT NSString *const FIRGitHubAuthSignInMethod;
FIR_EXPORT NSString *const FIRGoogleAuthProviderID;
FIR_EXPORT NSString *const FIRGoogleAuthSignInMethod;
FIR_EXPORT NSString *const FIRTwitterAuthProviderID;
FIR_EXPORT NSString *const FIRTwitterAuthSignInMethod;

@interface FIREmailAuthProvider : NSObject
+ (FIRAuthCredential *)credentialWithEmail:(NSString *)email password:(NSString *)password;
// Returns the credential of an address and a mailed sign-in link.
+ (FIRAuthCredential *)credentialWithEmail:(NSString *)email link:(NSString *)link;
@end

@interface FIRFacebookAuthProvider : NSObject
// Returns the credential of an access token of Facebook Login. For the token of Limited Login, use
// FIROAuthProvider, with its nonce.
+ (FIRAuthCredential *)credentialWithAccessToken:(NSString *)accessToken;
@end

@interface FIRGitHubAuthProvider : NSObject
+ (FIRAuthCredential *)credentialWithToken:(NSString *)token;
@end

@interface FIRGoogleAuthProvider : NSObject
+ (FIRAuthCredential *)credentialWithIDToken:(NSString *)IDToken
                                 accessToken:(NSString *)accessToken;
@end

@interface FIRTwitterAuthProvider : NSObject
+ (FIRAuthCredential *)credentialWithToken:(NSString *)token secret:(NSString *)secret;
@end

FIR_ASSUME_NONNULL_END

#endif
