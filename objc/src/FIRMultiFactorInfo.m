#import "FIRInternal.h"

NSString *const FIRPhoneMultiFactorID = @"phone";
NSString *const FIRTOTPMultiFactorID = @"totp";

@implementation FIRMultiFactorInfo

+ (FIRMultiFactorInfo *)infoOfReference:(latchkey_factor *)reference {
  NSString *factorID = reference ? FIRText(latchkey_factor_id(reference)) : nil;
  Class class = [FIRMultiFactorInfo class];

  if ([factorID isEqual:FIRPhoneMultiFactorID]) class = [FIRPhoneMultiFactorInfo class];
  if ([factorID isEqual:FIRTOTPMultiFactorID]) class = [FIRTOTPMultiFactorInfo class];
  return [class withReference:reference];
}

- (NSString *)UID {
  return FIRText(latchkey_factor_uid((const latchkey_factor *)_reference));
}

- (NSString *)displayName {
  return FIRText(latchkey_factor_display_name((const latchkey_factor *)_reference));
}

- (NSString *)factorID {
  return FIRText(latchkey_factor_id((const latchkey_factor *)_reference));
}

- (NSDate *)enrollmentDate {
  return FIRDate(latchkey_factor_enrolled_at((const latchkey_factor *)_reference));
}

@end

@implementation FIRPhoneMultiFactorInfo

- (NSString *)phoneNumber {
  NSString *number = FIRText(latchkey_factor_phone_number((const latchkey_factor *)_reference));

  return number ? number : @"";
}

@end

@implementation FIRTOTPMultiFactorInfo
@end

@implementation FIRMultiFactorSession
@end
