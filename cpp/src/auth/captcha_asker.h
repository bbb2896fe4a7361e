#ifndef LATCHKEY_CPP_AUTH_CAPTCHA_ASKER_H_
#define LATCHKEY_CPP_AUTH_CAPTCHA_ASKER_H_

#include <memory>
#include <utility>

#include "abi/handle.h"
#include "auth/gate.h"
#include "firebase/auth/captcha.h"

namespace firebase {
namespace auth {
namespace internal {

// The request that the copies of a CaptchaTokenRequest share.
class CaptchaQuestion {
 public:
  explicit CaptchaQuestion(latchkey::Handle<latchkey_captcha_request> handle)
      : handle_(std::move(handle)) {}

  latchkey_captcha_request* get() const { return handle_.get(); }

 private:
  latchkey::Handle<latchkey_captcha_request> handle_;
};

// Calls the program's function that gets captcha tokens.
class CaptchaAsker {
 public:
  // Replaces the function at an auth. An empty function removes the present one.
  //
  // @param asker The present asker of the auth, which the caller closes afterwards. It becomes the
  // new one, or NULL.
  static void Set(latchkey_auth* auth, CaptchaTokenProvider provider,
                  std::shared_ptr<CaptchaAsker>* asker);

  // Stops the calls. When it returns, no call is running on another thread.
  void Close() { gate_.Close(); }

 private:
  explicit CaptchaAsker(CaptchaTokenProvider provider) : provider_(std::move(provider)) {}

  // The functions of the C interface.
  static void Show(void* number, latchkey_captcha_request* request) noexcept;
  static void Release(void* number) noexcept;

  CaptchaTokenProvider provider_;
  Gate gate_;
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_CAPTCHA_ASKER_H_
