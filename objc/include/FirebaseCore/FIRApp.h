#ifndef FIR_APP_H
#define FIR_APP_H

#import <FirebaseCore/FIRBlock.h>
#import <FirebaseCore/FIRReference.h>

@class FIROptions;

FIR_ASSUME_NONNULL_BEGIN

FIR_BLOCK(FIRAppVoidBoolCallback, BOOL success);

// The name of the exceptions that the classes of FirebaseCore raise after incorrect use.
FIR_EXPORT NSString *const FIRCoreException;

// One configured use of a project. Most programs have one app, the default app. Further apps have a
// name.
@interface FIRApp : FIRReference {
 @private
  id _auth;
  BOOL _dataCollectionDefaultEnabled;
}

// Configures the default app with [FIROptions defaultOptions]. Raises FIRCoreException if there is
// no usable configuration, or if the app is already configured. The exception's reason describes
// the error.
+ (void)configure;
+ (void)configureWithOptions:(FIROptions *)options;
// Configures a further app. Its name may contain ASCII letters, digits, hyphens and underscores.
+ (void)configureWithName:(NSString *)name options:(FIROptions *)options;

// The default app; nil if it is not configured.
+ (FIRApp *FIR_NULLABLE)defaultApp;
+ (FIRApp *FIR_NULLABLE)appNamed:(NSString *)name;
// All apps by their names; nil if there is none.
+ (FIR_OF(NSDictionary, NSString *, FIRApp *) *FIR_NULLABLE)allApps;

// Deletes the app, so that its name can be configured again. Sessions stay stored. The completion
// is called before this method returns: with YES, or with NO if the app was already deleted.
- (void)deleteApp:(FIRAppVoidBoolCallback FIR_NULLABLE)completion;

@property(nonatomic, copy, readonly) NSString *name;
// A copy of the app's options.
@property(nonatomic, copy, readonly) FIROptions *options;
// Kept for other modules. The SDK collects nothing.
@property(nonatomic, assign, getter=isDataCollectionDefaultEnabled)
    BOOL dataCollectionDefaultEnabled;

FIR_NO_INIT("configure an app instead")

@end

// The version of the library that these classes use.
FIR_EXPORT NSString *FIRFirebaseVersion(void);

FIR_ASSUME_NONNULL_END

#endif
