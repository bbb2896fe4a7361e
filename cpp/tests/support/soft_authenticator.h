// An authenticator of WebAuthn in the test's process.
#ifndef LATCHKEY_TESTS_SUPPORT_SOFT_AUTHENTICATOR_H_
#define LATCHKEY_TESTS_SUPPORT_SOFT_AUTHENTICATOR_H_

#include <memory>
#include <string>

namespace latchkey_test {

// Has one passkey, a key of P-256, and answers in the JSON of WebAuthn Level 3. Its functions throw
// std::runtime_error where something is missing.
class SoftAuthenticator {
 public:
  SoftAuthenticator();
  ~SoftAuthenticator();

  // RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON.
  std::string Register(const std::string& options);
  // AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON.
  std::string Assert(const std::string& options);
  // In base64url.
  std::string credential_id() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace latchkey_test

#endif  // LATCHKEY_TESTS_SUPPORT_SOFT_AUTHENTICATOR_H_
