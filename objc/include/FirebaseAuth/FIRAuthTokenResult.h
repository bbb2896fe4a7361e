#ifndef FIR_AUTH_TOKEN_RESULT_H
#define FIR_AUTH_TOKEN_RESULT_H

#import <FirebaseCore/FIRMacros.h>

FIR_ASSUME_NONNULL_BEGIN

// An ID token and its claims.
@interface FIRAuthTokenResult : NSObject {
 @private
  NSString *_token;
  NSDictionary *_claims;
}
@property(nonatomic, copy, readonly) NSString *token;
@property(nonatomic, readonly) NSDate *expirationDate;
// The time of the sign-in.
@property(nonatomic, readonly) NSDate *authDate;
@property(nonatomic, readonly) NSDate *issuedAtDate;
@property(nonatomic, readonly) NSString *signInProvider;
// "phone" or "totp"; empty without a second factor.
@property(nonatomic, readonly) NSString *signInSecondFactor;
@property(nonatomic, copy, readonly) FIR_OF(NSDictionary, NSString *, id) *claims;
@end

FIR_ASSUME_NONNULL_END

#endif
