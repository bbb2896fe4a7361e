#import "FIRInternal.h"

// The hooks by the addresses of their auths. The lock of the apps guards it and its hooks.
static NSMutableDictionary *FIRCaptchaHooks = nil;

// The context of the C interface.
@interface FIRCaptchaHook : NSObject {
 @public
  // Nil after the provider was removed.
  id<FIRCaptchaTokenProvider> _provider;
}
@end

@implementation FIRCaptchaHook

- (void)dealloc {
  [_provider release];
  [super dealloc];
}

@end

// A pending call of a provider.
@interface FIRCaptchaCall : NSObject {
 @public
  FIRCaptchaHook *_hook;
  FIRCaptchaTokenRequest *_request;
}
@end

@implementation FIRCaptchaCall

- (void)call {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  id<FIRCaptchaTokenProvider> provider;

  [[FIRApp lock] lock];
  provider = [[_hook->_provider retain] autorelease];
  [[FIRApp lock] unlock];
  [provider provideCaptchaToken:_request];
  [pool release];
}

- (void)dealloc {
  [_hook release];
  [_request release];
  [super dealloc];
}

@end

static void FIRShowCaptcha(void *context, latchkey_captcha_request *request) {
  FIRCaptchaCall *call;
  NSAutoreleasePool *pool;
#ifdef GNUSTEP
  BOOL isNewThread = GSRegisterCurrentThread();
#endif

  pool = [[NSAutoreleasePool alloc] init];
  call = [[[FIRCaptchaCall alloc] init] autorelease];
  call->_hook = [(FIRCaptchaHook *)context retain];
  call->_request =
      [[FIRCaptchaTokenRequest alloc] initWithReference:latchkey_retain(request)];
  FIRPerform(call, @selector(call));
  [pool release];
#ifdef GNUSTEP
  if (isNewThread) GSUnregisterCurrentThread();
#endif
}

static void FIRReleaseCaptchaHook(void *context) {
  NSAutoreleasePool *pool;
#ifdef GNUSTEP
  BOOL isNewThread = GSRegisterCurrentThread();
#endif

  pool = [[NSAutoreleasePool alloc] init];
  [(FIRCaptchaHook *)context release];
  [pool release];
#ifdef GNUSTEP
  if (isNewThread) GSUnregisterCurrentThread();
#endif
}

@implementation FIRCaptchaTokenRequest

- (NSString *)provider {
  return FIRText(latchkey_captcha_request_provider((latchkey_captcha_request *)_reference));
}

- (NSString *)action {
  return FIRText(latchkey_captcha_request_action((latchkey_captcha_request *)_reference));
}

- (NSString *)siteKey {
  return FIRText(latchkey_captcha_request_site_key((latchkey_captcha_request *)_reference));
}

- (NSString *)data {
  return FIRText(latchkey_captcha_request_data((latchkey_captcha_request *)_reference));
}

- (BOOL)answerWithToken:(NSString *)token {
  return latchkey_captcha_request_answer((latchkey_captcha_request *)_reference, FIRChars(token));
}

- (BOOL)failWithReason:(NSString *)reason {
  return latchkey_captcha_request_fail((latchkey_captcha_request *)_reference, FIRChars(reason));
}

- (BOOL)cancel {
  return latchkey_captcha_request_cancel((latchkey_captcha_request *)_reference);
}

@end

@implementation FIRAuth (LatchkeyCaptcha)

- (void)setCaptchaTokenProvider:(id<FIRCaptchaTokenProvider>)provider {
  NSNumber *key = [NSNumber numberWithUnsignedLongLong:(uintptr_t)self];
  FIRCaptchaHook *hook = nil;
  FIRCaptchaHook *former;

  [[FIRApp lock] lock];
  if (FIRCaptchaHooks == nil) FIRCaptchaHooks = [[NSMutableDictionary alloc] init];
  former = [FIRCaptchaHooks objectForKey:key];
  if (former) {
    // The program's own object may be deallocated only after the lock is released.
    [former->_provider autorelease];
    former->_provider = nil;
    [FIRCaptchaHooks removeObjectForKey:key];
  }
  if (provider && _app) {
    // The C interface owns this reference.
    hook = [[FIRCaptchaHook alloc] init];
    hook->_provider = [provider retain];
    [FIRCaptchaHooks setObject:hook forKey:key];
  }
  if (hook) {
    latchkey_auth_set_captcha_token_provider((latchkey_auth *)_reference, FIRShowCaptcha, hook,
                                             FIRReleaseCaptchaHook);
  } else {
    latchkey_auth_set_captcha_token_provider((latchkey_auth *)_reference, NULL, NULL, NULL);
  }
  [[FIRApp lock] unlock];
}

@end
