// The development server of the tests, its provider lab, and the person at the browser. The tests
// use HTTP for them, independently of the SDK.
#ifndef LATCHKEY_TESTS_SUPPORT_SERVER_H_
#define LATCHKEY_TESTS_SUPPORT_SERVER_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace latchkey_test {

// Every function throws std::runtime_error if the server's answer is not the expected one.

// The server's address, from the environment variable LATCHKEY_TEST_SERVER.
std::string ServerHost();
uint32_t ServerPort();

// Returns a text that no other test uses: `prefix` and some letters.
std::string Unique(const std::string& prefix);
std::string UniqueEmail();
std::string UniquePhoneNumber();

// ---- Provider lab ----

// Returns a provider's token: an ID token or an access token, as the provider usually issues.
// `options` is the JSON object of the lab's control interface, such as {"person": "ada",
// "rawNonce": "n"}.
std::string LabToken(const std::string& provider, const std::string& options);
// Returns a token of the lab's captcha widgets. `options` is the JSON object of the lab's control
// interface, such as {"service": "turnstile"}.
std::string LabCaptcha(const std::string& options);
// The address at which the server checks the tokens of a service, such as "turnstile".
std::string LabCaptchaAddress(const std::string& service);
// Returns an OAuth 1.0a access token and its secret.
std::pair<std::string, std::string> LabTokenAndSecret(const std::string& provider,
                                                      const std::string& options);
// Returns the query of the newest authorization request to the provider.
std::map<std::string, std::string> LastAuthorization(const std::string& provider);
// Delays the provider's next answers to the server by this number of seconds.
void SlowDown(const std::string& provider, const std::string& endpoint, double seconds, int times);
void ClearFaults(const std::string& provider);

// ---- Codes that were sent ----

// Returns the code of a text message.
std::string SmsCode(const std::string& verification_id);
// Returns the link in the newest mail of a type, such as "PASSWORD_RESET"; empty if there is none.
std::string MailLink(const std::string& type, const std::string& email);
// Opens the link of a mail, as its recipient does.
void FollowMailLink(const std::string& type, const std::string& email);

// ---- Administration ----

// Calls `accounts:update` as the administrator. `change` is a JSON object without the localId.
void ChangeAccount(const std::string& uid, const std::string& change);
void DeleteAccount(const std::string& uid);
// Creates an account with a verified address.
void AddVerifiedAccount(const std::string& email, const std::string& password);
// Switches a provider, such as "github.com", on or off.
void EnableProvider(const std::string& provider, bool enabled);
// Changes the project's settings: a JSON object and its update mask.
void ChangeProject(const std::string& change, const std::string& mask);
// Changes the project's captcha settings: a JSON object and its update mask.
void ChangeCaptcha(const std::string& change, const std::string& mask);
// Advances the server's clock.
void AdvanceClock(int64_t seconds);
// The number of seconds since 1970, by the server's clock.
int64_t ServerTime();

// ---- Tokens ----

// Returns a member of a JWT's claims as JSON. Dots separate nested members, as in
// "firebase.sign_in_provider". A string is returned without its quotes. A missing member is an
// empty text.
std::string Claim(const std::string& token, const std::string& path);
// Returns the password that an authenticator app shows (RFC 6238: SHA-1, 30 seconds, six digits).
std::string OneTimePassword(const std::string& base32_secret, int64_t seconds);

// ---- The person at the browser ----

// Sets the person's action on the next pages that the SDK opens, until the next call.
void PersonChooses(const std::string& person);
void PersonDenies();
// Lets the person open the pages without waiting for a result.
void PersonLooks();
// Lets no person open the pages.
void PersonIsAway();

struct Sight {
  std::string address;                            // the address that the SDK opened
  std::string title;                              // the title of the last page
  std::string provider;                           // the provider's name on its page
  std::vector<std::string> scopes;                // the scopes on the provider's page
  std::map<std::string, std::string> parameters;  // other parameters on its page
};

// Returns what the last opened page showed. Waits until the person has seen the page.
Sight LastSight();
// True if a listener accepts connections at the callback URL of an opened page.
bool AnswersTheBrowser(const std::string& opened_url);
// Lets the person open a page, as the `xdg-open` of the tests does.
void OpenInBrowser(const std::string& url);
// The number of pages that were opened since the program started.
int PagesOpened();

}  // namespace latchkey_test

#endif  // LATCHKEY_TESTS_SUPPORT_SERVER_H_
