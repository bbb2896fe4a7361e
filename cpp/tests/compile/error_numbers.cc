// Checks the numbers of the errors. Programs write them to logs and use them in switch statements.

#include "firebase/auth/types.h"

namespace {

using namespace firebase::auth;  // NOLINT

static_assert(kAuthErrorUnimplemented == -1, "");
static_assert(kAuthErrorNone == 0, "");
static_assert(kAuthErrorFailure == 1, "");
static_assert(kAuthErrorInvalidCustomToken == 2, "");
static_assert(kAuthErrorCustomTokenMismatch == 3, "");
static_assert(kAuthErrorInvalidCredential == 4, "");
static_assert(kAuthErrorUserDisabled == 5, "");
static_assert(kAuthErrorAccountExistsWithDifferentCredentials == 6, "");
static_assert(kAuthErrorOperationNotAllowed == 7, "");
static_assert(kAuthErrorEmailAlreadyInUse == 8, "");
static_assert(kAuthErrorRequiresRecentLogin == 9, "");
static_assert(kAuthErrorCredentialAlreadyInUse == 10, "");
static_assert(kAuthErrorInvalidEmail == 11, "");
static_assert(kAuthErrorWrongPassword == 12, "");
static_assert(kAuthErrorTooManyRequests == 13, "");
static_assert(kAuthErrorUserNotFound == 14, "");
static_assert(kAuthErrorProviderAlreadyLinked == 15, "");
static_assert(kAuthErrorNoSuchProvider == 16, "");
static_assert(kAuthErrorInvalidUserToken == 17, "");
static_assert(kAuthErrorUserTokenExpired == 18, "");
static_assert(kAuthErrorNetworkRequestFailed == 19, "");
static_assert(kAuthErrorInvalidApiKey == 20, "");
static_assert(kAuthErrorAppNotAuthorized == 21, "");
static_assert(kAuthErrorUserMismatch == 22, "");
static_assert(kAuthErrorWeakPassword == 23, "");
static_assert(kAuthErrorNoSignedInUser == 24, "");
static_assert(kAuthErrorApiNotAvailable == 25, "");
static_assert(kAuthErrorExpiredActionCode == 26, "");
static_assert(kAuthErrorInvalidActionCode == 27, "");
static_assert(kAuthErrorInvalidMessagePayload == 28, "");
static_assert(kAuthErrorInvalidPhoneNumber == 29, "");
static_assert(kAuthErrorMissingPhoneNumber == 30, "");
static_assert(kAuthErrorInvalidRecipientEmail == 31, "");
static_assert(kAuthErrorInvalidSender == 32, "");
static_assert(kAuthErrorInvalidVerificationCode == 33, "");
static_assert(kAuthErrorInvalidVerificationId == 34, "");
static_assert(kAuthErrorMissingVerificationCode == 35, "");
static_assert(kAuthErrorMissingVerificationId == 36, "");
static_assert(kAuthErrorMissingEmail == 37, "");
static_assert(kAuthErrorMissingPassword == 38, "");
static_assert(kAuthErrorQuotaExceeded == 39, "");
static_assert(kAuthErrorRetryPhoneAuth == 40, "");
static_assert(kAuthErrorSessionExpired == 41, "");
static_assert(kAuthErrorAppNotVerified == 42, "");
static_assert(kAuthErrorAppVerificationFailed == 43, "");
static_assert(kAuthErrorCaptchaCheckFailed == 44, "");
static_assert(kAuthErrorInvalidAppCredential == 45, "");
static_assert(kAuthErrorMissingAppCredential == 46, "");
static_assert(kAuthErrorInvalidClientId == 47, "");
static_assert(kAuthErrorInvalidContinueUri == 48, "");
static_assert(kAuthErrorMissingContinueUri == 49, "");
static_assert(kAuthErrorKeychainError == 50, "");
static_assert(kAuthErrorMissingAppToken == 51, "");
static_assert(kAuthErrorMissingIosBundleId == 52, "");
static_assert(kAuthErrorNotificationNotForwarded == 53, "");
static_assert(kAuthErrorUnauthorizedDomain == 54, "");
static_assert(kAuthErrorWebContextAlreadyPresented == 55, "");
static_assert(kAuthErrorWebContextCancelled == 56, "");
static_assert(kAuthErrorDynamicLinkNotActivated == 57, "");
static_assert(kAuthErrorCancelled == 58, "");
static_assert(kAuthErrorInvalidProviderId == 59, "");
static_assert(kAuthErrorWebInternalError == 60, "");
static_assert(kAuthErrorWebStorateUnsupported == 61, "");
static_assert(kAuthErrorTenantIdMismatch == 62, "");
static_assert(kAuthErrorUnsupportedTenantOperation == 63, "");
static_assert(kAuthErrorInvalidLinkDomain == 64, "");
static_assert(kAuthErrorRejectedCredential == 65, "");
static_assert(kAuthErrorPhoneNumberNotFound == 66, "");
static_assert(kAuthErrorInvalidTenantId == 67, "");
static_assert(kAuthErrorMissingClientIdentifier == 68, "");
static_assert(kAuthErrorMissingMultiFactorSession == 69, "");
static_assert(kAuthErrorMissingMultiFactorInfo == 70, "");
static_assert(kAuthErrorInvalidMultiFactorSession == 71, "");
static_assert(kAuthErrorMultiFactorInfoNotFound == 72, "");
static_assert(kAuthErrorAdminRestrictedOperation == 73, "");
static_assert(kAuthErrorUnverifiedEmail == 74, "");
static_assert(kAuthErrorSecondFactorAlreadyEnrolled == 75, "");
static_assert(kAuthErrorMaximumSecondFactorCountExceeded == 76, "");
static_assert(kAuthErrorUnsupportedFirstFactor == 77, "");
static_assert(kAuthErrorEmailChangeNeedsVerification == 78, "");
static_assert(kAuthErrorInvalidEventHandler == 79, "");
static_assert(kAuthErrorFederatedProviderAreadyInUse == 80, "");
static_assert(kAuthErrorInvalidAuthenticatedUserData == 81, "");
static_assert(kAuthErrorFederatedSignInUserInteractionFailure == 82, "");
static_assert(kAuthErrorMissingOrInvalidNonce == 83, "");
static_assert(kAuthErrorUserCancelled == 84, "");
static_assert(kAuthErrorUnsupportedPassthroughOperation == 85, "");
static_assert(kAuthErrorTokenRefreshUnavailable == 86, "");

}  // namespace
