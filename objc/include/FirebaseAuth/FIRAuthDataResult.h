#ifndef FIR_AUTH_DATA_RESULT_H
#define FIR_AUTH_DATA_RESULT_H

#import <FirebaseCore/FIRMacros.h>

@class FIROAuthCredential, FIRUser;

FIR_ASSUME_NONNULL_BEGIN

// Data from a sign-in, in addition to the user.
@interface FIRAdditionalUserInfo : NSObject {
 @private
  NSString *_providerID;
  NSDictionary *_profile;
  NSString *_username;
  BOOL _newUser;
}
@property(nonatomic, copy, readonly) NSString *providerID;
// The provider's data about the user, under the provider's own names.
@property(nonatomic, copy, readonly) FIR_OF(NSDictionary, NSString *, id) *FIR_NULLABLE profile;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE username;
@property(nonatomic, readonly, getter=isNewUser) BOOL newUser;
@end

// The result of a sign-in.
@interface FIRAuthDataResult : NSObject {
 @private
  FIRUser *_user;
  FIRAdditionalUserInfo *_additionalUserInfo;
  FIROAuthCredential *_credential;
}
@property(nonatomic, readonly) FIRUser *user;
@property(nonatomic, readonly) FIRAdditionalUserInfo *FIR_NULLABLE additionalUserInfo;
// Contains the provider's tokens, for the provider's own services.
@property(nonatomic, readonly) FIROAuthCredential *FIR_NULLABLE credential;
@end

FIR_ASSUME_NONNULL_END

#endif
