// What the test programs share: checks, a run loop to wait by, and the development server's own
// interfaces.

#import <Foundation/Foundation.h>

@class FIRAuthEnvironment;

// Prints a line; a check that fails makes the program fail.
void check(BOOL isRight, NSString *format, ...) NS_FORMAT_FUNCTION(2, 3);
// Runs the main thread's run loop until the flag is set; a check that fails when that takes too
// long.
void waitUntil(volatile BOOL *isDone, NSString *what);
// Runs it for a moment.
void runLoopOnce(void);
// Ends the program. Nothing that a test made may be left.
int finish(void);

// The server's address is the program's first argument.
void useServer(const char *base);
NSString *base(void);
NSString *host(void);
int port(void);

// A token of the provider lab.
NSString *labToken(NSString *provider, NSDictionary *options);
// An account with a verified address.
void makeUser(NSString *email, NSString *password);
// The code of the text message that was sent with a verification id.
NSString *codeOf(NSString *verificationID);
NSString *wrongCodeOf(NSString *verificationID);
// The code that was mailed to an address last, of a kind such as "PASSWORD_RESET"; the link of one
// to sign in by.
NSString *mailed(NSString *kind, NSString *email, NSString *member);
void advanceClock(int seconds);
// What the lab's provider was asked for last.
NSDictionary *lastAuthorization(NSString *provider);

// Configures the default app by a file, as [FIRApp configure] finds it, and gives its sign-ins in a
// browser to a program that walks the pages as a person of the lab: "ada" at first.
void configureByFile(void);
void bePerson(NSString *person);
