#include "firebase/auth/credential.h"

#include <string>
#include <utility>

#include "app/future_state.h"
#include "auth/access.h"
#include "auth/shared_data.h"

namespace firebase {
namespace auth {

using internal::AuthAccess;
using internal::CredentialData;
using latchkey::Handle;
using latchkey::TakeText;

namespace internal {

Credential WrapCredential(latchkey_credential* taken, const std::string& sms_code) {
  auto handle = Handle<latchkey_credential>::Taking(taken);
  if (!handle) return Credential();
  return AuthAccess::Make<Credential>(
      std::make_shared<CredentialData>(std::move(handle), sms_code));
}

const latchkey_credential* HandleOf(const Credential& credential) {
  const auto& data = AuthAccess::DataOf(credential);
  return data ? data->handle.get() : nullptr;
}

}  // namespace internal

using internal::HandleOf;
using internal::WrapCredential;

Credential::Credential() = default;
Credential::Credential(std::shared_ptr<CredentialData> data) : data_(std::move(data)) {}
Credential::Credential(const Credential& rhs) = default;
Credential& Credential::operator=(const Credential& rhs) = default;
Credential::~Credential() = default;

bool Credential::is_valid() const { return data_ != nullptr; }

std::string Credential::provider() const {
  return data_ ? TakeText(latchkey_credential_provider(HandleOf(*this))) : std::string();
}

std::string Credential::id_token() const {
  return data_ ? TakeText(latchkey_credential_id_token(HandleOf(*this))) : std::string();
}

std::string Credential::access_token() const {
  return data_ ? TakeText(latchkey_credential_access_token(HandleOf(*this))) : std::string();
}

std::string Credential::secret() const {
  return data_ ? TakeText(latchkey_credential_secret(HandleOf(*this))) : std::string();
}

PhoneAuthCredential::PhoneAuthCredential() = default;
PhoneAuthCredential::PhoneAuthCredential(std::shared_ptr<CredentialData> data)
    : Credential(std::move(data)) {}
PhoneAuthCredential::PhoneAuthCredential(const PhoneAuthCredential& rhs) = default;
PhoneAuthCredential& PhoneAuthCredential::operator=(const PhoneAuthCredential& rhs) = default;

std::string PhoneAuthCredential::sms_code() const {
  return data_ ? data_->sms_code : std::string();
}

const char* const EmailAuthProvider::kProviderId = "password";
const char* const FacebookAuthProvider::kProviderId = "facebook.com";
const char* const GameCenterAuthProvider::kProviderId = "gc.apple.com";
const char* const GitHubAuthProvider::kProviderId = "github.com";
const char* const GoogleAuthProvider::kProviderId = "google.com";
const char* const MicrosoftAuthProvider::kProviderId = "microsoft.com";
const char* const PlayGamesAuthProvider::kProviderId = "playgames.google.com";
const char* const TwitterAuthProvider::kProviderId = "twitter.com";
const char* const YahooAuthProvider::kProviderId = "yahoo.com";

Credential EmailAuthProvider::GetCredential(const char* email, const char* password) {
  if (email == nullptr || password == nullptr) return Credential();
  return WrapCredential(latchkey_credential_email_password(email, password));
}

Credential EmailAuthProvider::GetCredentialWithLink(const char* email, const char* link) {
  if (email == nullptr || link == nullptr) return Credential();
  return WrapCredential(latchkey_credential_email_link(email, link));
}

Credential FacebookAuthProvider::GetCredential(const char* access_token) {
  if (access_token == nullptr) return Credential();
  return WrapCredential(latchkey_credential_facebook(access_token));
}

Credential GitHubAuthProvider::GetCredential(const char* token) {
  if (token == nullptr) return Credential();
  return WrapCredential(latchkey_credential_github(token));
}

Credential GoogleAuthProvider::GetCredential(const char* id_token, const char* access_token) {
  if (id_token == nullptr && access_token == nullptr) return Credential();
  return WrapCredential(latchkey_credential_google(id_token, access_token));
}

Credential OAuthProvider::GetCredential(const char* provider_id, const char* id_token,
                                        const char* access_token) {
  return GetCredential(provider_id, id_token, nullptr, access_token);
}

Credential OAuthProvider::GetCredential(const char* provider_id, const char* id_token,
                                        const char* raw_nonce, const char* access_token) {
  if (provider_id == nullptr || (id_token == nullptr && access_token == nullptr)) {
    return Credential();
  }
  return WrapCredential(latchkey_credential_oauth(provider_id, id_token, raw_nonce, access_token));
}

Credential OAuthProvider::GetAppleCredential(const char* id_token, const char* raw_nonce,
                                             const char* given_name, const char* family_name) {
  if (id_token == nullptr) return Credential();
  return WrapCredential(latchkey_credential_apple(id_token, raw_nonce, given_name, family_name));
}

Credential PlayGamesAuthProvider::GetCredential(const char* server_auth_code) {
  if (server_auth_code == nullptr) return Credential();
  return WrapCredential(latchkey_credential_play_games(server_auth_code));
}

Credential TwitterAuthProvider::GetCredential(const char* token, const char* secret) {
  if (token == nullptr || secret == nullptr) return Credential();
  return WrapCredential(latchkey_credential_twitter(token, secret));
}

namespace {

struct GameCenterFuture {
  std::mutex mutex;
  Future<Credential> last;
};

GameCenterFuture& TheGameCenterFuture() {
  static GameCenterFuture* future = new GameCenterFuture;
  return *future;
}

}  // namespace

Future<Credential> GameCenterAuthProvider::GetCredential() {
  auto state = std::make_shared<firebase::internal::FutureState>();
  firebase::internal::FutureState::Outcome outcome;
  outcome.error = kAuthErrorUnimplemented;
  outcome.message = "Game Center is not on this system.";
  outcome.views = {[] { return std::make_shared<Credential>(); }};
  state->Complete(std::move(outcome));
  auto future = firebase::internal::FutureAccess::Make<Future<Credential>>(std::move(state));
  std::lock_guard<std::mutex> lock(TheGameCenterFuture().mutex);
  TheGameCenterFuture().last = future;
  return future;
}

Future<Credential> GameCenterAuthProvider::GetCredentialLastResult() {
  std::lock_guard<std::mutex> lock(TheGameCenterFuture().mutex);
  return TheGameCenterFuture().last;
}

bool GameCenterAuthProvider::IsPlayerAuthenticated() { return false; }

}  // namespace auth
}  // namespace firebase
