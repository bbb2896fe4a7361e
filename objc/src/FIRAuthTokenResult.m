#import "FIRInternal.h"

@interface FIRAuthTokenResult (Internal)
- (instancetype)initWithToken:(NSString *)token claims:(NSDictionary *)claims;
@end

@implementation FIRAuthTokenResult

- (instancetype)initWithToken:(NSString *)token claims:(NSDictionary *)claims {
  self = [super init];
  if (self) {
    _token = [token copy];
    _claims = [claims copy];
  }
  return self;
}

- (NSString *)token {
  return _token;
}

- (NSDictionary *)claims {
  return _claims;
}

- (NSDate *)date:(NSString *)claim {
  id value = [_claims objectForKey:claim];

  if (![value isKindOfClass:[NSNumber class]]) return nil;
  return [NSDate dateWithTimeIntervalSince1970:[value doubleValue]];
}

- (NSDate *)expirationDate {
  return [self date:@"exp"];
}

- (NSDate *)issuedAtDate {
  return [self date:@"iat"];
}

- (NSDate *)authDate {
  NSDate *date = [self date:@"auth_time"];

  return date ? date : [self issuedAtDate];
}

- (NSString *)text:(NSString *)name {
  NSDictionary *members = [_claims objectForKey:@"firebase"];
  id text = [members isKindOfClass:[NSDictionary class]] ? [members objectForKey:name] : nil;

  return [text isKindOfClass:[NSString class]] ? text : @"";
}

- (NSString *)signInProvider {
  return [self text:@"sign_in_provider"];
}

- (NSString *)signInSecondFactor {
  return [self text:@"sign_in_second_factor"];
}

- (void)dealloc {
  [_token release];
  [_claims release];
  [super dealloc];
}

@end

id FIRTokenResultOf(const latchkey_result *result, NSError **error) {
  NSString *token = FIRTextOfResult(result, NULL);
  id claims = FIRObjectOfValue(latchkey_result_claims(result));
  FIRAuthTokenResult *made;

  if (token && [claims isKindOfClass:[NSDictionary class]]) {
    made = [[[FIRAuthTokenResult alloc] initWithToken:token claims:claims] autorelease];
    if ([made expirationDate] && [made issuedAtDate]) return made;
  }
  *error = FIRErrorMake(FIRAuthErrorCodeMalformedJWT, @"ERROR_MALFORMED_JWT",
                        @"The ID token cannot be read.");
  return nil;
}
