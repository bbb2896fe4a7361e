#import "FIRInternal.h"

NSString *const FIRCoreException = @"com.firebase.core";

NSString *FIRFirebaseVersion(void) { return [NSString stringWithUTF8String:latchkey_version()]; }

static NSRecursiveLock *FIRAppLock = nil;
// The apps by their names. Only the C interface knows the default app's name, so the default app
// has a separate key here.
static NSMutableDictionary *FIRApps = nil;
static NSString *const FIRDefaultAppName = @"__FIRAPP_DEFAULT";

@interface FIRApp (Private)
+ (void)add:(NSString *)name named:(const char *)chars options:(FIROptions *)options;
+ (FIRApp *)find:(NSString *)name named:(const char *)chars;
@end

@implementation FIRApp

+ (void)initialize {
  if (self != [FIRApp class]) return;
  FIRAppLock = [[NSRecursiveLock alloc] init];
  FIRApps = [[NSMutableDictionary alloc] init];
}

+ (NSRecursiveLock *)lock {
  return FIRAppLock;
}

+ (void)configure {
  latchkey_error *error = NULL;
  latchkey_options *options;

  if ([self defaultApp]) {
    [NSException raise:FIRCoreException format:@"The default app is configured already."];
  }
  options = latchkey_options_find(&error);
  if (options == NULL) FIRRaise(FIRCoreException, @"The app was not configured.", error);
  [self configureWithOptions:(FIROptions *)[FIROptions withReference:options]];
}

+ (void)configureWithOptions:(FIROptions *)options {
  [self add:FIRDefaultAppName named:NULL options:options];
}

+ (void)configureWithName:(NSString *)name options:(FIROptions *)options {
  if ([name length] == 0 || [name isEqual:FIRDefaultAppName]) {
    [NSException raise:FIRCoreException
                format:@"The app was not configured. A further app needs a name."];
  }
  [self add:name named:FIRChars(name) options:options];
}

+ (void)add:(NSString *)name named:(const char *)chars options:(FIROptions *)options {
  latchkey_error *error = NULL;
  latchkey_app *reference;
  FIRApp *app;

  [FIRAppLock lock];
  reference = latchkey_app_create(FIRReferenceOf(options), chars, &error);
  if (reference == NULL) {
    [FIRAppLock unlock];
    FIRRaise(FIRCoreException, @"The app was not configured.", error);
  }
  app = [[FIRApp alloc] initWithReference:reference];
  [FIRApps setObject:app forKey:name];
  [app release];
  [FIRAppLock unlock];
}

- (instancetype)initWithReference:(const void *)reference {
  self = [super initWithReference:reference];
  if (self) _dataCollectionDefaultEnabled = YES;
  return self;
}

+ (FIRApp *)defaultApp {
  return [self find:FIRDefaultAppName named:NULL];
}

+ (FIRApp *)appNamed:(NSString *)name {
  if (name == nil) return nil;
  if ([name isEqual:FIRDefaultAppName]) return [self defaultApp];
  return [self find:name named:FIRChars(name)];
}

// An SDK for another language in this process may have configured the app.
+ (FIRApp *)find:(NSString *)name named:(const char *)chars {
  FIRApp *app;

  [FIRAppLock lock];
  app = [[FIRApps objectForKey:name] retain];
  if (app == nil) {
    app = [[FIRApp alloc] initWithReference:latchkey_app_find(chars)];
    if (app) [FIRApps setObject:app forKey:name];
  }
  [FIRAppLock unlock];
  return [app autorelease];
}

+ (NSDictionary *)allApps {
  NSDictionary *apps;

  [FIRAppLock lock];
  apps = [[FIRApps copy] autorelease];
  [FIRAppLock unlock];
  return [apps count] ? apps : nil;
}

- (void)deleteApp:(FIRAppVoidBoolCallback)completion {
  BOOL isThere;
  FIRAuth *auth;

  [self retain];
  [FIRAppLock lock];
  isThere = [[FIRApps allKeysForObject:self] count] > 0;
  auth = [_auth retain];
  if (isThere) {
    [FIRApps removeObjectsForKeys:[FIRApps allKeysForObject:self]];
    [self setAuth:nil];
  }
  [FIRAppLock unlock];
  if (isThere) {
    [auth appWasDeleted];
    latchkey_app_delete((latchkey_app *)_reference);
  }
  [auth release];
  if (completion) FIR_CALL(completion, isThere);
  [self release];
}

- (NSString *)name {
  return FIRText(latchkey_app_name((const latchkey_app *)_reference));
}

- (FIROptions *)options {
  return [FIROptions withReference:latchkey_app_options((const latchkey_app *)_reference)];
}

- (BOOL)isDataCollectionDefaultEnabled {
  return _dataCollectionDefaultEnabled;
}

- (void)setDataCollectionDefaultEnabled:(BOOL)enabled {
  _dataCollectionDefaultEnabled = enabled;
}

- (id)auth {
  return _auth;
}

- (void)setAuth:(id)auth {
  if (auth != _auth) {
    [_auth release];
    _auth = [auth retain];
  }
}

- (void)dealloc {
  [_auth release];
  [super dealloc];
}

@end
