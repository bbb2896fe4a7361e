// Declarations that the classes share.

#ifndef FIR_INTERNAL_H
#define FIR_INTERNAL_H

#import <FirebaseAuth/FirebaseAuth.h>
#import <FirebaseCore/FirebaseCore.h>

#include <latchkey_auth.h>

#import "FIRBlockLayout.h"

#if __has_feature(objc_arc)
#error "These sources count references themselves: compile them with -fno-objc-arc."
#endif

#if FIR_HAS_BLOCKS
#define FIR_CALL(block, ...) (block)(__VA_ARGS__)
#else
#define FIR_CALL(block, ...) (block)->invoke((block), __VA_ARGS__)
#endif

@interface FIRReference (Internal)
// Takes ownership of the reference. Returns nil for NULL.
- (instancetype)initWithReference:(const void *)reference;
+ (instancetype)withReference:(const void *)reference;
- (const void *)reference;
@end

#pragma GCC visibility push(hidden)

// Returns NULL for nil.
const void *FIRReferenceOf(FIRReference *object);

// Takes ownership of the text. Returns nil for NULL.
NSString *FIRText(char *text);
// Valid while the text and the current autorelease pool exist; NULL for nil.
const char *FIRChars(NSString *text);
NSURL *FIRTextAsURL(char *text);
// Returns nil for 0.
NSDate *FIRDate(int64_t milliseconds);
// Takes ownership of the value.
id FIRObjectOfValue(latchkey_value *value);

// Converts a borrowed error.
NSError *FIRErrorOf(const latchkey_error *error);
// Takes ownership of the error, and stores it in `place` if the caller passed one.
void FIRReportError(latchkey_error *error, NSError **place);
NSError *FIRErrorMake(FIRAuthErrorCode code, NSString *name, NSString *description);
// Takes ownership of the error.
void FIRRaise(NSString *exception, NSString *what, latchkey_error *error);

// Performs a selector on the callback thread.
void FIRPerform(id target, SEL selector);

// Converts an operation's result. Returns nil, with an error, if this is not possible.
typedef id (*FIRConversion)(const latchkey_result *result, NSError **error);

// Makes the context for an operation of the C interface. The completion of the operation must be
// FIRFinish. Without a conversion, the block receives only an error. With a conversion, it receives
// an object and an error. The block may be NULL.
void *FIRPending(const void *block, FIRConversion conversion);
void FIRFinish(void *context, const latchkey_result *result, const latchkey_error *error);
// Calls a completion with an error that does not come from the C interface.
void FIRFail(const void *block, BOOL hasValue, NSError *error);

id FIRDataResultOf(const latchkey_result *result, NSError **error);
id FIRUserOfResult(const latchkey_result *result, NSError **error);
id FIRTextOfResult(const latchkey_result *result, NSError **error);
id FIRTextsOfResult(const latchkey_result *result, NSError **error);
id FIRCredentialOfResult(const latchkey_result *result, NSError **error);
id FIRTokenResultOf(const latchkey_result *result, NSError **error);
id FIRActionCodeInfoOf(const latchkey_result *result, NSError **error);
id FIRSessionOfResult(const latchkey_result *result, NSError **error);
id FIRTOTPSecretOfResult(const latchkey_result *result, NSError **error);

#pragma GCC visibility pop

@interface FIRApp (Internal)
- (id)auth;
- (void)setAuth:(id)auth;
// Guards the relations between apps and their auths.
+ (NSRecursiveLock *)lock;
@end

@interface FIRAuth (Internal)
// Takes ownership of the reference.
+ (FIRAuth *)authOfReference:(latchkey_auth *)reference;
- (void)appWasDeleted;
@end

@interface FIRUser (Internal)
// Returns the same object for the same user. Takes ownership of the reference; returns nil for
// NULL.
+ (FIRUser *)userOfReference:(latchkey_user *)reference;
@end

@interface FIRAuthCredential (Internal)
// Returns an object of the matching class. Takes ownership of the reference; returns nil for NULL.
+ (FIRAuthCredential *)credentialOfReference:(latchkey_credential *)reference;
@end

@interface FIRMultiFactorInfo (Internal)
+ (FIRMultiFactorInfo *)infoOfReference:(latchkey_factor *)reference;
@end

@interface FIRMultiFactor (Internal)
- (instancetype)initWithOwner:(FIRUser *)user;
@end

@interface FIRMultiFactorAssertion (Internal)
+ (instancetype)assertionOfReference:(latchkey_assertion *)reference factorID:(NSString *)factorID;
@end

@interface FIRUserProfileChangeRequest (Internal)
- (instancetype)initWithOwner:(FIRUser *)user;
@end

@interface FIRActionCodeSettings (Internal)
// Valid while the current autorelease pool exists.
- (latchkey_action_code_settings)values;
@end

@interface FIRActionCodeInfo (Internal)
- (instancetype)initWithOperation:(NSString *)operation
                            email:(NSString *)email
                         newEmail:(NSString *)newEmail;
@end

@interface FIROAuthProvider (Internal)
- (FIRAuth *)auth;
// Returns a reference that the caller releases.
- (latchkey_provider *)makeReference;
@end

@interface FIRListener : NSObject {
 @private
  FIRAuth *_auth;
  const void *_block;
  latchkey_listener *_listener;
  uintptr_t _number;
  BOOL _isFirstCall;
}
// If there is no block, each call except the first posts the notification instead.
+ (FIRListener *)listenTo:(FIRAuth *)auth
                 interest:(latchkey_interest)interest
                    block:(const void *)block;
- (void)remove;
+ (void)removeAllOf:(FIRAuth *)auth;
@end

#endif
