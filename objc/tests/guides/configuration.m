#include <unistd.h>

#import "app.h"

void testConfiguration(void) {
  check([FIRApp defaultApp] != nil && [FIRApp defaultApp] == [FIRApp defaultApp],
        @"the default app is one object");
  check([FIRAuth auth] == [FIRAuth auth] && [FIRAuth auth].app == [FIRApp defaultApp],
        @"its FIRAuth is one object");
  check([[FIRApp defaultApp].options.projectID isEqual:@"example"], @"its options are the file's");
  check([FIRApp allApps].count == 1, @"it is the one app");
  @try {
    [FIRApp configure];
    check(NO, @"a second configuration raises an exception");
  } @catch (NSException *exception) {
    check([exception.name isEqual:FIRCoreException],
          @"a second configuration raises an exception: %@", exception);
  }
  FIROptions *options = [[[FIROptions alloc] initWithGoogleAppID:@"1:2:ios:3"
                                                     GCMSenderID:@"2"] autorelease];
  @try {
    [FIRApp configureWithName:@"second" options:options];
    check(NO, @"an app without a key raises an exception");
  } @catch (NSException *exception) {
    check([exception.name isEqual:FIRCoreException],
          @"an app without a key raises an exception: %@", exception);
  }
  options.APIKey = @"key";
  options.emulatorHost = [NSString stringWithFormat:@"%@:%d", host(), port()];
  [FIRApp configureWithName:@"second" options:options];
  FIRApp *second = [FIRApp appNamed:@"second"];
  check([second.options isEqual:options] && [second.name isEqual:@"second"],
        @"a further app is configured");
  FIRAuthEnvironment *environment = [[[FIRAuthEnvironment alloc] init] autorelease];
  environment.inMemory = YES;
  FIRAuth *auth = [FIRAuth authWithApp:second environment:environment error:NULL];
  check(auth != nil && auth != [FIRAuth auth] && [FIRAuth authWithApp:second] == auth,
        @"and has a FIRAuth of its own");
  environment.inMemory = NO;
  NSError *error = nil;
  check([FIRAuth authWithApp:second environment:environment error:&error] == nil && error != nil,
        @"which has one environment: %@", error.localizedDescription);
  check(![auth useBackendWithURL:[NSURL URLWithString:@"http://example.com"] error:&error],
        @"and no open line: %@", error.localizedDescription);
  __block BOOL wasDeleted = NO;
  [second deleteApp:^(BOOL success) {
    wasDeleted = success;
  }];
  check(wasDeleted && [FIRApp appNamed:@"second"] == nil && auth.app == nil, @"and is deleted");
  [second deleteApp:^(BOOL success) {
    wasDeleted = success;
  }];
  check(!wasDeleted, @"once");
}

void testPropertyList(void) {
  NSString *file = [NSTemporaryDirectory()
      stringByAppendingPathComponent:[NSString stringWithFormat:@"GoogleService-Info-%d.plist",
                                                                (int)getpid()]];
  [@{@"API_KEY" : @"plist-key", @"PROJECT_ID" : @"example", @"GOOGLE_APP_ID" : @"1:2:ios:3"}
      writeToFile:file
       atomically:YES];
  FIROptions *options = [[[FIROptions alloc] initWithContentsOfFile:file] autorelease];
  check([options.APIKey isEqual:@"plist-key"] && [options.googleAppID isEqual:@"1:2:ios:3"],
        @"options of a property list");
  [[NSFileManager defaultManager] removeItemAtPath:file error:NULL];
  check([[[FIROptions alloc] initWithContentsOfFile:file] autorelease] == nil,
        @"no options of no file");
}
