#import "support.h"

#import <FirebaseAuth/FirebaseAuth.h>

#include <latchkey_auth.h>
#include <unistd.h>

static int passed = 0, failed = 0;
static NSString *server = nil;
static NSString *person = @"ada";

void check(BOOL isRight, NSString *format, ...) {
  va_list arguments;
  NSString *text;

  va_start(arguments, format);
  text = [[[NSString alloc] initWithFormat:format arguments:arguments] autorelease];
  va_end(arguments);
  printf("%s  %s\n", isRight ? "ok    " : "FAILED", [text UTF8String]);
  fflush(stdout);
  if (isRight) {
    passed++;
  } else {
    failed++;
  }
}

void runLoopOnce(void) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];

  [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode
                           beforeDate:[NSDate dateWithTimeIntervalSinceNow:0.05]];
  [pool release];
}

void waitUntil(volatile BOOL *isDone, NSString *what) {
  NSDate *end = [NSDate dateWithTimeIntervalSinceNow:60];

  while (!*isDone && [end timeIntervalSinceNow] > 0) runLoopOnce();
  if (!*isDone) check(NO, @"%@ took too long", what);
  *isDone = NO;
}

// Counts the existing objects of the SDK's classes.
static NSString *leftObjects(void) {
  NSMutableArray *left = [NSMutableArray array];
#ifdef GNUSTEP
  Class *classes = GSDebugAllocationClassList();
  Class *each;

  for (each = classes; each && *each; each++) {
    int count = GSDebugAllocationCount(*each);
    if ([NSStringFromClass(*each) hasPrefix:@"FIR"] && count) {
      [left addObject:[NSString stringWithFormat:@"%d %@", count, NSStringFromClass(*each)]];
    }
  }
  NSZoneFree(NSDefaultMallocZone(), classes);
#endif
  return [left componentsJoinedByString:@", "];
}

int finish(void) {
  NSDate *end = [NSDate dateWithTimeIntervalSinceNow:10];

  // The last calls may not yet have reached this thread.
  while ((latchkey_live_objects() != 0 || [leftObjects() length] > 0) &&
         [end timeIntervalSinceNow] > 0)
    runLoopOnce();
  check(latchkey_live_objects() == 0, @"nothing is left of the C interface's: %lld",
        (long long)latchkey_live_objects());
#ifdef GNUSTEP
  check(GSDebugAllocationTotal([FIRUser class]) > 0, @"there were users: %d",
        GSDebugAllocationTotal([FIRUser class]));
#endif
  check([leftObjects() length] == 0, @"nothing is left of the classes': %@", leftObjects());
  printf("%d passed, %d failed\n", passed, failed);
  return failed || !passed ? 1 : 0;
}

void useServer(const char *address) {
#ifdef GNUSTEP
  GSDebugAllocationActive(YES);
#endif
  server = [[NSString alloc] initWithUTF8String:address];
}

NSString *base(void) { return server; }

NSString *host(void) { return [[NSURL URLWithString:server] host]; }

int port(void) { return [[[NSURL URLWithString:server] port] intValue]; }

static NSDictionary *ask(NSString *method, NSString *path, NSDictionary *body) {
  NSURL *address = [NSURL URLWithString:[server stringByAppendingString:path]];
  NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:address];
  NSData *answer;
  id object;

  [request setHTTPMethod:method];
  [request setValue:@"Bearer owner" forHTTPHeaderField:@"Authorization"];
  if (body) {
    [request setValue:@"application/json" forHTTPHeaderField:@"Content-Type"];
    [request setHTTPBody:[NSJSONSerialization dataWithJSONObject:body options:0 error:NULL]];
  }
  answer = [NSURLConnection sendSynchronousRequest:request returningResponse:NULL error:NULL];
  object = answer ? [NSJSONSerialization JSONObjectWithData:answer options:0 error:NULL] : nil;
  if (![object isKindOfClass:[NSDictionary class]]) {
    NSString *text = [[[NSString alloc] initWithData:answer
                                            encoding:NSUTF8StringEncoding] autorelease];
    check(NO, @"%@ %@ is answered: %@", method, path, text);
    return nil;
  }
  return object;
}

NSString *labToken(NSString *provider, NSDictionary *options) {
  NSDictionary *answer =
      ask(@"POST", [@"/lab/control/token/" stringByAppendingString:provider], options);
  NSString *token = [answer objectForKey:@"idToken"];

  if (token == nil) token = [answer objectForKey:@"accessToken"];
  if (token == nil) check(NO, @"the lab makes a token: %@", answer);
  return token;
}

void makeUser(NSString *email, NSString *password) {
  NSDictionary *message = [NSDictionary
      dictionaryWithObjectsAndKeys:email, @"email", password, @"password",
                                   [NSNumber numberWithBool:YES], @"emailVerified", nil];
  NSDictionary *answer =
      ask(@"POST", @"/identitytoolkit.googleapis.com/v1/projects/example/accounts", message);

  if ([answer objectForKey:@"localId"] == nil) check(NO, @"an account is made: %@", answer);
}

NSString *codeOf(NSString *verificationID) {
  NSArray *sent = [ask(@"GET", @"/emulator/v1/projects/example/verificationCodes", nil)
      objectForKey:@"verificationCodes"];
  NSUInteger index;

  for (index = 0; index < [sent count]; index++) {
    NSDictionary *message = [sent objectAtIndex:index];
    if ([[message objectForKey:@"sessionInfo"] isEqual:verificationID])
      return [message objectForKey:@"code"];
  }
  check(NO, @"a text message was sent");
  return @"";
}

NSString *mailed(NSString *kind, NSString *email, NSString *member) {
  NSArray *sent =
      [ask(@"GET", @"/emulator/v1/projects/example/oobCodes", nil) objectForKey:@"oobCodes"];
  NSUInteger index = [sent count];

  while (index-- > 0) {
    NSDictionary *mail = [sent objectAtIndex:index];
    if ([[mail objectForKey:@"requestType"] isEqual:kind] &&
        [[mail objectForKey:@"email"] isEqual:email]) {
      return [mail objectForKey:member];
    }
  }
  check(NO, @"a mail was sent: %@", sent);
  return @"";
}

NSString *wrongCodeOf(NSString *verificationID) {
  return [codeOf(verificationID) isEqual:@"000000"] ? @"111111" : @"000000";
}

// GNUstep's own HTTP client does not support PATCH.
static void change(NSString *path, NSString *json) {
  NSString *program = @"import sys, urllib.request as r; r.urlopen(r.Request(sys.argv[1],"
                      @" method='PATCH', headers={'Content-Type': 'application/json',"
                      @" 'Authorization': 'Bearer owner'}, data=sys.argv[2].encode()))";
  NSString *address = [server stringByAppendingString:path];
  NSTask *task = [NSTask launchedTaskWithLaunchPath:@"/usr/bin/env"
                                          arguments:[NSArray arrayWithObjects:@"python3", @"-c",
                                                                              program, address,
                                                                              json, nil]];

  [task waitUntilExit];
  if ([task terminationStatus] != 0) check(NO, @"%@ changes", path);
}

void advanceClock(int seconds) {
  change(@"/emulator/v1/clock", [NSString stringWithFormat:@"{\"advanceSeconds\": %d}", seconds]);
}

void requireTurnstile(BOOL isRequired) {
  NSString *path = @"/identitytoolkit.googleapis.com/v2/projects/example/captchaConfig?updateMask=";

  if (isRequired) {
    change([path stringByAppendingString:@"provider,siteKey,secret,verifyUrl,signUp"],
           [NSString stringWithFormat:@"{\"provider\": \"TURNSTILE\", \"siteKey\": \"lab-site\", "
                                      @"\"secret\": \"lab-captcha-secret\", \"verifyUrl\": "
                                      @"\"%@/lab/turnstile/siteverify\", \"signUp\": \"ENFORCE\"}",
                                      server]);
  } else {
    change([path stringByAppendingString:@"provider,signUp"],
           @"{\"provider\": \"PROOF_OF_WORK\", \"signUp\": \"OFF\"}");
  }
}

NSString *labCaptcha(NSDictionary *options) {
  NSDictionary *answer = ask(@"POST", @"/lab/control/captcha", options);
  NSString *token = [answer objectForKey:@"token"];

  if (token == nil) check(NO, @"the lab makes a captcha: %@", answer);
  return token;
}

NSDictionary *lastAuthorization(NSString *provider) {
  NSDictionary *providers = [ask(@"GET", @"/lab/control", nil) objectForKey:@"providers"];

  return [[providers objectForKey:provider] objectForKey:@"lastAuthorization"];
}

void bePerson(NSString *name) { person = name; }

// Runs another program that goes through the pages, as a browser does.
@interface Walker : NSObject <FIRAuthPageOpener>
@end

@implementation Walker

- (void)openPage:(NSURL *)page {
  const char *script = getenv("PAGE_WALKER");

  check([NSThread isMainThread], @"a page is opened on the main thread");
  [NSTask launchedTaskWithLaunchPath:[NSString stringWithUTF8String:script]
                           arguments:[NSArray arrayWithObjects:[page absoluteString], person, nil]];
}

@end

void configureByFile(void) {
  NSString *file = [NSTemporaryDirectory()
      stringByAppendingPathComponent:[NSString
                                         stringWithFormat:@"latchkey-%d.json", (int)getpid()]];
  NSString *address = [NSString stringWithFormat:@"%@:%d", host(), port()];
  NSDictionary *members =
      [NSDictionary dictionaryWithObjectsAndKeys:@"key", @"apiKey", @"example", @"projectId",
                                                 address, @"emulatorHost", nil];
  FIRAuthEnvironment *environment = [[[FIRAuthEnvironment alloc] init] autorelease];
  Walker *walker = [[[Walker alloc] init] autorelease];
  NSError *error = nil;

  [[NSJSONSerialization dataWithJSONObject:members options:0
                                     error:NULL] writeToFile:file atomically:YES];
  setenv("LATCHKEYAUTH_CONFIG", [file UTF8String], 1);
  [FIRApp configure];
  unlink([file UTF8String]);
  [environment setInMemory:YES];
  [environment setBrowserTimeout:50];
  [environment setPageOpener:walker];
  check([FIRAuth authWithApp:[FIRApp defaultApp] environment:environment error:&error] != nil,
        @"an environment of the app's own: %@", error);
}
