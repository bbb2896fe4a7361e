#ifndef FIR_AUTH_UI_DELEGATE_H
#define FIR_AUTH_UI_DELEGATE_H

#import <FirebaseCore/FIRBlock.h>

FIR_ASSUME_NONNULL_BEGIN

#if FIR_HAS_BLOCKS
typedef void (^FIRVoidCallback)(void);
#else
typedef void *FIRVoidCallback;
#endif

// What apps on Apple's platforms present a page by. It is taken, and not asked, where there are no
// view controllers: a page is opened by the environment's opener, or in the system's browser.
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
