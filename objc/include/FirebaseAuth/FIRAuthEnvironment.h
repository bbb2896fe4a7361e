#ifndef FIR_AUTH_ENVIRONMENT_H
#define FIR_AUTH_ENVIRONMENT_H

#import <FirebaseCore/FIRMacros.h>

FIR_ASSUME_NONNULL_BEGIN

// Shows the pages of a sign-in to the user, instead of the system's browser.
@protocol FIRAuthPageOpener <NSObject>
// Called on the thread of the completions. The page itself returns to the SDK.
- (void)openPage:(NSURL *)page;
@end

// Settings of a FIRAuth. FirebaseAuth does not have this class.
@interface FIRAuthEnvironment : NSObject {
 @private
  BOOL _inMemory;
  NSTimeInterval _browserTimeout;
  id<FIRAuthPageOpener> _pageOpener;
}

// YES to remove the session when the process ends, and to write no file.
@property(nonatomic, assign) BOOL inMemory;
// The number of seconds after which a sign-in in a browser counts as cancelled; 0 for five minutes.
@property(nonatomic, assign) NSTimeInterval browserTimeout;
// Nil for the system's browser. The opener is retained until the process ends.
@property(nonatomic, retain) id<FIRAuthPageOpener> FIR_NULLABLE pageOpener;

@end

// The thread that calls completions and listeners.
typedef NS_ENUM(NSInteger, FIRAuthCallbackThread) {
  // The main thread, with its run loop, as on Apple's platforms. The run loop has to run.
  FIRAuthCallbackThreadMain = 0,
  // A thread of the SDK, one call at a time: for programs whose main thread has no run loop, or
  // blocks.
  FIRAuthCallbackThreadAny = 1
};

FIR_ASSUME_NONNULL_END

#endif
