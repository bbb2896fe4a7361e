#ifndef LATCHKEY_CPP_AUTH_SHARED_DATA_H_
#define LATCHKEY_CPP_AUTH_SHARED_DATA_H_

#include <memory>
#include <string>
#include <utility>

#include "abi/handle.h"
#include "auth/auth_data.h"

namespace firebase {
namespace auth {
namespace internal {

// The data that copies of the public values share. They do not change after their creation.

class CredentialData {
 public:
  CredentialData(Handle<latchkey_credential> handle, std::string sms_code)
      : handle(std::move(handle)), sms_code(std::move(sms_code)) {}

  const Handle<latchkey_credential> handle;
  const std::string sms_code;
};

class FactorData {
 public:
  explicit FactorData(Handle<latchkey_factor> handle) : handle(std::move(handle)) {}

  const Handle<latchkey_factor> handle;
};

class SessionData {
 public:
  SessionData(Handle<latchkey_session> handle, std::shared_ptr<AuthData> auth)
      : handle(std::move(handle)), auth(std::move(auth)) {}

  const Handle<latchkey_session> handle;
  const std::shared_ptr<AuthData> auth;
};

class AssertionData {
 public:
  AssertionData(Handle<latchkey_assertion> handle, std::string factor_id)
      : handle(std::move(handle)), factor_id(std::move(factor_id)) {}

  const Handle<latchkey_assertion> handle;
  const std::string factor_id;
};

class TotpSecretData {
 public:
  explicit TotpSecretData(Handle<latchkey_totp_secret> handle) : handle(std::move(handle)) {}

  const Handle<latchkey_totp_secret> handle;
};

class ResolverData {
 public:
  ResolverData(Handle<latchkey_resolver> handle, std::shared_ptr<AuthData> auth)
      : handle(std::move(handle)), auth(std::move(auth)) {}

  const Handle<latchkey_resolver> handle;
  const std::shared_ptr<AuthData> auth;
};

struct UserInfoData {
  std::string uid;
  std::string email;
  std::string display_name;
  std::string photo_url;
  std::string provider_id;
  std::string phone_number;
};

// Takes ownership of a reference. The result is not valid for NULL.
Credential WrapCredential(latchkey_credential* taken, const std::string& sms_code = std::string());

// NULL if the credential is not valid.
const latchkey_credential* HandleOf(const Credential& credential);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_SHARED_DATA_H_
