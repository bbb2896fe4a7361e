#import "FIRInternal.h"

NSString *const FIRAuthStateDidChangeNotification = @"FIRAuthStateDidChangeNotification";

// A page to show to the user.
@interface FIRPage : NSObject {
 @public
  id<FIRAuthPageOpener> _opener;
  NSURL *_address;
}
@end

@implementation FIRPage

- (void)open {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];

  [_opener openPage:_address];
  [pool release];
}

- (void)dealloc {
  [_opener release];
  [_address release];
  [super dealloc];
}

@end

static void FIROpenPage(void *context, const char *url) {
  NSAutoreleasePool *pool;
  FIRPage *page;
#ifdef GNUSTEP
  BOOL isNewThread = GSRegisterCurrentThread();
#endif

  pool = [[NSAutoreleasePool alloc] init];
  page = [[[FIRPage alloc] init] autorelease];
  page->_opener = [(id<FIRAuthPageOpener>)context retain];
  page->_address = [[NSURL URLWithString:[NSString stringWithUTF8String:url]] retain];
  FIRPerform(page, @selector(open));
  [pool release];
#ifdef GNUSTEP
  if (isNewThread) GSUnregisterCurrentThread();
#endif
}

@interface FIRAuth (Private)
+ (FIRAuth *)authOf:(FIRApp *)app
        environment:(FIRAuthEnvironment *)environment
              error:(latchkey_error **)error;
@end

@implementation FIRAuth

+ (FIRAuth *)auth {
  FIRApp *app = [FIRApp defaultApp];

  if (app == nil) {
    [NSException raise:FIRCoreException
                format:@"[FIRApp configure] has to be called before authentication is used."];
  }
  return [self authWithApp:app];
}

+ (FIRAuth *)authWithApp:(FIRApp *)app {
  latchkey_error *error = NULL;
  FIRAuth *auth = [self authOf:app environment:nil error:&error];

  if (auth == nil) FIRRaise(FIRCoreException, @"There is no authentication of this app.", error);
  return auth;
}

+ (FIRAuth *)authOf:(FIRApp *)app
        environment:(FIRAuthEnvironment *)environment
              error:(latchkey_error **)error {
  FIRAuth *auth;

  [[FIRApp lock] lock];
  auth = [[app auth] retain];
  if (auth == nil || environment) {
    latchkey_environment values;
    latchkey_auth *reference;
    memset(&values, 0, sizeof(values));
    if (environment) {
      values.in_memory = [environment inMemory];
      values.browser_seconds = [environment browserTimeout];
      values.open_page = [environment pageOpener] ? FIROpenPage : NULL;
      values.open_page_context = [environment pageOpener];
    }
    reference =
        latchkey_auth_get((latchkey_app *)FIRReferenceOf(app), environment ? &values : NULL, error);
    if (reference && auth) {
      latchkey_release(reference);
    } else if (reference) {
      // Another owner of the auth may open a page at any time.
      [[environment pageOpener] retain];
      auth = [[FIRAuth alloc] initWithReference:reference];
      auth->_app = app;
      [app setAuth:auth];
      auth->_notifier = [[FIRListener listenTo:auth interest:LATCHKEY_INTEREST_USER
                                         block:NULL] retain];
    } else {
      [auth release];
      auth = nil;
    }
  }
  [[FIRApp lock] unlock];
  return [auth autorelease];
}

+ (FIRAuth *)authOfReference:(latchkey_auth *)reference {
  NSArray *apps;
  FIRAuth *found = nil;
  NSUInteger index;

  [[FIRApp lock] lock];
  apps = [[FIRApp allApps] allValues];
  for (index = 0; index < [apps count] && found == nil; index++) {
    FIRAuth *auth = [[apps objectAtIndex:index] auth];
    if (auth && [auth reference] == reference) found = [[auth retain] autorelease];
  }
  [[FIRApp lock] unlock];
  latchkey_release(reference);
  return found;
}

- (void)appWasDeleted {
  FIRUser *user;

  [[FIRApp lock] lock];
  _app = nil;
  user = _latestUser;
  _latestUser = nil;
  [[FIRApp lock] unlock];
  [user release];
  [FIRListener removeAllOf:self];
  [self setCaptchaTokenProvider:nil];
}

- (latchkey_auth *)handle {
  return (latchkey_auth *)_reference;
}

- (FIRApp *)app {
  FIRApp *app;

  [[FIRApp lock] lock];
  app = [[_app retain] autorelease];
  [[FIRApp lock] unlock];
  return app;
}

// Retains the user until another user is the signed-in one, so that programs need not retain users.
- (FIRUser *)currentUser {
  FIRUser *user;

  [[FIRApp lock] lock];
  user = [FIRUser userOfReference:latchkey_auth_current_user([self handle])];
  if (user != _latestUser) {
    [_latestUser autorelease];
    _latestUser = _app ? [user retain] : nil;
  }
  [[FIRApp lock] unlock];
  return user;
}

- (BOOL)signOut:(NSError **)error {
  latchkey_error *failure = NULL;
  BOOL isOut = latchkey_auth_sign_out([self handle], &failure);

  if (isOut) [self currentUser];
  FIRReportError(failure, error);
  return isOut;
}

- (NSString *)languageCode {
  return FIRText(latchkey_auth_language_code([self handle]));
}

- (void)setLanguageCode:(NSString *)languageCode {
  latchkey_auth_set_language_code([self handle], FIRChars(languageCode));
}

- (void)useAppLanguage {
  latchkey_auth_use_app_language([self handle]);
}

- (NSString *)tenantID {
  return FIRText(latchkey_auth_tenant_id([self handle]));
}

- (void)setTenantID:(NSString *)tenantID {
  latchkey_auth_set_tenant_id([self handle], FIRChars(tenantID));
}

- (NSString *)customAuthDomain {
  return FIRText(latchkey_auth_custom_domain([self handle]));
}

- (void)setCustomAuthDomain:(NSString *)customAuthDomain {
  latchkey_auth_set_custom_domain([self handle], FIRChars(customAuthDomain));
}

- (FIRAuthSettings *)settings {
  FIRAuthSettings *settings;

  [[FIRApp lock] lock];
  if (_settings == nil) _settings = [[FIRAuthSettings alloc] init];
  settings = [[_settings retain] autorelease];
  [[FIRApp lock] unlock];
  return settings;
}

- (void)setSettings:(FIRAuthSettings *)settings {
  [[FIRApp lock] lock];
  [_settings autorelease];
  _settings = [settings copy];
  [[FIRApp lock] unlock];
}

- (void)useEmulatorWithHost:(NSString *)host port:(NSInteger)port {
  latchkey_error *error = NULL;

  // A number that is not a port must not become a valid port after its conversion to 32 bits.
  int32_t number = port > 0 && port <= UINT16_MAX ? (int32_t)port : 0;

  if (!latchkey_auth_use_emulator([self handle], FIRChars(host), number, &error)) {
    FIRRaise(NSInvalidArgumentException, @"The emulator cannot be used.", error);
  }
}

- (FIRAuthStateDidChangeListenerHandle)addAuthStateDidChangeListener:
    (FIRAuthStateDidChangeListenerBlock)listener {
  return [FIRListener listenTo:self interest:LATCHKEY_INTEREST_USER block:(const void *)listener];
}

- (void)removeAuthStateDidChangeListener:(FIRAuthStateDidChangeListenerHandle)listenerHandle {
  if ([listenerHandle isKindOfClass:[FIRListener class]]) [(FIRListener *)listenerHandle remove];
}

- (FIRIDTokenDidChangeListenerHandle)addIDTokenDidChangeListener:
    (FIRIDTokenDidChangeListenerBlock)listener {
  return [FIRListener listenTo:self interest:LATCHKEY_INTEREST_TOKEN block:(const void *)listener];
}

- (void)removeIDTokenDidChangeListener:(FIRIDTokenDidChangeListenerHandle)listenerHandle {
  [self removeAuthStateDidChangeListener:listenerHandle];
}

- (void)dealloc {
  [_latestUser release];
  [_settings release];
  [_notifier release];
  [super dealloc];
}

@end

@implementation FIRAuth (Latchkey)

+ (FIRAuth *)authWithApp:(FIRApp *)app
             environment:(FIRAuthEnvironment *)environment
                   error:(NSError **)error {
  latchkey_error *failure = NULL;
  FIRAuth *auth = [self authOf:app environment:environment error:&failure];

  FIRReportError(failure, error);
  return auth;
}

- (BOOL)useBackendWithURL:(NSURL *)URL error:(NSError **)error {
  latchkey_error *failure = NULL;
  BOOL isUsed = latchkey_auth_use_backend((latchkey_auth *)_reference,
                                          FIRChars([URL absoluteString]), &failure);

  FIRReportError(failure, error);
  return isUsed;
}

@end
