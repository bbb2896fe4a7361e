#include <cstring>

#include "auth/access.h"
#include "auth/operation.h"
#include "auth/shared_data.h"
#include "firebase/auth/multi_factor.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names
using latchkey::TakeText;

const char* const PhoneMultiFactorGenerator::kFactorId = "phone";
const char* const TotpMultiFactorGenerator::kFactorId = "totp";

MultiFactorInfo::MultiFactorInfo() = default;
MultiFactorInfo::MultiFactorInfo(std::shared_ptr<FactorData> data) : data_(std::move(data)) {}
MultiFactorInfo::MultiFactorInfo(const MultiFactorInfo&) = default;
MultiFactorInfo& MultiFactorInfo::operator=(const MultiFactorInfo&) = default;
MultiFactorInfo::~MultiFactorInfo() = default;

bool MultiFactorInfo::is_valid() const { return data_ != nullptr; }

std::string MultiFactorInfo::uid() const {
  return data_ ? TakeText(latchkey_factor_uid(data_->handle.get())) : std::string();
}

std::string MultiFactorInfo::display_name() const {
  return data_ ? TakeText(latchkey_factor_display_name(data_->handle.get())) : std::string();
}

std::string MultiFactorInfo::factor_id() const {
  return data_ ? TakeText(latchkey_factor_id(data_->handle.get())) : std::string();
}

uint64_t MultiFactorInfo::enrollment_timestamp() const {
  int64_t enrolled_at = data_ ? latchkey_factor_enrolled_at(data_->handle.get()) : 0;
  return enrolled_at < 0 ? 0 : static_cast<uint64_t>(enrolled_at);
}

PhoneMultiFactorInfo::PhoneMultiFactorInfo() = default;

PhoneMultiFactorInfo::PhoneMultiFactorInfo(const MultiFactorInfo& info) : MultiFactorInfo(info) {
  if (factor_id() != PhoneMultiFactorGenerator::kFactorId) data_.reset();
}

std::string PhoneMultiFactorInfo::phone_number() const {
  return data_ ? TakeText(latchkey_factor_phone_number(data_->handle.get())) : std::string();
}

MultiFactorSession::MultiFactorSession() = default;
MultiFactorSession::MultiFactorSession(std::shared_ptr<internal::SessionData> data)
    : data_(std::move(data)) {}
MultiFactorSession::MultiFactorSession(const MultiFactorSession&) = default;
MultiFactorSession& MultiFactorSession::operator=(const MultiFactorSession&) = default;
MultiFactorSession::~MultiFactorSession() = default;

bool MultiFactorSession::is_valid() const { return data_ != nullptr; }

MultiFactorAssertion::MultiFactorAssertion() = default;
MultiFactorAssertion::MultiFactorAssertion(std::shared_ptr<AssertionData> data)
    : data_(std::move(data)) {}
MultiFactorAssertion::MultiFactorAssertion(const MultiFactorAssertion&) = default;
MultiFactorAssertion& MultiFactorAssertion::operator=(const MultiFactorAssertion&) = default;
MultiFactorAssertion::~MultiFactorAssertion() = default;

bool MultiFactorAssertion::is_valid() const { return data_ != nullptr; }

std::string MultiFactorAssertion::factor_id() const {
  return data_ ? data_->factor_id : std::string();
}

TotpSecret::TotpSecret() = default;
TotpSecret::TotpSecret(std::shared_ptr<TotpSecretData> data) : data_(std::move(data)) {}
TotpSecret::TotpSecret(const TotpSecret&) = default;
TotpSecret& TotpSecret::operator=(const TotpSecret&) = default;
TotpSecret::~TotpSecret() = default;

bool TotpSecret::is_valid() const { return data_ != nullptr; }

std::string TotpSecret::shared_secret_key() const {
  return data_ ? TakeText(latchkey_totp_secret_key(data_->handle.get())) : std::string();
}

std::string TotpSecret::GenerateQrCodeUrl(const char* account_name, const char* issuer) const {
  if (!data_) return std::string();
  return TakeText(latchkey_totp_secret_url(data_->handle.get(), account_name, issuer));
}

namespace {

MultiFactorAssertion AssertionOf(latchkey_assertion* taken, const char* factor_id) {
  auto handle = Handle<latchkey_assertion>::Taking(taken);
  if (!handle) return MultiFactorAssertion();
  return AuthAccess::Make<MultiFactorAssertion>(
      std::make_shared<AssertionData>(std::move(handle), factor_id));
}

}  // namespace

MultiFactorAssertion PhoneMultiFactorGenerator::GetAssertion(const Credential& credential) {
  if (!credential.is_valid()) return MultiFactorAssertion();
  return AssertionOf(latchkey_assertion_phone(HandleOf(credential)), kFactorId);
}

Future<TotpSecret> TotpMultiFactorGenerator::GenerateSecret(const MultiFactorSession& session) {
  Obstacle obstacle;
  if (!session.is_valid()) {
    obstacle = Obstacle(kAuthErrorMissingMultiFactorSession, "A session is needed.");
  }
  const auto& data = AuthAccess::DataOf(session);
  return OnAuth<Future<TotpSecret>>(
      data ? data->auth : nullptr, kNoLastResult, &FinishTotpSecret, obstacle,
      [&](latchkey_auth*, latchkey_completion completion, void* context) {
        latchkey_session_generate_totp_secret(data->handle.get(), completion, context);
      });
}

MultiFactorAssertion TotpMultiFactorGenerator::GetAssertionForEnrollment(
    const TotpSecret& secret, const char* one_time_password) {
  if (!secret.is_valid() || one_time_password == nullptr) return MultiFactorAssertion();
  return AssertionOf(latchkey_assertion_totp_enrollment(AuthAccess::DataOf(secret)->handle.get(),
                                                        one_time_password),
                     kFactorId);
}

MultiFactorAssertion TotpMultiFactorGenerator::GetAssertionForSignIn(
    const char* enrollment_id, const char* one_time_password) {
  if (enrollment_id == nullptr || one_time_password == nullptr) return MultiFactorAssertion();
  return AssertionOf(latchkey_assertion_totp_sign_in(enrollment_id, one_time_password), kFactorId);
}

}  // namespace auth
}  // namespace firebase
