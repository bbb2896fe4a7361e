#ifndef FIR_AUTH_CREDENTIAL_H
#define FIR_AUTH_CREDENTIAL_H

#import <FirebaseCore/FIRReference.h>

FIR_ASSUME_NONNULL_BEGIN

// Proves who a user is. The provider classes make credentials without a request to a server.
@interface FIRAuthCredential : FIRReference
// The id of the provider, such as "github.com".
@property(nonatomic, copy, readonly) NSString *provider;
FIR_NO_INIT("ask a provider for a credential")
@end

// A credential of a provider that issues tokens.
@interface FIROAuthCredential : FIRAuthCredential
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE IDToken;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE accessToken;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE secret;
@end

// A credential of a telephone number.
@interface FIRPhoneAuthCredential : FIRAuthCredential
@end

FIR_ASSUME_NONNULL_END

#endif
