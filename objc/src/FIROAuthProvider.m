#import "FIRInternal.h"

@interface FIROAuthProvider (Private)
- (instancetype)initWithProviderID:(NSString *)providerID auth:(FIRAuth *)auth;
@end

@implementation FIROAuthProvider

+ (instancetype)providerWithProviderID:(NSString *)providerID {
  return [self providerWithProviderID:providerID auth:[FIRAuth auth]];
}

+ (instancetype)providerWithProviderID:(NSString *)providerID auth:(FIRAuth *)auth {
  return [[[self alloc] initWithProviderID:providerID auth:auth] autorelease];
}

- (instancetype)initWithProviderID:(NSString *)providerID auth:(FIRAuth *)auth {
  self = [super init];
  if (self) {
    _providerID = [providerID copy];
    _auth = [auth retain];
  }
  return self;
}

- (FIRAuth *)auth {
  return _auth;
}

- (NSString *)providerID {
  return _providerID;
}

- (NSArray *)scopes {
  NSArray *scopes;

  @synchronized(self) {
    scopes = [[_scopes retain] autorelease];
  }
  return scopes;
}

- (void)setScopes:(NSArray *)scopes {
  @synchronized(self) {
    [_scopes autorelease];
    _scopes = [scopes copy];
  }
}

- (NSDictionary *)customParameters {
  NSDictionary *customParameters;

  @synchronized(self) {
    customParameters = [[_customParameters retain] autorelease];
  }
  return customParameters;
}

- (void)setCustomParameters:(NSDictionary *)customParameters {
  @synchronized(self) {
    [_customParameters autorelease];
    _customParameters = [customParameters copy];
  }
}

- (latchkey_provider *)makeReference {
  latchkey_provider *provider = latchkey_provider_create(FIRChars(_providerID));
  NSArray *scopes = [self scopes];
  NSDictionary *parameters = [self customParameters];
  NSArray *names = [[parameters allKeys] sortedArrayUsingSelector:@selector(compare:)];
  NSUInteger index;

  for (index = 0; index < [scopes count]; index++) {
    latchkey_provider_add_scope(provider, FIRChars([scopes objectAtIndex:index]));
  }
  for (index = 0; index < [names count]; index++) {
    NSString *name = [names objectAtIndex:index];
    latchkey_provider_set_parameter(provider, FIRChars(name),
                                    FIRChars([parameters objectForKey:name]));
  }
  return provider;
}

- (void)getCredentialWithUIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
                         completion:(FIRAuthCredentialCallback)completion {
  latchkey_provider *provider = [self makeReference];

  (void)UIDelegate;
  latchkey_auth_get_credential((latchkey_auth *)FIRReferenceOf(_auth), provider, FIRFinish,
                               FIRPending((const void *)completion, FIRCredentialOfResult));
  latchkey_release(provider);
}

+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                         IDToken:(NSString *)IDToken
                                        rawNonce:(NSString *)rawNonce
                                     accessToken:(NSString *)accessToken {
  return [FIROAuthCredential
      withReference:latchkey_credential_oauth(FIRChars(providerID), FIRChars(IDToken),
                                              FIRChars(rawNonce), FIRChars(accessToken))];
}

+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                         IDToken:(NSString *)IDToken
                                        rawNonce:(NSString *)rawNonce {
  return [self credentialWithProviderID:providerID
                                IDToken:IDToken
                               rawNonce:rawNonce
                            accessToken:nil];
}

+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                         IDToken:(NSString *)IDToken
                                     accessToken:(NSString *)accessToken {
  return [self credentialWithProviderID:providerID
                                IDToken:IDToken
                               rawNonce:nil
                            accessToken:accessToken];
}

+ (FIROAuthCredential *)credentialWithProviderID:(NSString *)providerID
                                     accessToken:(NSString *)accessToken {
  return [FIROAuthCredential withReference:latchkey_credential_oauth(FIRChars(providerID), NULL,
                                                                     NULL, FIRChars(accessToken))];
}

+ (FIROAuthCredential *)appleCredentialWithIDToken:(NSString *)IDToken
                                          rawNonce:(NSString *)rawNonce
                                          fullName:(NSPersonNameComponents *)fullName {
  return [FIROAuthCredential
      withReference:latchkey_credential_apple(FIRChars(IDToken), FIRChars(rawNonce),
                                              FIRChars([fullName givenName]),
                                              FIRChars([fullName familyName]))];
}

- (void)dealloc {
  [_auth release];
  [_providerID release];
  [_scopes release];
  [_customParameters release];
  [super dealloc];
}

@end
