// Tokens of captcha widgets. FirebaseAuth does not have these declarations.

#ifndef FIR_CAPTCHA_H
#define FIR_CAPTCHA_H

#import <FirebaseAuth/FIRAuth.h>

FIR_ASSUME_NONNULL_BEGIN

// A captcha token that the server asks for. The app shows the widget of the service to the user,
// and answers with the widget's token.
//
// All methods may be called from any thread. Only the first answer counts: for any other, a method
// does nothing and returns NO. If the request is deallocated without an answer, the operation fails
// with FIRAuthErrorCodeCaptchaCheckFailed.
@interface FIRCaptchaTokenRequest : FIRReference

// The service: turnstile or hcaptcha.
@property(nonatomic, readonly) NSString *provider;
// The protected action: sign-up, password-sign-in, password-reset or sms. Turnstile's widget gets
// it as action.
@property(nonatomic, readonly) NSString *action;
// The public key of the widget.
@property(nonatomic, readonly) NSString *siteKey;
// The project and tenant. Turnstile's widget gets it as cData.
@property(nonatomic, readonly) NSString *FIR_NULLABLE data;

// Passes the token. With an empty token, or one of more than 8192 bytes, the operation fails with
// FIRAuthErrorCodeMissingRecaptchaToken.
- (BOOL)answerWithToken:(NSString *FIR_NULLABLE)token;
// Lets the operation fail with FIRAuthErrorCodeCaptchaCheckFailed. The reason is for people.
- (BOOL)failWithReason:(NSString *FIR_NULLABLE)reason;
// Lets the operation fail with FIRAuthErrorCodeWebContextCancelled, because the user closed the
// widget.
- (BOOL)cancel;

FIR_NO_INIT("the SDK makes the requests")

@end

// Gets the tokens of Turnstile or hCaptcha, in a project that asks for them. Proofs of work need no
// provider: the SDK computes them.
@protocol FIRCaptchaTokenProvider <NSObject>
// Called once for each token, on the thread of the completions. Returns soon, and retains the
// request to answer later.
- (void)provideCaptchaToken:(FIRCaptchaTokenRequest *)request;
@end

@interface FIRAuth (LatchkeyCaptcha)

// Sets the object that gets captcha tokens; nil removes the present one. The object is retained
// until it is replaced or the app is deleted. After that it is not called, and the requests that it
// has not answered are cancelled; a running call may finish. Without an object, an operation that
// needs a token fails with FIRAuthErrorCodeRecaptchaSDKNotLinked.
- (void)setCaptchaTokenProvider:(id<FIRCaptchaTokenProvider> FIR_NULLABLE)provider;

@end

FIR_ASSUME_NONNULL_END

#endif
