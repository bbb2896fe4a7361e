#import "FIRInternal.h"

@implementation FIRActionCodeInfo

- (instancetype)initWithOperation:(NSString *)operation
                            email:(NSString *)email
                         newEmail:(NSString *)newEmail {
  static NSString *const names[] = {nil,
                                    @"PASSWORD_RESET",
                                    @"VERIFY_EMAIL",
                                    @"RECOVER_EMAIL",
                                    @"EMAIL_SIGNIN",
                                    @"VERIFY_AND_CHANGE_EMAIL",
                                    @"REVERT_SECOND_FACTOR_ADDITION"};
  size_t index;

  self = [super init];
  if (self) {
    for (index = 1; index < sizeof(names) / sizeof(names[0]); index++) {
      if ([operation isEqual:names[index]]) _operation = (FIRActionCodeOperation)index;
    }
    _email = [(newEmail ? newEmail : email) copy];
    _previousEmail = newEmail ? [email copy] : nil;
  }
  return self;
}

- (FIRActionCodeOperation)operation {
  return _operation;
}

- (NSString *)email {
  return _email;
}

- (NSString *)previousEmail {
  return _previousEmail;
}

- (void)dealloc {
  [_email release];
  [_previousEmail release];
  [super dealloc];
}

@end

@implementation FIRActionCodeSettings

@synthesize URL = _URL;
@synthesize handleCodeInApp = _handleCodeInApp;
@synthesize iOSBundleID = _iOSBundleID;
@synthesize androidPackageName = _androidPackageName;
@synthesize androidMinimumVersion = _androidMinimumVersion;
@synthesize androidInstallIfNotAvailable = _androidInstallIfNotAvailable;
@synthesize linkDomain = _linkDomain;

- (void)setAndroidPackageName:(NSString *)androidPackageName
        installIfNotAvailable:(BOOL)installIfNotAvailable
               minimumVersion:(NSString *)minimumVersion {
  [_androidPackageName autorelease];
  _androidPackageName = [androidPackageName copy];
  [_androidMinimumVersion autorelease];
  _androidMinimumVersion = [minimumVersion copy];
  _androidInstallIfNotAvailable = installIfNotAvailable;
}

- (latchkey_action_code_settings)values {
  latchkey_action_code_settings values;

  values.url = FIRChars([_URL absoluteString]);
  values.handle_code_in_app = _handleCodeInApp;
  values.ios_bundle_id = FIRChars(_iOSBundleID);
  values.android_package_name = FIRChars(_androidPackageName);
  values.android_install_if_not_available = _androidInstallIfNotAvailable;
  values.android_minimum_version = FIRChars(_androidMinimumVersion);
  values.link_domain = FIRChars(_linkDomain);
  return values;
}

- (void)dealloc {
  [_URL release];
  [_iOSBundleID release];
  [_androidPackageName release];
  [_androidMinimumVersion release];
  [_linkDomain release];
  [super dealloc];
}

@end
