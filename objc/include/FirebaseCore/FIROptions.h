#ifndef FIR_OPTIONS_H
#define FIR_OPTIONS_H

#import <FirebaseCore/FIRReference.h>

FIR_ASSUME_NONNULL_BEGIN

// The values that an app needs to use its project. None of them is secret. An app copies the
// options when it is configured.
@interface FIROptions : FIRReference <NSCopying>

// The options of the first file that is found. The search checks the file that the environment
// variable LATCHKEYAUTH_CONFIG names. Then it checks google-services-desktop.json,
// google-services.json, latchkey.json and GoogleService-Info.plist, beside the executable and in
// the current directory. Nil if there is no usable file.
+ (FIROptions *FIR_NULLABLE)defaultOptions;

// Reads a property list such as GoogleService-Info.plist, or JSON such as latchkey.json or
// google-services.json. Nil if the file cannot be used.
- (instancetype FIR_NULLABLE)initWithContentsOfFile:(NSString *)path;
- (instancetype)initWithGoogleAppID:(NSString *)googleAppID GCMSenderID:(NSString *)GCMSenderID;

// The key that names the project in every request. Required.
@property(nonatomic, copy) NSString *FIR_NULLABLE APIKey;
@property(nonatomic, copy) NSString *FIR_NULLABLE projectID;
@property(nonatomic, copy) NSString *googleAppID;
@property(nonatomic, copy) NSString *GCMSenderID;
@property(nonatomic, copy) NSString *bundleID;
@property(nonatomic, copy) NSString *FIR_NULLABLE clientID;
@property(nonatomic, copy) NSString *FIR_NULLABLE databaseURL;
@property(nonatomic, copy) NSString *FIR_NULLABLE storageBucket;

// Properties that FirebaseCore does not have.

// The host that serves the handler page for a sign-in in a browser; nil for the project's default
// host.
@property(nonatomic, copy) NSString *FIR_NULLABLE authDomain;
// The address of your own server: https, or http on this machine.
@property(nonatomic, copy) NSString *FIR_NULLABLE serverURL;
// Host and port of a development server, such as 127.0.0.1:9099. Do not set both this property and
// serverURL.
@property(nonatomic, copy) NSString *FIR_NULLABLE emulatorHost;

@end

FIR_ASSUME_NONNULL_END

#endif
