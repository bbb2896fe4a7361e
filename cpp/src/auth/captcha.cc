#include "firebase/auth/captcha.h"

#include <utility>

#include "app/log.h"
#include "auth/access.h"
#include "auth/captcha_asker.h"
#include "auth/numbered.h"

namespace firebase {
namespace auth {

using firebase::internal::Log;
using internal::AuthAccess;
using latchkey::Handle;
using latchkey::TakeText;

namespace internal {

void CaptchaAsker::Set(latchkey_auth* auth, CaptchaTokenProvider provider,
                       std::shared_ptr<CaptchaAsker>* asker) {
  if (!provider) {
    asker->reset();
    latchkey_auth_set_captcha_token_provider(auth, nullptr, nullptr, nullptr);
    return;
  }
  asker->reset(new CaptchaAsker(std::move(provider)));
  latchkey_auth_set_captcha_token_provider(
      auth, &Show, Numbered<CaptchaAsker>::Shared().Add(*asker), &Release);
}

void CaptchaAsker::Show(void* number, latchkey_captcha_request* request) noexcept {
  std::shared_ptr<CaptchaAsker> asker = Numbered<CaptchaAsker>::Shared().Find(number);
  if (asker) {
    Gate::Passage passage(&asker->gate_);
    if (passage.is_open()) {
      asker->provider_(CaptchaTokenRequest(std::make_shared<CaptchaQuestion>(
          Handle<latchkey_captcha_request>::Retaining(request))));
      return;
    }
  }
  latchkey_captcha_request_cancel(request);
}

void CaptchaAsker::Release(void* number) noexcept {
  Numbered<CaptchaAsker>::Shared().Remove(number);
}

}  // namespace internal

namespace {

latchkey_captcha_request* Get(const std::shared_ptr<internal::CaptchaQuestion>& question) {
  return question ? question->get() : nullptr;
}

}  // namespace

CaptchaTokenRequest::CaptchaTokenRequest(std::shared_ptr<internal::CaptchaQuestion> question)
    : question_(std::move(question)) {}

std::string CaptchaTokenRequest::provider() const {
  return TakeText(latchkey_captcha_request_provider(Get(question_)));
}

std::string CaptchaTokenRequest::action() const {
  return TakeText(latchkey_captcha_request_action(Get(question_)));
}

std::string CaptchaTokenRequest::site_key() const {
  return TakeText(latchkey_captcha_request_site_key(Get(question_)));
}

std::string CaptchaTokenRequest::data() const {
  return TakeText(latchkey_captcha_request_data(Get(question_)));
}

bool CaptchaTokenRequest::Answer(const std::string& token) const {
  return latchkey_captcha_request_answer(Get(question_), token.c_str());
}

bool CaptchaTokenRequest::Fail(const std::string& reason) const {
  return latchkey_captcha_request_fail(Get(question_), reason.c_str());
}

bool CaptchaTokenRequest::Cancel() const {
  return latchkey_captcha_request_cancel(Get(question_));
}

void SetCaptchaTokenProvider(Auth* auth, CaptchaTokenProvider provider) {
  if (auth == nullptr) {
    Log(kLogLevelError, "Captcha tokens are for an auth, and NULL is none.");
    return;
  }
  // The function may delete the Auth during its call.
  std::shared_ptr<internal::AuthData> data = AuthAccess::DataOfAuth(*auth);
  data->SetCaptchaTokenProvider(std::move(provider));
}

}  // namespace auth
}  // namespace firebase
