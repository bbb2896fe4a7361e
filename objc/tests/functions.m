// Tests the SDK without blocks, as GCC supports Objective-C: completions are made from functions.

#import <FirebaseAuth/FirebaseAuth.h>

#import "support.h"

#include <unistd.h>

// The context object of completions. Its deallocation is recorded.
@interface Probe : NSObject {
 @public
  int calls;
  BOOL isDone;
  id value;
  NSError *error;
  BOOL wasOnMainThread;
}
- (void)forget;
@end

static int probes = 0;

@implementation Probe

- (instancetype)init {
  self = [super init];
  probes++;
  return self;
}

- (void)forget {
  [value release];
  [error release];
  value = nil;
  error = nil;
  isDone = NO;
}

- (void)dealloc {
  probes--;
  [self forget];
  [super dealloc];
}

@end

static void hear(id context, id value, NSError *error) {
  Probe *probe = context;

  probe->calls++;
  probe->wasOnMainThread = [NSThread isMainThread];
  probe->value = [value retain];
  probe->error = [error retain];
  __atomic_store_n(&probe->isDone, YES, __ATOMIC_RELEASE);
}

static void signedIn(id context, FIRAuthDataResult *result, NSError *error) {
  hear(context, result, error);
}

static void gotToken(id context, FIRAuthTokenResult *result, NSError *error) {
  hear(context, result, error);
}

static void done(id context, NSError *error) { hear(context, nil, error); }

static void changed(id context, FIRAuth *auth, FIRUser *user) {
  check(auth == [FIRAuth auth], @"a listener is told of the one FIRAuth");
  hear(context, user, nil);
}

static void deleted(FIRAppVoidBoolCallback block, BOOL success) {
  (void)block;
  check(success, @"the app is deleted");
}

static void testSignIn(Probe *probe) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  FIRAuth *auth = [FIRAuth auth];
  NSDictionary *ada = [NSDictionary dictionaryWithObject:@"ada" forKey:@"person"];
  FIRUser *user;

  [auth
      signInWithCredential:[FIRGitHubAuthProvider credentialWithToken:labToken(@"github.com", ada)]
                completion:FIRAuthDataResultCallbackMake(signedIn, probe)];
  check(!probe->isDone, @"no completion is called before the call that asked for it has returned");
  waitUntil(&probe->isDone, @"the sign-in");
  check(probe->error == nil && probe->calls == 1, @"somebody is signed in: %@", probe->error);
  check(probe->wasOnMainThread, @"the completion is called on the main thread");
  user = [auth currentUser];
  check(user != nil && [(FIRAuthDataResult *)probe->value user] == user,
        @"the result's user is the current one");
  check([[[(FIRAuthDataResult *)probe->value additionalUserInfo] username] isEqual:@"ada"],
        @"she is ada at GitHub");
  [probe forget];

  [user getIDTokenResultForcingRefresh:YES
                            completion:FIRAuthTokenResultCallbackMake(gotToken, probe)];
  waitUntil(&probe->isDone, @"the token");
  check([[(FIRAuthTokenResult *)probe->value signInProvider] isEqual:@"github.com"],
        @"the token says github.com");
  [probe forget];

  [auth signInWithEmail:@"nobody@example.com"
               password:@"wrong"
             completion:FIRAuthDataResultCallbackMake(signedIn, probe)];
  waitUntil(&probe->isDone, @"the refusal");
  check(probe->value == nil && [[probe->error domain] isEqual:FIRAuthErrorDomain],
        @"a refusal is an error: %@", [probe->error localizedDescription]);
  check([auth currentUser] == user, @"a refusal leaves who is signed in");
  [probe forget];
  [auth initializeRecaptchaConfigWithCompletion:FIRAuthVoidErrorCallbackMake(done, probe)];
  waitUntil(&probe->isDone, @"the captchas");
  check(probe->error == nil, @"it is known which requests need a captcha: %@", probe->error);
  [probe forget];
  [pool release];
}

// Completions without a run loop: the main thread blocks until they are called.
static void testOtherThread(Probe *probe) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  FIRAuth *auth = [FIRAuth auth];
  NSDate *end = [NSDate dateWithTimeIntervalSinceNow:60];
  int calls = probe->calls;

  [FIRAuth setCallbackThread:FIRAuthCallbackThreadAny];
  [[auth currentUser] reloadWithCompletion:FIRAuthVoidErrorCallbackMake(done, probe)];
  while (!__atomic_load_n(&probe->isDone, __ATOMIC_ACQUIRE) && [end timeIntervalSinceNow] > 0) {
    [NSThread sleepForTimeInterval:0.01];
  }
  check(probe->calls == calls + 1 && probe->error == nil,
        @"a completion comes without a run loop: %@", probe->error);
  check(!probe->wasOnMainThread, @"on another thread");
  [probe forget];
  [auth updateCurrentUser:nil completion:FIRAuthVoidErrorCallbackMake(done, probe)];
  end = [NSDate dateWithTimeIntervalSinceNow:60];
  while (!__atomic_load_n(&probe->isDone, __ATOMIC_ACQUIRE) && [end timeIntervalSinceNow] > 0) {
    [NSThread sleepForTimeInterval:0.01];
  }
  check([probe->error code] == FIRAuthErrorCodeNullUser, @"nobody cannot be made the current user");
  [probe forget];
  [FIRAuth setCallbackThread:FIRAuthCallbackThreadMain];
  [pool release];
}

static int threadsLeft = 0;
static BOOL areThreadsToEnd = NO;

@interface Looker : NSObject
@end

@implementation Looker

// Finds and releases the user repeatedly, while other threads do the same.
- (void)look {
  while (!__atomic_load_n(&areThreadsToEnd, __ATOMIC_ACQUIRE)) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    FIRUser *user = [[FIRAuth auth] currentUser];
    if (user && [[user uid] length] == 0) check(NO, @"a user has an id");
    [pool release];
    // Lets the other threads run, also with valgrind, which runs one thread at a time.
    usleep(1000);
  }
  __atomic_sub_fetch(&threadsLeft, 1, __ATOMIC_RELEASE);
}

@end

static void testThreads(Probe *probe) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  FIRAuth *auth = [FIRAuth auth];
  Looker *looker = [[[Looker alloc] init] autorelease];
  int index;

  threadsLeft = 4;
  for (index = 0; index < 4; index++) {
    [NSThread detachNewThreadSelector:@selector(look) toTarget:looker withObject:nil];
  }
  for (index = 0; index < 20; index++) {
    [auth signInAnonymouslyWithCompletion:FIRAuthDataResultCallbackMake(signedIn, probe)];
    waitUntil(&probe->isDone, @"the sign-in");
    if (probe->error || [auth currentUser] != [(FIRAuthDataResult *)probe->value user]) {
      check(NO, @"somebody is signed in while others look: %@", probe->error);
    }
    [probe forget];
    [auth signOut:NULL];
  }
  __atomic_store_n(&areThreadsToEnd, YES, __ATOMIC_RELEASE);
  while (__atomic_load_n(&threadsLeft, __ATOMIC_ACQUIRE) > 0) runLoopOnce();
  check(index == 20, @"%d users came and went while four threads looked", index);
  [pool release];
}

static void testListener(void) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  Probe *probe = [[[Probe alloc] init] autorelease];
  FIRAuth *auth = [FIRAuth auth];
  NSError *error = nil;
  FIRAuthStateDidChangeListenerHandle handle =
      [auth addAuthStateDidChangeListener:FIRAuthStateDidChangeListenerBlockMake(changed, probe)];

  waitUntil(&probe->isDone, @"the listener's first call");
  check(probe->value == [auth currentUser], @"a listener is told of the present user first");
  [probe forget];
  check([auth signOut:&error], @"signing out: %@", error);
  waitUntil(&probe->isDone, @"the listener's second call");
  check(probe->value == nil && [auth currentUser] == nil && probe->calls == 2, @"then of nobody");
  [probe forget];
  [auth removeAuthStateDidChangeListener:handle];
  [pool release];
}

// Signs in at a wrong server. The error must be the SDK's own, and must not contain the password.
static void refused(Probe *probe, NSString *address, NSString *key, NSInteger code) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  struct FIRAppVoidBoolCallbackLayout whenDeleted = {NULL, 1 << 28, 0,
                                                     (void (*)(void *, BOOL))deleted};
  NSString *secret = @"a secret that must not leave";
  FIROptions *options = [[[FIROptions alloc] initWithGoogleAppID:@"1:1:ios:1"
                                                     GCMSenderID:@"1"] autorelease];
  FIRAuthEnvironment *environment = [[[FIRAuthEnvironment alloc] init] autorelease];
  FIRApp *app;
  FIRAuth *auth;
  NSError *error = nil;

  [options setAPIKey:key];
  [options setProjectID:@"example"];
  [FIRApp configureWithName:@"wrong-server" options:options];
  app = [FIRApp appNamed:@"wrong-server"];
  [environment setInMemory:YES];
  auth = [FIRAuth authWithApp:app environment:environment error:&error];
  check([auth useBackendWithURL:[NSURL URLWithString:address] error:&error],
        @"%@ is an address: %@", address, error);
  [auth signInWithEmail:@"ada@example.com"
               password:secret
             completion:FIRAuthDataResultCallbackMake(signedIn, probe)];
  waitUntil(&probe->isDone, @"the refusal");
  error = probe->error;
  check([[error domain] isEqual:FIRAuthErrorDomain] && [error code] == code,
        @"%@ gives %d: %@", address, (int)code, error);
  check([[error description] rangeOfString:secret].location == NSNotFound &&
            [[[error userInfo] description] rangeOfString:secret].location == NSNotFound,
        @"the error says nothing of the password");
  check([auth currentUser] == nil, @"nobody is signed in");
  [probe forget];
  [app deleteApp:&whenDeleted];
  [pool release];
}

static void testWrongServers(Probe *probe) {
  // A web server that does not support the API's paths, and an address on which no server listens.
  refused(probe, [base() stringByAppendingString:@"/elsewhere"], @"key", 17999);
  refused(probe, @"http://127.0.0.1:1", @"key", 17020);
}

// The widget of an app. It is shown on the main thread, and answers on another one.
@interface Widget : NSObject <FIRCaptchaTokenProvider> {
 @public
  FIRCaptchaTokenRequest *request;
  int calls;
  BOOL isShown;
}
@end

static int widgets = 0;

@implementation Widget

- (instancetype)init {
  self = [super init];
  widgets++;
  return self;
}

- (void)provideCaptchaToken:(FIRCaptchaTokenRequest *)asked {
  check([NSThread isMainThread], @"a captcha is shown on the main thread");
  request = [asked retain];
  calls++;
  isShown = YES;
}

- (void)answer {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  // The main thread forgets the request as soon as the first answer has signed the user up.
  FIRCaptchaTokenRequest *answered = [[request retain] autorelease];
  NSDictionary *options =
      [NSDictionary dictionaryWithObjectsAndKeys:[answered provider], @"service", [answered action],
                                                 @"action", [answered data], @"data",
                                                 [answered siteKey], @"siteKey", nil];

  check([answered answerWithToken:labCaptcha(options)], @"the first answer counts");
  check(![answered answerWithToken:@"another"] && ![answered cancel] &&
            ![answered failWithReason:nil],
        @"and no other one");
  [pool release];
}

- (void)forget {
  [request release];
  request = nil;
}

- (void)dealloc {
  widgets--;
  [self forget];
  [super dealloc];
}

@end

static void signUp(Probe *probe) {
  static int number = 0;

  [[FIRAuth auth]
      createUserWithEmail:[NSString stringWithFormat:@"captcha-%d-%d@example.com", (int)getpid(),
                                                     ++number]
                 password:@"correct horse"
               completion:FIRAuthDataResultCallbackMake(signedIn, probe)];
}

static void checkFailure(Probe *probe, FIRAuthErrorCode code, NSString *what) {
  waitUntil(&probe->isDone, what);
  check([probe->error code] == code, @"%@: %@", what, probe->error);
  [probe forget];
}

static void testCaptcha(Probe *probe) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  FIRAuth *auth = [FIRAuth auth];
  Widget *widget = [[[Widget alloc] init] autorelease];
  NSString *longToken = [@"" stringByPaddingToLength:8193 withString:@"a" startingAtIndex:0];

  requireTurnstile(YES);
  signUp(probe);
  checkFailure(probe, FIRAuthErrorCodeRecaptchaSDKNotLinked, @"an app without a widget");

  [auth setCaptchaTokenProvider:widget];
  signUp(probe);
  waitUntil(&widget->isShown, @"the widget");
  check([[widget->request provider] isEqual:@"turnstile"] &&
            [[widget->request action] isEqual:@"sign-up"] &&
            [[widget->request siteKey] isEqual:@"lab-site"] &&
            [[widget->request data] isEqual:@"example"],
        @"the request says what the widget needs");
  check(!probe->isDone, @"the sign-up waits for a token");
  [NSThread detachNewThreadSelector:@selector(answer) toTarget:widget withObject:nil];
  waitUntil(&probe->isDone, @"the sign-up");
  check(probe->error == nil, @"a token signs up: %@", probe->error);
  [probe forget];
  [widget forget];

  signUp(probe);
  waitUntil(&widget->isShown, @"the widget");
  [widget->request answerWithToken:longToken];
  checkFailure(probe, FIRAuthErrorCodeMissingRecaptchaToken, @"a token that is too long");
  [widget forget];
  signUp(probe);
  waitUntil(&widget->isShown, @"the widget");
  [widget->request failWithReason:@"The widget is broken."];
  checkFailure(probe, FIRAuthErrorCodeCaptchaCheckFailed, @"a broken widget");
  [widget forget];
  signUp(probe);
  waitUntil(&widget->isShown, @"the widget");
  [widget forget];
  checkFailure(probe, FIRAuthErrorCodeCaptchaCheckFailed, @"a widget that forgets to answer");

  signUp(probe);
  waitUntil(&widget->isShown, @"the widget");
  [auth setCaptchaTokenProvider:nil];
  checkFailure(probe, FIRAuthErrorCodeWebContextCancelled, @"a widget that was removed");
  check(![widget->request answerWithToken:@"late"], @"its answer comes too late");
  [widget forget];
  signUp(probe);
  checkFailure(probe, FIRAuthErrorCodeRecaptchaSDKNotLinked, @"an app without a widget again");
  check(widget->calls == 5, @"the widget was shown for each token: %d", widget->calls);

  // The app's deletion removes this one.
  [auth setCaptchaTokenProvider:[[[Widget alloc] init] autorelease]];
  requireTurnstile(NO);
  [auth signOut:NULL];
  [pool release];
}

int main(int argc, char **argv) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  struct FIRAppVoidBoolCallbackLayout whenDeleted = {NULL, 1 << 28, 0,
                                                     (void (*)(void *, BOOL))deleted};
  Probe *probe = [[Probe alloc] init];

  if (argc != 2) return 2;
  useServer(argv[1]);
  configureByFile();
  testSignIn(probe);
  testOtherThread(probe);
  testListener();
  testThreads(probe);
  testWrongServers(probe);
  testCaptcha(probe);
  [probe release];
  [[FIRApp defaultApp] deleteApp:&whenDeleted];
  check([FIRApp defaultApp] == nil && [FIRApp allApps] == nil, @"there is no app any more");
  [pool release];
  pool = [[NSAutoreleasePool alloc] init];
  check(probes == 0, @"no completion is left: %d", probes);
  check(widgets == 0, @"no widget is left: %d", widgets);
  argc = finish();
  [pool release];
  return argc;
}
