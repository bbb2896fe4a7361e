#ifndef FIR_OPTIONS_H
#define FIR_OPTIONS_H

#import <FirebaseCore/FIRReference.h>

FIR_ASSUME_NONNULL_BEGIN

// What an app has to know of its project. Nothing in it is secret. An app takes a copy when it is
// configured.
@interface FIROptions : FIRReference <NSCopying>

// The options of the file that is found first: the one that the environment variable
// LATCHKEYAUTH_CONFIG names, or google-services-desktop.json, google-services.json, latchkey.json
// or GoogleService-Info.plist beside the executable or in the current directory. Nil when there is
// none that can be used.
+ (FIROptions *FIR_NULLABLE)defaultOptions;

// Reads a property list such as GoogleService-Info.plist, or JSON such as latchkey.json or
// google-services.json. Nil when the file cannot be used.
- (instancetype FIR_NULLABLE)initWithContentsOfFile:(NSString *)path;
- (instancetype)initWithGoogleAppID:(NSString *)googleAppID GCMSenderID:(NSString *)GCMSenderID;

// The key that names the project in every request: what an app cannot do without.
@property(nonatomic, copy) NSString *FIR_NULLABLE APIKey;
@property(nonatomic, copy) NSString *FIR_NULLABLE projectID;
@property(nonatomic, copy) NSString *googleAppID;
@property(nonatomic, copy) NSString *GCMSenderID;
@property(nonatomic, copy) NSString *bundleID;
@property(nonatomic, copy) NSString *FIR_NULLABLE clientID;
@property(nonatomic, copy) NSString *FIR_NULLABLE databaseURL;
@property(nonatomic, copy) NSString *FIR_NULLABLE storageBucket;

// Latchkey's own.

// The host that serves the pages of a sign-in in a browser, where it is not the project's usual
// one.
@property(nonatomic, copy) NSString *FIR_NULLABLE authDomain;
// The address of a server of one's own: https, or http on this machine.
@property(nonatomic, copy) NSString *FIR_NULLABLE serverURL;
// Host and port of a development server, such as 127.0.0.1:9099. Not beside the one above.
@property(nonatomic, copy) NSString *FIR_NULLABLE emulatorHost;

@end

FIR_ASSUME_NONNULL_END

#endif
