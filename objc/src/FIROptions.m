#import "FIRInternal.h"

// A JSON file of options is small. A longer file is not a configuration.
static const NSUInteger FIRMaximumFileSize = 1 << 20;

@interface FIROptions (Private)
- (BOOL)isJSON:(NSData *)data;
- (void)takeList:(NSDictionary *)list;
- (void)set:(latchkey_option)option to:(NSString *)value;
- (NSString *)get:(latchkey_option)option;
- (NSString *)orEmpty:(NSString *)text;
@end

@implementation FIROptions

+ (FIROptions *)defaultOptions {
  return [self withReference:latchkey_options_find(NULL)];
}

- (instancetype)init {
  return [self initWithReference:latchkey_options_create()];
}

- (instancetype)initWithGoogleAppID:(NSString *)googleAppID GCMSenderID:(NSString *)GCMSenderID {
  self = [self init];
  [self setGoogleAppID:googleAppID];
  [self setGCMSenderID:GCMSenderID];
  return self;
}

- (instancetype)initWithContentsOfFile:(NSString *)path {
  NSData *data = path ? [NSData dataWithContentsOfFile:path] : nil;
  NSDictionary *list = nil;

  if (data == nil || [data length] > FIRMaximumFileSize) {
    [self release];
    return nil;
  }
  if ([self isJSON:data]) {
    NSString *text = [[[NSString alloc] initWithData:data
                                            encoding:NSUTF8StringEncoding] autorelease];
    latchkey_options *reference = text ? latchkey_options_parse(FIRChars(text), NULL) : NULL;
    if (reference) return [self initWithReference:reference];
  }
  list = [NSPropertyListSerialization propertyListWithData:data
                                                   options:NSPropertyListImmutable
                                                    format:NULL
                                                     error:NULL];
  self = [self init];
  if ([list isKindOfClass:[NSDictionary class]]) [self takeList:list];
  if ([[self APIKey] length] > 0) return self;
  [self release];
  return nil;
}

// Property lists in the oldest format, which GNUstep still writes, also begin with a brace.
- (BOOL)isJSON:(NSData *)data {
  const char *bytes = [data bytes];
  NSUInteger index, length = [data length];

  for (index = 0; index < length; index++) {
    if (!strchr(" \t\r\n\xef\xbb\xbf", bytes[index])) return bytes[index] == '{';
  }
  return NO;
}

- (void)takeList:(NSDictionary *)list {
  static const struct {
    const char *name;
    latchkey_option option;
  } members[] = {
      {"API_KEY", LATCHKEY_OPTION_API_KEY},
      {"PROJECT_ID", LATCHKEY_OPTION_PROJECT_ID},
      {"GOOGLE_APP_ID", LATCHKEY_OPTION_APP_ID},
      {"GCM_SENDER_ID", LATCHKEY_OPTION_MESSAGING_SENDER_ID},
      {"BUNDLE_ID", LATCHKEY_OPTION_BUNDLE_ID},
      {"CLIENT_ID", LATCHKEY_OPTION_CLIENT_ID},
      {"DATABASE_URL", LATCHKEY_OPTION_DATABASE_URL},
      {"STORAGE_BUCKET", LATCHKEY_OPTION_STORAGE_BUCKET},
      {"LATCHKEY_AUTH_DOMAIN", LATCHKEY_OPTION_AUTH_DOMAIN},
      {"LATCHKEY_URL", LATCHKEY_OPTION_SERVER_URL},
      {"LATCHKEY_EMULATOR_HOST", LATCHKEY_OPTION_EMULATOR_HOST},
  };
  size_t index;

  for (index = 0; index < sizeof(members) / sizeof(members[0]); index++) {
    id value = [list objectForKey:[NSString stringWithUTF8String:members[index].name]];
    if ([value isKindOfClass:[NSString class]]) [self set:members[index].option to:value];
  }
}

- (void)set:(latchkey_option)option to:(NSString *)value {
  latchkey_options_set((latchkey_options *)_reference, option, FIRChars(value));
}

- (NSString *)get:(latchkey_option)option {
  return FIRText(latchkey_options_get((const latchkey_options *)_reference, option));
}

- (id)copyWithZone:(NSZone *)zone {
  FIROptions *copy = [[[self class] allocWithZone:zone] init];
  int option;

  for (option = LATCHKEY_OPTION_API_KEY; option <= LATCHKEY_OPTION_EMULATOR_HOST; option++) {
    [copy set:(latchkey_option)option to:[self get:(latchkey_option)option]];
  }
  return copy;
}

- (BOOL)isEqual:(id)other {
  int option;

  if (![other isKindOfClass:[FIROptions class]]) return NO;
  for (option = LATCHKEY_OPTION_API_KEY; option <= LATCHKEY_OPTION_EMULATOR_HOST; option++) {
    NSString *mine = [self get:(latchkey_option)option],
             *theirs = [other get:(latchkey_option)option];
    if (mine != theirs && ![mine isEqual:theirs]) return NO;
  }
  return YES;
}

- (NSUInteger)hash {
  return [[self APIKey] hash];
}

- (NSString *)orEmpty:(NSString *)text {
  return text ? text : @"";
}

#define FIR_OPTION(getter, setter, option) \
  -(NSString *)getter {                    \
    return [self get:option];              \
  }                                        \
  -(void)setter : (NSString *)value {      \
    [self set:option to:value];            \
  }
#define FIR_OPTION_NEVER_NIL(getter, setter, option) \
  -(NSString *)getter {                              \
    return [self orEmpty:[self get:option]];         \
  }                                                  \
  -(void)setter : (NSString *)value {                \
    [self set:option to:value];                      \
  }

FIR_OPTION(APIKey, setAPIKey, LATCHKEY_OPTION_API_KEY)
FIR_OPTION(projectID, setProjectID, LATCHKEY_OPTION_PROJECT_ID)
FIR_OPTION_NEVER_NIL(googleAppID, setGoogleAppID, LATCHKEY_OPTION_APP_ID)
FIR_OPTION_NEVER_NIL(GCMSenderID, setGCMSenderID, LATCHKEY_OPTION_MESSAGING_SENDER_ID)
FIR_OPTION_NEVER_NIL(bundleID, setBundleID, LATCHKEY_OPTION_BUNDLE_ID)
FIR_OPTION(clientID, setClientID, LATCHKEY_OPTION_CLIENT_ID)
FIR_OPTION(databaseURL, setDatabaseURL, LATCHKEY_OPTION_DATABASE_URL)
FIR_OPTION(storageBucket, setStorageBucket, LATCHKEY_OPTION_STORAGE_BUCKET)
FIR_OPTION(authDomain, setAuthDomain, LATCHKEY_OPTION_AUTH_DOMAIN)
FIR_OPTION(serverURL, setServerURL, LATCHKEY_OPTION_SERVER_URL)
FIR_OPTION(emulatorHost, setEmulatorHost, LATCHKEY_OPTION_EMULATOR_HOST)

@end
