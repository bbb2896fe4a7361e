// The development server that the tests run against, its provider lab, and the
// person at the browser: all spoken to over HTTP, beside the SDK.
#ifndef LATCHKEY_TESTS_SUPPORT_SERVER_H_
#define LATCHKEY_TESTS_SUPPORT_SERVER_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace latchkey_test {

// Every function throws std::runtime_error when the server does not answer as
// it has to.

// Where the server is: the environment variable LATCHKEY_TEST_SERVER.
std::string ServerHost();
uint32_t ServerPort();

// A text that no other test has: `prefix` and some letters.
std::string Unique(const std::string& prefix);
std::string UniqueEmail();
std::string UniquePhoneNumber();

// ---- Provider lab ----

// A token of a provider, ID token or access token as the provider usually
// gives. `options` is the JSON object of the lab's control interface, such as
// {"person": "ada", "rawNonce": "n"}.
std::string LabToken(const std::string& provider, const std::string& options);
// An access token of OAuth 1.0a, and its secret.
std::pair<std::string, std::string> LabTokenAndSecret(const std::string& provider,
                                                      const std::string& options);
// The query of the authorization request that reached the provider last.
std::map<std::string, std::string> LastAuthorization(const std::string& provider);
// The provider's next answers to the server come so late.
void SlowDown(const std::string& provider, const std::string& endpoint, double seconds, int times);
void ClearFaults(const std::string& provider);

// ---- Codes that were sent ----

// The code of a text message.
std::string SmsCode(const std::string& verification_id);
// The newest mail of a type, such as "PASSWORD_RESET": the link in it, or an
// empty text.
std::string MailLink(const std::string& type, const std::string& email);
// Opens the link of a mail, as its reader does.
void FollowMailLink(const std::string& type, const std::string& email);

// ---- Administration ----

// `accounts:update` as the administrator: `change` is a JSON object without the
// localId.
void ChangeAccount(const std::string& uid, const std::string& change);
void DeleteAccount(const std::string& uid);
// A new account with a verified address.
void AddVerifiedAccount(const std::string& email, const std::string& password);
// Switches a provider, such as "github.com", on or off.
void EnableProvider(const std::string& provider, bool enabled);
// Changes the project's settings: a JSON object and its update mask.
void ChangeProject(const std::string& change, const std::string& mask);
// Changes the project's captchas, likewise.
void ChangeCaptcha(const std::string& change, const std::string& mask);
// Lets the server's time pass.
void AdvanceClock(int64_t seconds);
// Seconds since 1970, by the server's clock.
int64_t ServerTime();

// ---- Tokens ----

// A member of a JWT's claims, as JSON; nested ones by dots, as
// "firebase.sign_in_provider". A text comes without its quotes; what is not
// there is an empty text.
std::string Claim(const std::string& token, const std::string& path);
// What an authenticator app shows (RFC 6238: SHA-1, 30 seconds, six digits).
std::string OneTimePassword(const std::string& base32_secret, int64_t seconds);

// ---- The person at the browser ----

// What the person does with the next page that the SDK opens; until they are
// told otherwise.
void PersonChooses(const std::string& person);
void PersonDenies();
// Looks at the page, and waits for nothing.
void PersonLooks();
// Nobody looks at what is opened.
void PersonIsAway();

struct Sight {
  std::string address;                            // that the SDK opened
  std::string title;                              // of the page that was shown in the end
  std::string provider;                           // what the provider's page called itself
  std::vector<std::string> scopes;                // that the provider's page showed
  std::map<std::string, std::string> parameters;  // other parameters that it showed
};

// What the person saw at the last page that was opened. Waits until they have
// seen it.
Sight LastSight();
// Whether anything listens where a browser would come back to from a page that was opened.
bool AnswersTheBrowser(const std::string& opened_url);
// Has the person open a page, as the `xdg-open` of the tests does.
void OpenInBrowser(const std::string& url);
// How many pages were opened since the program began.
int PagesOpened();

}  // namespace latchkey_test

#endif  // LATCHKEY_TESTS_SUPPORT_SERVER_H_
