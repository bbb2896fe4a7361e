// The providers whose credentials are made of what an app has in hand.

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
// Of the link that was mailed to sign in by.
+ (FIRAuthCredential *)credentialWithEmail:(NSString *)email link:(NSString *)link;
@end

@interface FIRFacebookAuthProvider : NSObject
// Of Facebook Login. The token of Limited Login is for FIROAuthProvider, with its nonce.
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
