#import "FIRInternal.h"

@implementation FIRAuthCredential

+ (FIRAuthCredential *)credentialOfReference:(latchkey_credential *)reference {
  NSString *provider = reference ? FIRText(latchkey_credential_provider(reference)) : nil;
  Class class = [FIROAuthCredential class];

  if ([provider isEqual:FIRPhoneAuthProviderID]) {
    class = [FIRPhoneAuthCredential class];
  } else if ([provider isEqual:FIREmailAuthProviderID]) {
    class = [FIRAuthCredential class];
  }
  return [class withReference:reference];
}

- (NSString *)provider {
  return FIRText(latchkey_credential_provider((const latchkey_credential *)_reference));
}

@end

@implementation FIROAuthCredential

- (NSString *)IDToken {
  return FIRText(latchkey_credential_id_token((const latchkey_credential *)_reference));
}

- (NSString *)accessToken {
  return FIRText(latchkey_credential_access_token((const latchkey_credential *)_reference));
}

- (NSString *)secret {
  return FIRText(latchkey_credential_secret((const latchkey_credential *)_reference));
}

@end

@implementation FIRPhoneAuthCredential
@end
