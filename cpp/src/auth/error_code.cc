#include "auth/error_code.h"

#include "abi/handle.h"

namespace firebase {
namespace auth {
namespace internal {

namespace {

struct CodeRow {
  int code;
  AuthError error;
};

const CodeRow kCodes[] = {
    {17000, kAuthErrorInvalidCustomToken},
    {17002, kAuthErrorCustomTokenMismatch},
    {17004, kAuthErrorInvalidCredential},
    {17005, kAuthErrorUserDisabled},
    {17006, kAuthErrorOperationNotAllowed},
    {17007, kAuthErrorEmailAlreadyInUse},
    {17008, kAuthErrorInvalidEmail},
    {17009, kAuthErrorWrongPassword},
    {17010, kAuthErrorTooManyRequests},
    {17011, kAuthErrorUserNotFound},
    {17012, kAuthErrorAccountExistsWithDifferentCredentials},
    {17014, kAuthErrorRequiresRecentLogin},
    {17015, kAuthErrorProviderAlreadyLinked},
    {17016, kAuthErrorNoSuchProvider},
    {17017, kAuthErrorInvalidUserToken},
    {17020, kAuthErrorNetworkRequestFailed},
    {17021, kAuthErrorUserTokenExpired},
    {17023, kAuthErrorInvalidApiKey},
    {17024, kAuthErrorUserMismatch},
    {17025, kAuthErrorCredentialAlreadyInUse},
    {17026, kAuthErrorWeakPassword},
    {17028, kAuthErrorAppNotAuthorized},
    {17029, kAuthErrorExpiredActionCode},
    {17030, kAuthErrorInvalidActionCode},
    {17031, kAuthErrorInvalidMessagePayload},
    {17032, kAuthErrorInvalidSender},
    {17033, kAuthErrorInvalidRecipientEmail},
    {17034, kAuthErrorMissingEmail},
    {17036, kAuthErrorMissingIosBundleId},
    {17038, kAuthErrorUnauthorizedDomain},
    {17039, kAuthErrorInvalidContinueUri},
    {17040, kAuthErrorMissingContinueUri},
    {17041, kAuthErrorMissingPhoneNumber},
    {17042, kAuthErrorInvalidPhoneNumber},
    {17043, kAuthErrorMissingVerificationCode},
    {17044, kAuthErrorInvalidVerificationCode},
    {17045, kAuthErrorMissingVerificationId},
    {17046, kAuthErrorInvalidVerificationId},
    {17047, kAuthErrorMissingAppCredential},
    {17048, kAuthErrorInvalidAppCredential},
    {17051, kAuthErrorSessionExpired},
    {17052, kAuthErrorQuotaExceeded},
    {17053, kAuthErrorMissingAppToken},
    {17054, kAuthErrorNotificationNotForwarded},
    {17055, kAuthErrorAppNotVerified},
    {17056, kAuthErrorCaptchaCheckFailed},
    {17057, kAuthErrorWebContextAlreadyPresented},
    {17058, kAuthErrorWebContextCancelled},
    {17059, kAuthErrorAppVerificationFailed},
    {17060, kAuthErrorInvalidClientId},
    {17061, kAuthErrorNetworkRequestFailed},
    {17062, kAuthErrorWebInternalError},
    {17063, kAuthErrorFederatedSignInUserInteractionFailure},
    {17067, kAuthErrorNoSignedInUser},
    {17071, kAuthErrorInvalidProviderId},
    {17072, kAuthErrorTenantIdMismatch},
    {17073, kAuthErrorUnsupportedTenantOperation},
    {17075, kAuthErrorRejectedCredential},
    {17078, kAuthErrorSecondFactorRequired},
    {17081, kAuthErrorMissingMultiFactorSession},
    {17082, kAuthErrorMissingMultiFactorInfo},
    {17083, kAuthErrorInvalidMultiFactorSession},
    {17084, kAuthErrorMultiFactorInfoNotFound},
    {17085, kAuthErrorAdminRestrictedOperation},
    {17086, kAuthErrorUnverifiedEmail},
    {17087, kAuthErrorSecondFactorAlreadyEnrolled},
    {17088, kAuthErrorMaximumSecondFactorCountExceeded},
    {17089, kAuthErrorUnsupportedFirstFactor},
    {17090, kAuthErrorEmailChangeNeedsVerification},
    {17093, kAuthErrorMissingClientIdentifier},
    {17094, kAuthErrorMissingOrInvalidNonce},
    {17105, kAuthErrorBlockingFunctionRefused},
    {17200, kAuthErrorCaptchaCheckFailed},
    {17201, kAuthErrorCaptchaCheckFailed},
    {17202, kAuthErrorCaptchaCheckFailed},
    {17203, kAuthErrorCaptchaCheckFailed},
    {17204, kAuthErrorCaptchaCheckFailed},
    {17205, kAuthErrorCaptchaCheckFailed},
    {17206, kAuthErrorCaptchaCheckFailed},
    {17207, kAuthErrorCaptchaCheckFailed},
    {17208, kAuthErrorCaptchaCheckFailed},
    {17209, kAuthErrorCaptchaCheckFailed},
    {17210, kAuthErrorCaptchaCheckFailed},
    {17211, kAuthErrorWeakPassword},
    {17212, kAuthErrorInvalidCredential},
    {17214, kAuthErrorInvalidLinkDomain},
    {17215, kAuthErrorInvalidCredential},
    {17995, kAuthErrorKeychainError},
    {18000, kAuthErrorInvalidUserToken},
};

struct MessageRow {
  const char* name;
  AuthError error;
};

// Messages for which FIRAuthErrorCode has no code, or a code that differs from the C++ SDK's.
const MessageRow kMessages[] = {
    {"INVALID_APP_CREDENTIAL", kAuthErrorAppNotAuthorized},
    {"INVALID_TENANT_ID", kAuthErrorInvalidTenantId},
    {"MISSING_PASSWORD", kAuthErrorMissingPassword},
    {"TENANT_NOT_FOUND", kAuthErrorInvalidTenantId},
};

// If the provider does not belong to the project, the server's pages return a sentence instead of a
// code. It is the sentence of INVALID_CREDENTIAL_OR_PROVIDER_ID.
bool IsOfUnknownProvider(int code, const latchkey_error* error) {
  if (code != 17063) return false;
  std::string reason = latchkey::TakeText(latchkey_error_reason(error));
  return reason.find("Invalid IdP response/credential") == 0;
}

}  // namespace

bool IsOfUnusableCredential(const latchkey_error* error) {
  if (error == nullptr) return false;
  return latchkey::TakeText(latchkey_error_server_message(error))
             .find("INVALID_CREDENTIAL_OR_PROVIDER_ID") == 0;
}

AuthError ErrorCodeOf(const latchkey_error* error) {
  if (error == nullptr) return kAuthErrorNone;
  int code = latchkey_error_code(error);
  if (IsOfUnknownProvider(code, error)) return kAuthErrorInvalidProviderId;
  // The message is a code, and possibly a detail after a colon. One code has a different error for
  // one of its details.
  std::string message = latchkey::TakeText(latchkey_error_server_message(error));
  if (message.find("INVALID_PROVIDER_ID : Provider Id is not supported") == 0) {
    return kAuthErrorNoSuchProvider;
  }
  std::string name = message.substr(0, message.find_first_of(" :"));
  for (const MessageRow& row : kMessages) {
    if (name == row.name) return row.error;
  }
  for (const CodeRow& row : kCodes) {
    if (row.code == code) return row.error;
  }
  return kAuthErrorFailure;
}

std::string MessageOf(const latchkey_error* error) {
  if (error == nullptr) return std::string();
  std::string message = latchkey::TakeText(latchkey_error_message(error));
  std::string reason = latchkey::TakeText(latchkey_error_reason(error));
  if (reason.empty() || message.find(reason) != std::string::npos) return message;
  // Removes the full stop, because the sentence continues.
  if (!message.empty() && message.back() == '.') message.pop_back();
  return message + ": " + reason;
}

}  // namespace internal
}  // namespace auth
}  // namespace firebase
