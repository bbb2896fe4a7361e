#import "app.h"

int main(int argc, char **argv) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  void (*const tests[])(App *) = {testFacebook,    testApple, testSecondFactor,
                                  testGitHub,      testLink,  testMail,
                                  testOwnProvider, testPhone, testListeners};
  size_t index;

  if (argc != 2) return 2;
  useServer(argv[1]);
  @try {
    [FIRAuth auth];
    check(NO, @"authentication without an app raises an exception");
  } @catch (NSException *exception) {
    check([exception.name isEqual:FIRCoreException],
          @"authentication without an app raises an exception");
  }
  configureByFile();
  testConfiguration();
  testPropertyList();
  for (index = 0; index < sizeof(tests) / sizeof(tests[0]); index++) {
    NSAutoreleasePool *inner = [[NSAutoreleasePool alloc] init];
    App *app = [[App alloc] init];
    tests[index](app);
    [inner release];
    check([app retainCount] == 1, @"no block keeps the app any more: %d", (int)[app retainCount]);
    [app release];
  }
  [[FIRApp defaultApp] deleteApp:^(BOOL success) {
    check(success, @"the app is deleted");
  }];
  [pool release];
  pool = [[NSAutoreleasePool alloc] init];
  argc = finish();
  [pool release];
  return argc;
}
