#ifndef FIR_APP_H
#define FIR_APP_H

#import <FirebaseCore/FIRBlock.h>
#import <FirebaseCore/FIRReference.h>

@class FIROptions;

FIR_ASSUME_NONNULL_BEGIN

FIR_BLOCK(FIRAppVoidBoolCallback, BOOL success);

// The name of the exceptions that the classes of FirebaseCore raise where they are used wrongly.
FIR_EXPORT NSString *const FIRCoreException;

// One configured use of a project. Most programs have one, the default app; others have a name.
@interface FIRApp : FIRReference {
 @private
  id _auth;
  BOOL _dataCollectionDefaultEnabled;
}

// Configures the default app with [FIROptions defaultOptions]. Without a configuration that can be
// used, and a second time, FIRCoreException is raised, whose reason says what is wrong.
+ (void)configure;
+ (void)configureWithOptions:(FIROptions *)options;
// Configures a further app, whose name has letters, digits, hyphens and underscores of ASCII.
+ (void)configureWithName:(NSString *)name options:(FIROptions *)options;

// Nil while it is not configured.
+ (FIRApp *FIR_NULLABLE)defaultApp;
+ (FIRApp *FIR_NULLABLE)appNamed:(NSString *)name;
// By their names; nil when there is none.
+ (FIR_OF(NSDictionary, NSString *, FIRApp *) *FIR_NULLABLE)allApps;

// Takes the app out of use, so that its name can be given to another. Sessions stay stored. The
// completion is called before this returns, with NO when the app was deleted before.
- (void)deleteApp:(FIRAppVoidBoolCallback FIR_NULLABLE)completion;

@property(nonatomic, copy, readonly) NSString *name;
// A copy.
@property(nonatomic, copy, readonly) FIROptions *options;
// Kept for other modules. The SDK collects nothing.
@property(nonatomic, assign, getter=isDataCollectionDefaultEnabled)
    BOOL dataCollectionDefaultEnabled;

FIR_NO_INIT("configure an app instead")

@end

// The version of the library under these classes.
FIR_EXPORT NSString *FIRFirebaseVersion(void);

FIR_ASSUME_NONNULL_END

#endif
