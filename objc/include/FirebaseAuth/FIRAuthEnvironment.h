#ifndef FIR_AUTH_ENVIRONMENT_H
#define FIR_AUTH_ENVIRONMENT_H

#import <FirebaseCore/FIRMacros.h>

FIR_ASSUME_NONNULL_BEGIN

// Brings the pages of a sign-in before the user, instead of the system's browser.
@protocol FIRAuthPageOpener <NSObject>
// Called where completions are. The page leads back to the SDK by itself.
- (void)openPage:(NSURL *)page;
@end

// How a FIRAuth is to be, where not as usual. Latchkey's own.
@interface FIRAuthEnvironment : NSObject {
 @private
  BOOL _inMemory;
  NSTimeInterval _browserTimeout;
  id<FIRAuthPageOpener> _pageOpener;
}

// YES to forget the session when the process ends, and to write no file.
@property(nonatomic, assign) BOOL inMemory;
// Seconds until a user in a browser counts as having given up; 0 for five minutes.
@property(nonatomic, assign) NSTimeInterval browserTimeout;
// Nil for the system's browser. It is kept for as long as the process runs.
@property(nonatomic, retain) id<FIRAuthPageOpener> FIR_NULLABLE pageOpener;

@end

// Where completions and listeners are called.
typedef NS_ENUM(NSInteger, FIRAuthCallbackThread) {
  // On the main thread, by its run loop: what Apple's platforms do. It has to run.
  FIRAuthCallbackThreadMain = 0,
  // On a thread of the SDK, one call at a time: for programs whose main thread has no run loop, or
  // waits.
  FIRAuthCallbackThreadAny = 1
};

FIR_ASSUME_NONNULL_END

#endif
