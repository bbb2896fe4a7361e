// What the classes share with one another.

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
// Takes the reference over. Nil where there is none.
- (instancetype)initWithReference:(const void *)reference;
+ (instancetype)withReference:(const void *)reference;
- (const void *)reference;
@end

#pragma GCC visibility push(hidden)

// NULL for nil.
const void *FIRReferenceOf(FIRReference *object);

// Takes the text over. Nil where there is none.
NSString *FIRText(char *text);
// For as long as the text, or the pool around, is there; NULL for nil.
const char *FIRChars(NSString *text);
NSURL *FIRTextAsURL(char *text);
// Nil for 0.
NSDate *FIRDate(int64_t milliseconds);
// Takes the value over.
id FIRObjectOfValue(latchkey_value *value);

// Of an error that is lent.
NSError *FIRErrorOf(const latchkey_error *error);
// Takes the error over, and gives it to whom it may concern.
void FIRReportError(latchkey_error *error, NSError **place);
NSError *FIRErrorMake(FIRAuthErrorCode code, NSString *name, NSString *description);
// Takes the error over.
void FIRRaise(NSString *exception, NSString *what, latchkey_error *error);

// Has a selector performed where callbacks are called.
void FIRPerform(id target, SEL selector);

// What an operation's result is turned into; nil, with an error, where that cannot be.
typedef id (*FIRConversion)(const latchkey_result *result, NSError **error);

// The context of an operation of the C interface, whose completion is FIRFinish. Without a
// conversion the block has an error alone; with one, an object and an error. The block may be NULL.
void *FIRPending(const void *block, FIRConversion conversion);
void FIRFinish(void *context, const latchkey_result *result, const latchkey_error *error);
// Calls a completion back with an error that was found without the C interface.
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
// Guards what apps and their auths know of one another.
+ (NSRecursiveLock *)lock;
@end

@interface FIRAuth (Internal)
// Takes the reference over.
+ (FIRAuth *)authOfReference:(latchkey_auth *)reference;
- (void)appWasDeleted;
@end

@interface FIRUser (Internal)
// The same object for the same user. Takes the reference over; nil for NULL.
+ (FIRUser *)userOfReference:(latchkey_user *)reference;
@end

@interface FIRAuthCredential (Internal)
// An object of the class that fits. Takes the reference over; nil for NULL.
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
// Valid for as long as the pool around is.
- (latchkey_action_code_settings)values;
@end

@interface FIRActionCodeInfo (Internal)
- (instancetype)initWithOperation:(NSString *)operation
                            email:(NSString *)email
                         newEmail:(NSString *)newEmail;
@end

@interface FIROAuthProvider (Internal)
- (FIRAuth *)auth;
// To be released.
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
// Without a block the notification is posted instead, at each call but the first.
+ (FIRListener *)listenTo:(FIRAuth *)auth
                 interest:(latchkey_interest)interest
                    block:(const void *)block;
- (void)remove;
+ (void)removeAllOf:(FIRAuth *)auth;
@end

#endif
