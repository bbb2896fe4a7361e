#ifndef FIR_OAUTH_PROVIDER_H
#define FIR_OAUTH_PROVIDER_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseAuth/FIRAuthCredential.h>
#import <FirebaseAuth/FIRAuthUIDelegate.h>

FIR_ASSUME_NONNULL_BEGIN

// A provider that signs users in with its own pages.
@protocol FIRFederatedAuthProvider <NSObject>
- (void)getCredentialWithUIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
                         completion:(FIRAuthCredentialCallback FIR_NULLABLE)completion;
@end

// Any OAuth provider: in a browser, or with tokens that an app already has.
@interface FIROAuthProvider : NSObject <FIRFederatedAuthProvider> {
 @private
  FIRAuth *_auth;
  NSString *_providerID;
  NSArray *_scopes;
  NSDictionary *_customParameters;
}

@property(nonatomic, copy, readonly) NSString *providerID;
// The scopes to request from the provider.
@property(nonatomic, copy) FIR_OF(NSArray, NSString *) *FIR_NULLABLE scopes;
// Parameters of the provider's page. The server itself sets client_id, redirect_uri, response_type,
// scope and state; these values are ignored here.
@property(nonatomic, copy)
    FIR_OF(NSDictionary, NSString *, NSString *) *FIR_NULLABLE customParameters;

+ (instancetype)providerWithProviderID:(NSString *)providerID;
+ (instancetype)providerWithProviderID:(NSString *)providerID auth:(FIRAuth *)auth;

// Pass the nonce itself, not the digest that the request to the provider contained. The nonce may
// be nil if the request contained no digest.
+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                         IDToken:(NSString *)IDToken
                                        rawNonce:(NSString *FIR_NULLABLE)rawNonce;
+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                         IDToken:(NSString *)IDToken
                                        rawNonce:(NSString *FIR_NULLABLE)rawNonce
                                     accessToken:(NSString *FIR_NULLABLE)accessToken;
+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                         IDToken:(NSString *)IDToken
                                     accessToken:(NSString *FIR_NULLABLE)accessToken;
+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                     accessToken:(NSString *)accessToken;
// Returns the credential for Sign in with Apple. Apple returns the user's name only at the first
// sign-in.
+ (FIROAuthCredential *)appleCredentialWithIDToken:(NSString *)IDToken
                                          rawNonce:(NSString *FIR_NULLABLE)rawNonce
                                          fullName:(NSPersonNameComponents *FIR_NULLABLE)fullName;

FIR_NO_INIT("name a provider")

@end

FIR_ASSUME_NONNULL_END

#endif
