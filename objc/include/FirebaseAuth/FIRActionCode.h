#ifndef FIR_ACTION_CODE_H
#define FIR_ACTION_CODE_H

#import <FirebaseCore/FIRMacros.h>

FIR_ASSUME_NONNULL_BEGIN

// The operation that a mailed code performs.
typedef NS_ENUM(NSInteger, FIRActionCodeOperation) {
  FIRActionCodeOperationUnknown = 0,
  FIRActionCodeOperationPasswordReset = 1,
  FIRActionCodeOperationVerifyEmail = 2,
  FIRActionCodeOperationRecoverEmail = 3,
  FIRActionCodeOperationEmailLink = 4,
  FIRActionCodeOperationVerifyAndChangeEmail = 5,
  FIRActionCodeOperationRevertSecondFactorAddition = 6
};

// The purpose of a mailed code.
@interface FIRActionCodeInfo : NSObject {
 @private
  FIRActionCodeOperation _operation;
  NSString *_email;
  NSString *_previousEmail;
}
@property(nonatomic, readonly) FIRActionCodeOperation operation;
// The address that the code is about. If the code changes the address, this is the new one.
@property(nonatomic, copy, readonly) NSString *email;
// The address before the change, if the code changes it.
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE previousEmail;
@end

// Says where a mailed link leads, and which app may open it.
@interface FIRActionCodeSettings : NSObject {
 @private
  NSURL *_URL;
  BOOL _handleCodeInApp;
  NSString *_iOSBundleID;
  NSString *_androidPackageName;
  NSString *_androidMinimumVersion;
  BOOL _androidInstallIfNotAvailable;
  NSString *_linkDomain;
}
// The page to continue at after the link was used.
@property(nonatomic, copy) NSURL *FIR_NULLABLE URL;
// YES if an app opens the link first. This value must be YES for a sign-in link.
@property(nonatomic, assign) BOOL handleCodeInApp;
@property(nonatomic, copy) NSString *FIR_NULLABLE iOSBundleID;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE androidPackageName;
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE androidMinimumVersion;
@property(nonatomic, assign, readonly) BOOL androidInstallIfNotAvailable;
@property(nonatomic, copy) NSString *FIR_NULLABLE linkDomain;
- (void)setAndroidPackageName:(NSString *)androidPackageName
        installIfNotAvailable:(BOOL)installIfNotAvailable
               minimumVersion:(NSString *FIR_NULLABLE)minimumVersion;
@end

FIR_ASSUME_NONNULL_END

#endif
