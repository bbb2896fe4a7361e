#import "FIRInternal.h"

id FIRUserOfResult(const latchkey_result *result, NSError **error) {
  (void)error;
  return [FIRUser userOfReference:latchkey_result_user(result)];
}

id FIRTextOfResult(const latchkey_result *result, NSError **error) {
  (void)error;
  return FIRText(latchkey_result_text(result, 0));
}

id FIRTextsOfResult(const latchkey_result *result, NSError **error) {
  size_t count = latchkey_result_text_count(result), index;
  NSMutableArray *texts = [NSMutableArray arrayWithCapacity:count];

  (void)error;
  for (index = 0; index < count; index++) {
    NSString *text = FIRText(latchkey_result_text(result, index));
    if (text) [texts addObject:text];
  }
  return texts;
}

id FIRCredentialOfResult(const latchkey_result *result, NSError **error) {
  (void)error;
  return [FIRAuthCredential credentialOfReference:latchkey_result_credential(result)];
}

id FIRActionCodeInfoOf(const latchkey_result *result, NSError **error) {
  NSArray *texts = FIRTextsOfResult(result, error);
  NSString *newEmail = [texts count] > 2 ? [texts objectAtIndex:2] : @"";

  if ([texts count] < 2) return nil;
  return [[[FIRActionCodeInfo alloc] initWithOperation:[texts objectAtIndex:0]
                                                 email:[texts objectAtIndex:1]
                                              newEmail:[newEmail length] ? newEmail : nil]
      autorelease];
}

id FIRSessionOfResult(const latchkey_result *result, NSError **error) {
  (void)error;
  return [FIRMultiFactorSession withReference:latchkey_result_session(result)];
}

id FIRTOTPSecretOfResult(const latchkey_result *result, NSError **error) {
  (void)error;
  return [FIRTOTPSecret withReference:latchkey_result_totp_secret(result)];
}
