#import "FIRInternal.h"

NSString *const FIRAuthErrorDomain = @"FIRAuthErrorDomain";
NSString *const FIRAuthErrorUserInfoNameKey = @"FIRAuthErrorUserInfoNameKey";
NSString *const FIRAuthErrorUserInfoEmailKey = @"FIRAuthErrorUserInfoEmailKey";
NSString *const FIRAuthErrorUserInfoUpdatedCredentialKey =
    @"FIRAuthErrorUserInfoUpdatedCredentialKey";
NSString *const FIRAuthErrorUserInfoMultiFactorResolverKey =
    @"FIRAuthErrorUserInfoMultiFactorResolverKey";
NSString *const FIRAuthErrorUserInfoServerMessageKey = @"LatchkeyAuthErrorUserInfoServerMessageKey";

static void FIRPut(NSMutableDictionary *members, NSString *key, id value) {
  if (value) [members setObject:value forKey:key];
}

NSError *FIRErrorOf(const latchkey_error *error) {
  NSMutableDictionary *members = [NSMutableDictionary dictionary];

  FIRPut(members, NSLocalizedDescriptionKey, FIRText(latchkey_error_message(error)));
  FIRPut(members, NSLocalizedFailureReasonErrorKey, FIRText(latchkey_error_reason(error)));
  FIRPut(members, FIRAuthErrorUserInfoNameKey, FIRText(latchkey_error_name(error)));
  FIRPut(members, FIRAuthErrorUserInfoEmailKey, FIRText(latchkey_error_email(error)));
  FIRPut(members, FIRAuthErrorUserInfoServerMessageKey,
         FIRText(latchkey_error_server_message(error)));
  FIRPut(members, FIRAuthErrorUserInfoUpdatedCredentialKey,
         [FIRAuthCredential credentialOfReference:latchkey_error_updated_credential(error)]);
  FIRPut(members, FIRAuthErrorUserInfoMultiFactorResolverKey,
         [FIRMultiFactorResolver withReference:latchkey_error_resolver(error)]);
  return [NSError errorWithDomain:FIRAuthErrorDomain
                             code:latchkey_error_code(error)
                         userInfo:members];
}

void FIRReportError(latchkey_error *error, NSError **place) {
  if (place && error) *place = FIRErrorOf(error);
  latchkey_release(error);
}

NSError *FIRErrorMake(FIRAuthErrorCode code, NSString *name, NSString *description) {
  NSDictionary *members =
      [NSDictionary dictionaryWithObjectsAndKeys:description, NSLocalizedDescriptionKey, name,
                                                 FIRAuthErrorUserInfoNameKey, nil];

  return [NSError errorWithDomain:FIRAuthErrorDomain code:code userInfo:members];
}

void FIRRaise(NSString *exception, NSString *what, latchkey_error *error) {
  NSString *message = error ? FIRText(latchkey_error_message(error)) : nil;

  latchkey_release(error);
  [NSException raise:exception format:@"%@ %@", what, message ? message : @""];
}
