// Declarations that the test programs share: checks, a run loop for waiting, and the development
// server's own interfaces.

#import <Foundation/Foundation.h>

@class FIRAuthEnvironment;

// Prints a line. If a check fails, the program fails.
void check(BOOL isRight, NSString *format, ...) NS_FORMAT_FUNCTION(2, 3);
// Runs the main thread's run loop until the flag is set. If this takes too long, the check fails.
void waitUntil(volatile BOOL *isDone, NSString *what);
// Runs the run loop for a moment.
void runLoopOnce(void);
// Ends the program. Checks that no object of a test still exists.
int finish(void);

// Sets the server's address, which is the program's first argument.
void useServer(const char *base);
NSString *base(void);
NSString *host(void);
int port(void);

// Returns a token of the provider lab.
NSString *labToken(NSString *provider, NSDictionary *options);
// Creates an account with a verified address.
void makeUser(NSString *email, NSString *password);
// Returns the code of the text message for a verification id.
NSString *codeOf(NSString *verificationID);
NSString *wrongCodeOf(NSString *verificationID);
// Returns the newest mailed code for an address, of a kind such as "PASSWORD_RESET"; for a sign-in
// mail, the link.
NSString *mailed(NSString *kind, NSString *email, NSString *member);
void advanceClock(int seconds);
// Requires a token of the lab's Turnstile for a new account, or no captcha.
void requireTurnstile(BOOL isRequired);
// Returns a token of the lab's captcha widgets.
NSString *labCaptcha(NSDictionary *options);
// Returns the newest authorization request to the lab's provider.
NSDictionary *lastAuthorization(NSString *provider);

// Configures the default app with a file, which [FIRApp configure] finds. Sign-ins in a browser use
// a program that goes through the pages as a person of the lab: "ada" at first.
void configureByFile(void);
void bePerson(NSString *person);
