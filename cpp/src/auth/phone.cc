#include <mutex>
#include <string>
#include <utility>

#include "auth/access.h"
#include "auth/error_code.h"
#include "auth/shared_data.h"
#include "firebase/auth.h"

namespace firebase {
namespace auth {

namespace internal {

// The state that a listener shares with the requests for its codes.
struct PhoneCodeRequest {
  std::recursive_mutex mutex;
  // NULL after the listener has stopped.
  PhoneAuthProvider::Listener* listener;
};

namespace {

// A request for a code, which is the context of its completion.
struct SentCode {
  std::shared_ptr<AuthData> data;
  std::shared_ptr<PhoneCodeRequest> request;
};

void TellOfFailure(PhoneCodeRequest* request, const std::string& message) {
  std::lock_guard<std::recursive_mutex> lock(request->mutex);
  if (request->listener != nullptr) request->listener->OnVerificationFailed(message);
}

void OnCodeSent(void* context, const latchkey_result* result,
                const latchkey_error* error) noexcept {
  std::unique_ptr<SentCode> sent(static_cast<SentCode*>(context));
  if (!sent->request) return;
  Gate::Passage passage(sent->data->gate());
  if (!passage.is_open()) return;
  if (result == nullptr) return TellOfFailure(sent->request.get(), MessageOf(error));
  std::string id = latchkey::TakeText(latchkey_result_text(result, 0));
  std::lock_guard<std::recursive_mutex> lock(sent->request->mutex);
  if (sent->request->listener == nullptr) return;
  sent->request->listener->OnCodeSent(id, AuthAccess::MakeToken(id));
  // The listener may have been deleted during that call.
  if (sent->request->listener == nullptr) return;
  sent->request->listener->OnCodeAutoRetrievalTimeOut(id);
}

}  // namespace
}  // namespace internal

using internal::AuthAccess;
using latchkey::Handle;

const uint32_t PhoneAuthProvider::kMaxTimeoutMs = 3000;
const char* const PhoneAuthProvider::kProviderId = "phone";

PhoneAuthProvider::ForceResendingToken::ForceResendingToken() = default;
PhoneAuthProvider::ForceResendingToken::ForceResendingToken(const ForceResendingToken& rhs) =
    default;
PhoneAuthProvider::ForceResendingToken& PhoneAuthProvider::ForceResendingToken::operator=(
    const ForceResendingToken& rhs) = default;
PhoneAuthProvider::ForceResendingToken::~ForceResendingToken() = default;

bool PhoneAuthProvider::ForceResendingToken::operator==(const ForceResendingToken& rhs) const {
  return verification_id_ == rhs.verification_id_;
}

bool PhoneAuthProvider::ForceResendingToken::operator!=(const ForceResendingToken& rhs) const {
  return !(*this == rhs);
}

PhoneAuthProvider::Listener::Listener()
    : requests_(std::make_shared<internal::PhoneCodeRequest>()) {
  requests_->listener = this;
}

PhoneAuthProvider::Listener::~Listener() { StopListening(); }

void PhoneAuthProvider::Listener::StopListening() {
  std::lock_guard<std::recursive_mutex> lock(requests_->mutex);
  requests_->listener = nullptr;
}

void PhoneAuthProvider::Listener::OnVerificationCompleted(PhoneAuthCredential) {}
void PhoneAuthProvider::Listener::OnVerificationCompleted(Credential) {}
void PhoneAuthProvider::Listener::OnCodeSent(const std::string&, const ForceResendingToken&) {}
void PhoneAuthProvider::Listener::OnCodeAutoRetrievalTimeOut(const std::string&) {}

PhoneAuthProvider::PhoneAuthProvider() : auth_data_(nullptr) {}
PhoneAuthProvider::~PhoneAuthProvider() = default;

PhoneAuthProvider& PhoneAuthProvider::GetInstance(Auth* auth) {
  static PhoneAuthProvider* const none = AuthAccess::NewPhoneProvider(nullptr);
  return auth == nullptr ? *none : *AuthAccess::DataOfAuth(*auth)->phone_provider();
}

void PhoneAuthProvider::VerifyPhoneNumber(const PhoneAuthOptions& options, Listener* listener) {
  std::shared_ptr<internal::PhoneCodeRequest> request = AuthAccess::RequestsOf(listener);
  Handle<latchkey_auth> auth =
      auth_data_ == nullptr ? Handle<latchkey_auth>() : auth_data_->handle();
  const auto& factor = AuthAccess::DataOf(options.multi_factor_hint);
  if (!auth || (!factor && options.phone_number.empty())) {
    if (!request) return;
    internal::TellOfFailure(
        request.get(), auth ? "A telephone number is needed." : "The app or its auth was deleted.");
    return;
  }
  const auto& session = AuthAccess::DataOf(options.multi_factor_session);
  const latchkey_session* session_handle = session ? session->handle.get() : nullptr;
  auto* sent = new internal::SentCode{auth_data_->shared_from_this(), std::move(request)};
  if (factor) {
    latchkey_auth_verify_phone_factor(auth.get(), factor->handle.get(), session_handle,
                                      &internal::OnCodeSent, sent);
  } else {
    latchkey_auth_verify_phone_number(auth.get(), options.phone_number.c_str(), session_handle,
                                      &internal::OnCodeSent, sent);
  }
}

void PhoneAuthProvider::VerifyPhoneNumber(const char* phone_number,
                                          uint32_t auto_verify_time_out_ms,
                                          const ForceResendingToken*, Listener* listener) {
  PhoneAuthOptions options;
  if (phone_number != nullptr) options.phone_number = phone_number;
  options.timeout_milliseconds = auto_verify_time_out_ms;
  VerifyPhoneNumber(options, listener);
}

PhoneAuthCredential PhoneAuthProvider::GetCredential(const char* verification_id,
                                                     const char* verification_code) {
  if (verification_id == nullptr || verification_code == nullptr) return PhoneAuthCredential();
  auto handle = Handle<latchkey_credential>::Taking(
      latchkey_credential_phone(verification_id, verification_code));
  if (!handle) return PhoneAuthCredential();
  return AuthAccess::Make<PhoneAuthCredential>(
      std::make_shared<internal::CredentialData>(std::move(handle), verification_code));
}

}  // namespace auth
}  // namespace firebase
