#ifndef FIR_AUTH_UI_DELEGATE_H
#define FIR_AUTH_UI_DELEGATE_H

#import <FirebaseCore/FIRBlock.h>

FIR_ASSUME_NONNULL_BEGIN

#if FIR_HAS_BLOCKS
typedef void (^FIRVoidCallback)(void);
#else
typedef void *FIRVoidCallback;
#endif

// Presents a page in apps on Apple's platforms. On systems without view controllers, the SDK
// accepts a delegate but does not call it. The environment's opener, or the system's browser, opens
// the page.
@protocol FIRAuthUIDelegate <NSObject>
@optional
- (void)presentViewController:(id)viewControllerToPresent
                     animated:(BOOL)flag
                   completion:(FIRVoidCallback FIR_NULLABLE)completion;
- (void)dismissViewControllerAnimated:(BOOL)flag
                           completion:(FIRVoidCallback FIR_NULLABLE)completion;
@end

FIR_ASSUME_NONNULL_END

#endif
