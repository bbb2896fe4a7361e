#ifndef FIR_ACTION_CODE_H
#define FIR_ACTION_CODE_H

#import <FirebaseCore/FIRMacros.h>

FIR_ASSUME_NONNULL_BEGIN

// What a mailed code does.
typedef NS_ENUM(NSInteger, FIRActionCodeOperation) {
  FIRActionCodeOperationUnknown = 0,
  FIRActionCodeOperationPasswordReset = 1,
  FIRActionCodeOperationVerifyEmail = 2,
  FIRActionCodeOperationRecoverEmail = 3,
  FIRActionCodeOperationEmailLink = 4,
  FIRActionCodeOperationVerifyAndChangeEmail = 5,
  FIRActionCodeOperationRevertSecondFactorAddition = 6
};

// Of a mailed code that was looked at.
@interface FIRActionCodeInfo : NSObject {
 @private
  FIRActionCodeOperation _operation;
  NSString *_email;
  NSString *_previousEmail;
}
@property(nonatomic, readonly) FIRActionCodeOperation operation;
// The address that the code is about; the new one, where it changes.
@property(nonatomic, copy, readonly) NSString *email;
// The address until then, where the code changes it.
@property(nonatomic, copy, readonly) NSString *FIR_NULLABLE previousEmail;
@end

// Where a link in a mail leads.
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
// Where the user is to be led after what the link is for.
@property(nonatomic, copy) NSURL *FIR_NULLABLE URL;
// Whether the link opens the app first; it has to be YES for a link to sign in by.
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
