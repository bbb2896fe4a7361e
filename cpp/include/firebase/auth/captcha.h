#ifndef FIREBASE_AUTH_CAPTCHA_H_
#define FIREBASE_AUTH_CAPTCHA_H_

#include <functional>
#include <memory>
#include <string>

// Tokens of captcha widgets. The official SDK does not have this header.

namespace firebase {
namespace auth {

class Auth;

namespace internal {
class CaptchaQuestion;
class CaptchaAsker;
}  // namespace internal

/// A captcha token that the server asks for. A program shows the widget of the service to the user,
/// and answers with the widget's token.
///
/// Copies are of the same request. All functions may be called from any thread, also after the Auth
/// was deleted. Only the first answer counts: for any other, a function does nothing and returns
/// false. If the last copy is gone without an answer, the operation fails with
/// kAuthErrorCaptchaCheckFailed.
class CaptchaTokenRequest {
 public:
  /// A request that nothing waits for.
  CaptchaTokenRequest() = default;

  /// The service: `turnstile` or `hcaptcha`.
  std::string provider() const;
  /// The protected action: `sign-up`, `password-sign-in`, `password-reset` or `sms`. Turnstile's
  /// widget gets it as `action`.
  std::string action() const;
  /// The public key of the widget.
  std::string site_key() const;
  /// The project and tenant; may be empty. Turnstile's widget gets it as `cData`.
  std::string data() const;

  /// Passes the token. With an empty token, or one of more than 8192 bytes, the operation fails
  /// with kAuthErrorCaptchaCheckFailed.
  bool Answer(const std::string& token) const;
  /// Lets the operation fail with kAuthErrorCaptchaCheckFailed.
  ///
  /// @param reason The cause, for people; may be empty.
  bool Fail(const std::string& reason) const;
  /// Lets the operation fail with kAuthErrorWebContextCancelled, because the user closed the
  /// widget.
  bool Cancel() const;

 private:
  friend class internal::CaptchaAsker;
  explicit CaptchaTokenRequest(std::shared_ptr<internal::CaptchaQuestion> question);

  std::shared_ptr<internal::CaptchaQuestion> question_;
};

/// Gets a captcha token. It returns soon, and may answer later. It is called on the callback
/// thread, once for each token, and must not wait for another operation.
using CaptchaTokenProvider = std::function<void(const CaptchaTokenRequest& request)>;

/// Sets the function that gets the tokens of Turnstile or hCaptcha, in a project that asks for
/// them. Proofs of work need no function. Without a function, an operation that needs a token fails
/// with kAuthErrorCaptchaCheckFailed.
///
/// The function is called until it is replaced or the Auth is deleted. Both wait for a call that is
/// running on another thread, and cancel the requests that the function has not answered.
///
/// @param auth Does nothing if it is NULL.
/// @param provider An empty function removes the present one.
void SetCaptchaTokenProvider(Auth* auth, CaptchaTokenProvider provider);

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_CAPTCHA_H_
