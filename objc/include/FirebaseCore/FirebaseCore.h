#import <FirebaseCore/FIRApp.h>
#import <FirebaseCore/FIROptions.h>
