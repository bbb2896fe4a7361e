#import "app.h"

@interface Observer : NSObject {
 @public
  int notifications;
}
@end

@implementation Observer
- (void)hear:(NSNotification *)notification {
  check(notification.object == [FIRAuth auth], @"the notification is of the one FIRAuth");
  notifications++;
}
@end

void settle(void) {
  FIRAuthCredential *none = [[[NSArray array] objectEnumerator] nextObject];
  __block BOOL isDone = NO;
  [[FIRAuth auth]
      signInWithCredential:none
                completion:^(FIRAuthDataResult *authResult, NSError *error) {
                  check(authResult == nil && error != nil, @"no credential signs nobody in: %@",
                        error.localizedDescription);
                  isDone = YES;
                }];
  waitUntil(&isDone, @"the refusal");
}

void testListeners(App *app) {
  settle();
  NSMutableArray *users = [NSMutableArray array];
  Observer *observer = [[[Observer alloc] init] autorelease];
  __block int tokens = 0;
  __block BOOL isDone = NO;

  [[NSNotificationCenter defaultCenter] addObserver:observer
                                           selector:@selector(hear:)
                                               name:FIRAuthStateDidChangeNotification
                                             object:nil];
  FIRAuthStateDidChangeListenerHandle handle = [[FIRAuth auth]
      addAuthStateDidChangeListener:^(FIRAuth *_Nonnull auth, FIRUser *_Nullable user) {
        check([NSThread isMainThread] && auth == [FIRAuth auth],
              @"a listener is called on the main thread");
        [users addObject:user ? user.uid : @"nobody"];
      }];
  FIRIDTokenDidChangeListenerHandle tokenHandle =
      [[FIRAuth auth] addIDTokenDidChangeListener:^(FIRAuth *auth, FIRUser *user) {
        tokens++;
      }];
  check(users.count == 0, @"a listener is not called at once");
  makeUser(@"listened@example.com", @"correct horse");
  [[FIRAuth auth]
      signInWithEmail:@"listened@example.com"
             password:@"correct horse"
           completion:^(FIRAuthDataResult *authResult, NSError *error) {
             check(users.count == 2 && [[users objectAtIndex:1] isEqual:authResult.user.uid],
                   @"a listener hears of a sign-in before its completion: %@", users);
             isDone = YES;
           }];
  waitUntil(&isDone, @"the sign-in");
  // Two tokens that are issued in the same second are equal.
  advanceClock(2);
  [[FIRAuth auth].currentUser
      getIDTokenForcingRefresh:YES
                    completion:^(NSString *token, NSError *error) {
                      check([token length] > 0 && error == nil, @"a fresh token: %@", error);
                      isDone = YES;
                    }];
  waitUntil(&isDone, @"the token");
  [app signOut];
  settle();
  check(users.count == 3 && [[users objectAtIndex:0] isEqual:@"nobody"] &&
            [[users objectAtIndex:2] isEqual:@"nobody"],
        @"nobody, somebody, nobody: %@", users);
  check(observer->notifications == 2, @"and as many notifications as changes: %d",
        observer->notifications);
  check(tokens == 4, @"a listener to tokens hears of those, too: %d", tokens);

  [[FIRAuth auth] removeAuthStateDidChangeListener:handle];
  [[FIRAuth auth] removeIDTokenDidChangeListener:tokenHandle];
  [[FIRAuth auth] signInWithEmail:@"listened@example.com"
                         password:@"correct horse"
                       completion:^(FIRAuthDataResult *authResult, NSError *error) {
                         isDone = YES;
                       }];
  waitUntil(&isDone, @"the sign-in");
  check(users.count == 3, @"who was removed hears nothing more");
  [app signOut];
  settle();
  check(observer->notifications == 4, @"notifications go on: %d", observer->notifications);
  [[NSNotificationCenter defaultCenter] removeObserver:observer];
}
