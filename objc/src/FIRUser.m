#import "FIRInternal.h"

// The data that one provider has about a user.
@interface FIRProviderUserInfo : NSObject <FIRUserInfo> {
 @private
  NSString *_members[LATCHKEY_INFO_PHONE_NUMBER + 1];
}
- (instancetype)initWithReference:(const latchkey_user *)user at:(size_t)index;
@end

@implementation FIRProviderUserInfo

- (instancetype)initWithReference:(const latchkey_user *)user at:(size_t)index {
  int info;

  self = [super init];
  for (info = LATCHKEY_INFO_PROVIDER_ID; self && info <= LATCHKEY_INFO_PHONE_NUMBER; info++) {
    _members[info] = [FIRText(latchkey_user_provider_info(user, index, (latchkey_info)info)) copy];
  }
  return self;
}

- (NSString *)providerID {
  return _members[LATCHKEY_INFO_PROVIDER_ID] ? _members[LATCHKEY_INFO_PROVIDER_ID] : @"";
}

- (NSString *)uid {
  return _members[LATCHKEY_INFO_UID] ? _members[LATCHKEY_INFO_UID] : @"";
}

- (NSString *)email {
  return _members[LATCHKEY_INFO_EMAIL];
}

- (NSString *)displayName {
  return _members[LATCHKEY_INFO_DISPLAY_NAME];
}

- (NSURL *)photoURL {
  NSString *address = _members[LATCHKEY_INFO_PHOTO_URL];

  return address ? [NSURL URLWithString:address] : nil;
}

- (NSString *)phoneNumber {
  return _members[LATCHKEY_INFO_PHONE_NUMBER];
}

- (void)dealloc {
  int info;

  for (info = LATCHKEY_INFO_PROVIDER_ID; info <= LATCHKEY_INFO_PHONE_NUMBER; info++)
    [_members[info] release];
  [super dealloc];
}

@end

@interface FIRUserMetadata (Internal)
- (instancetype)initWithUserReference:(const latchkey_user *)user;
@end

@implementation FIRUserMetadata

- (instancetype)initWithUserReference:(const latchkey_user *)user {
  self = [super init];
  if (self) {
    _creationDate = [FIRDate(latchkey_user_created_at(user)) retain];
    _lastSignInDate = [FIRDate(latchkey_user_last_sign_in_at(user)) retain];
  }
  return self;
}

- (NSDate *)creationDate {
  return _creationDate;
}

- (NSDate *)lastSignInDate {
  return _lastSignInDate;
}

- (void)dealloc {
  [_creationDate release];
  [_lastSignInDate release];
  [super dealloc];
}

@end

// The existing user objects by their references: each user has one object.
static NSRecursiveLock *FIRUserLock = nil;
static NSMapTable *FIRUsers = NULL;

@implementation FIRUser

+ (void)initialize {
  if (self != [FIRUser class]) return;
  FIRUserLock = [[NSRecursiveLock alloc] init];
  FIRUsers =
      NSCreateMapTable(NSNonOwnedPointerMapKeyCallBacks, NSNonOwnedPointerMapValueCallBacks, 4);
}

+ (FIRUser *)userOfReference:(latchkey_user *)reference {
  FIRUser *user;

  if (reference == NULL) return nil;
  [FIRUserLock lock];
  user = [(FIRUser *)NSMapGet(FIRUsers, reference) retain];
  if (user) {
    latchkey_release(reference);
  } else {
    user = [[FIRUser alloc] initWithReference:reference];
    if (user) NSMapInsert(FIRUsers, reference, user);
  }
  [FIRUserLock unlock];
  return [user autorelease];
}

// Another thread must not find a user object that this thread is releasing.
- (oneway void)release {
  [FIRUserLock lock];
  if ([self retainCount] == 1) NSMapRemove(FIRUsers, _reference);
  [super release];
  [FIRUserLock unlock];
}

- (const latchkey_user *)user {
  return (const latchkey_user *)_reference;
}

- (NSString *)providerID {
  return @"Firebase";
}

- (NSString *)uid {
  return FIRText(latchkey_user_uid([self user]));
}

- (NSString *)displayName {
  return FIRText(latchkey_user_display_name([self user]));
}

- (NSURL *)photoURL {
  return FIRTextAsURL(latchkey_user_photo_url([self user]));
}

- (NSString *)email {
  return FIRText(latchkey_user_email([self user]));
}

- (NSString *)phoneNumber {
  return FIRText(latchkey_user_phone_number([self user]));
}

- (NSString *)tenantID {
  return FIRText(latchkey_user_tenant_id([self user]));
}

- (NSString *)refreshToken {
  return FIRText(latchkey_user_refresh_token([self user]));
}

- (BOOL)isAnonymous {
  return latchkey_user_is_anonymous([self user]);
}

- (BOOL)isEmailVerified {
  return latchkey_user_is_email_verified([self user]);
}

- (FIRUserMetadata *)metadata {
  return [[[FIRUserMetadata alloc] initWithUserReference:[self user]] autorelease];
}

- (NSArray *)providerData {
  size_t count = latchkey_user_provider_count([self user]), index;
  NSMutableArray *infos = [NSMutableArray arrayWithCapacity:count];

  for (index = 0; index < count; index++) {
    FIRProviderUserInfo *info = [[FIRProviderUserInfo alloc] initWithReference:[self user]
                                                                            at:index];
    [infos addObject:info];
    [info release];
  }
  return infos;
}

- (FIRMultiFactor *)multiFactor {
  return [[[FIRMultiFactor alloc] initWithOwner:self] autorelease];
}

- (FIRUserProfileChangeRequest *)profileChangeRequest {
  return [[[FIRUserProfileChangeRequest alloc] initWithOwner:self] autorelease];
}

@end
