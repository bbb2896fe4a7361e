#ifndef FIR_OAUTH_PROVIDER_H
#define FIR_OAUTH_PROVIDER_H

#import <FirebaseAuth/FIRAuthCallbacks.h>
#import <FirebaseAuth/FIRAuthCredential.h>
#import <FirebaseAuth/FIRAuthUIDelegate.h>

FIR_ASSUME_NONNULL_BEGIN

// What signs users in by pages of its own.
@protocol FIRFederatedAuthProvider <NSObject>
- (void)getCredentialWithUIDelegate:(id<FIRAuthUIDelegate> FIR_NULLABLE)UIDelegate
                         completion:(FIRAuthCredentialCallback FIR_NULLABLE)completion;
@end

// Any provider that speaks OAuth, by its pages in a browser or by tokens that an app has in hand.
@interface FIROAuthProvider : NSObject <FIRFederatedAuthProvider> {
 @private
  FIRAuth *_auth;
  NSString *_providerID;
  NSArray *_scopes;
  NSDictionary *_customParameters;
}

@property(nonatomic, copy, readonly) NSString *providerID;
// What the app asks the provider for.
@property(nonatomic, copy) FIR_OF(NSArray, NSString *) *FIR_NULLABLE scopes;
// For the provider's page. client_id, redirect_uri, response_type, scope and state are set by the
// server, and not taken from here.
@property(nonatomic, copy)
    FIR_OF(NSDictionary, NSString *, NSString *) *FIR_NULLABLE customParameters;

+ (instancetype)providerWithProviderID:(NSString *)providerID;
+ (instancetype)providerWithProviderID:(NSString *)providerID auth:(FIRAuth *)auth;

// The nonce is as the app made it, not the digest that the provider was shown. It may be nil where
// the provider was shown none.
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
// Of Sign in with Apple, which tells the user's name at the first sign-in alone.
+ (FIROAuthCredential *)appleCredentialWithIDToken:(NSString *)IDToken
                                          rawNonce:(NSString *FIR_NULLABLE)rawNonce
                                          fullName:(NSPersonNameComponents *FIR_NULLABLE)fullName;

FIR_NO_INIT("name a provider")

@end

FIR_ASSUME_NONNULL_END

#endif
