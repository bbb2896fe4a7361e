#import "FIRInternal.h"

// The registered listeners by their numbers. The C interface receives a number as the context, not
// a pointer. So a call that arrives after a listener was removed does not find the listener.
static NSRecursiveLock *FIRListenerLock = nil;
static NSMutableDictionary *FIRListeners = nil;
static uintptr_t FIRLastNumber = 0;

// A pending notification of a listener.
@interface FIRChange : NSObject {
 @public
  FIRListener *_listener;
  FIRUser *_user;
}
@end

@interface FIRListener (Private)
- (NSNumber *)key;
- (void)hear:(FIRUser *)user;
@end

@implementation FIRChange

- (void)tell {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];

  [_listener hear:_user];
  [pool release];
}

- (void)dealloc {
  [_listener release];
  [_user release];
  [super dealloc];
}

@end

static void FIRHearChange(void *context, latchkey_user *user) {
  FIRListener *listener;
  NSAutoreleasePool *pool;
#ifdef GNUSTEP
  BOOL isNewThread = GSRegisterCurrentThread();
#endif

  pool = [[NSAutoreleasePool alloc] init];
  [FIRListenerLock lock];
  listener =
      [[FIRListeners objectForKey:[NSNumber numberWithUnsignedLongLong:(uintptr_t)context]] retain];
  [FIRListenerLock unlock];
  if (listener) {
    FIRChange *change = [[[FIRChange alloc] init] autorelease];
    change->_listener = listener;
    change->_user = [[FIRUser userOfReference:(latchkey_user *)latchkey_retain(user)] retain];
    FIRPerform(change, @selector(tell));
  }
  [pool release];
#ifdef GNUSTEP
  if (isNewThread) GSUnregisterCurrentThread();
#endif
}

@implementation FIRListener

+ (void)initialize {
  if (self != [FIRListener class]) return;
  FIRListenerLock = [[NSRecursiveLock alloc] init];
  FIRListeners = [[NSMutableDictionary alloc] init];
}

+ (FIRListener *)listenTo:(FIRAuth *)auth
                 interest:(latchkey_interest)interest
                    block:(const void *)block {
  FIRListener *listener = [[[FIRListener alloc] init] autorelease];
  latchkey_listener *native;
  BOOL isRemoved;

  listener->_auth = [auth retain];
  listener->_block = block ? _Block_copy(block) : NULL;
  listener->_isFirstCall = YES;
  [FIRListenerLock lock];
  listener->_number = ++FIRLastNumber;
  [FIRListeners setObject:listener forKey:[listener key]];
  [FIRListenerLock unlock];
  native = latchkey_auth_add_listener((latchkey_auth *)FIRReferenceOf(auth), interest,
                                      FIRHearChange, (void *)listener->_number);
  // The listener may already have been called, and removed itself.
  [FIRListenerLock lock];
  isRemoved = [FIRListeners objectForKey:[listener key]] != listener;
  if (!isRemoved) listener->_listener = native;
  [FIRListenerLock unlock];
  if (isRemoved) {
    latchkey_auth_remove_listener((latchkey_auth *)FIRReferenceOf(auth), native);
    latchkey_release(native);
  }
  return listener;
}

- (NSNumber *)key {
  return [NSNumber numberWithUnsignedLongLong:_number];
}

- (void)hear:(FIRUser *)user {
  const void *block = NULL;
  FIRAuth *auth = nil;
  BOOL posts = NO;

  [FIRListenerLock lock];
  if ([FIRListeners objectForKey:[self key]] == self) {
    block = _block ? _Block_copy(_block) : NULL;
    auth = [[_auth retain] autorelease];
    posts = block == NULL && !_isFirstCall;
    _isFirstCall = NO;
  }
  [FIRListenerLock unlock];
  if (block) {
    FIR_CALL((FIRAuthStateDidChangeListenerBlock)block, auth, user);
    _Block_release(block);
  }
  // Reads the user, so that the auth no longer retains a user who has signed out.
  if (block == NULL) [auth currentUser];
  if (posts) {
    [[NSNotificationCenter defaultCenter] postNotificationName:FIRAuthStateDidChangeNotification
                                                        object:auth];
  }
}

- (void)remove {
  const void *block;
  FIRAuth *auth;
  latchkey_listener *listener;

  [FIRListenerLock lock];
  [[self retain] autorelease];
  [FIRListeners removeObjectForKey:[self key]];
  block = _block;
  auth = _auth;
  listener = _listener;
  _block = NULL;
  _auth = nil;
  _listener = NULL;
  [FIRListenerLock unlock];
  if (listener) latchkey_auth_remove_listener((latchkey_auth *)FIRReferenceOf(auth), listener);
  latchkey_release(listener);
  _Block_release(block);
  [auth autorelease];
}

+ (void)removeAllOf:(FIRAuth *)auth {
  NSArray *listeners;
  NSUInteger index;

  [FIRListenerLock lock];
  listeners = [FIRListeners allValues];
  [FIRListenerLock unlock];
  for (index = 0; index < [listeners count]; index++) {
    FIRListener *listener = [listeners objectAtIndex:index];
    if (listener->_auth == auth) [listener remove];
  }
}

- (void)dealloc {
  _Block_release(_block);
  [_auth release];
  latchkey_release(_listener);
  [super dealloc];
}

@end
