// A WebAuthn authenticator in the test's process.
#ifndef LATCHKEY_TESTS_SUPPORT_SOFT_AUTHENTICATOR_H_
#define LATCHKEY_TESTS_SUPPORT_SOFT_AUTHENTICATOR_H_

#include <memory>
#include <string>

namespace latchkey_test {

// An authenticator with one passkey, a P-256 key. It answers in the JSON of WebAuthn Level 3. Its
// functions throw std::runtime_error if a required value is missing.
class SoftAuthenticator {
 public:
  SoftAuthenticator();
  ~SoftAuthenticator();

  // Returns the RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON.
  std::string Register(const std::string& options);
  // Returns the AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON.
  std::string Assert(const std::string& options);
  // The credential's id in base64url.
  std::string credential_id() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace latchkey_test

#endif  // LATCHKEY_TESTS_SUPPORT_SOFT_AUTHENTICATOR_H_
