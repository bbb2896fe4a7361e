#ifndef FIREBASE_AUTH_TYPES_H_
#define FIREBASE_AUTH_TYPES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace firebase {
namespace auth {

/// The reason why an operation failed: the error() of its future.
enum AuthError {
  /// The operation succeeded.
  kAuthErrorNone = 0,
  /// The operation is not available on this system.
  kAuthErrorUnimplemented = -1,
  /// An unexpected error. The message says more.
  kAuthErrorFailure = 1,
  /// The custom token is malformed, or its signature cannot be verified.
  kAuthErrorInvalidCustomToken = 2,
  /// The custom token was made for another project.
  kAuthErrorCustomTokenMismatch = 3,
  /// The credential is malformed, expired or not genuine. If the project does not reveal who is
  /// registered, this code also means an unknown address or a wrong password.
  kAuthErrorInvalidCredential = 4,
  /// An administrator disabled the account.
  kAuthErrorUserDisabled = 5,
  /// The address belongs to an account that signs in with another provider. The result contains the
  /// credential to link after a sign-in with that provider.
  kAuthErrorAccountExistsWithDifferentCredentials = 6,
  /// The project does not allow this way to sign in.
  kAuthErrorOperationNotAllowed = 7,
  /// Another account has the e-mail address.
  kAuthErrorEmailAlreadyInUse = 8,
  /// The last sign-in is too old for this operation: reauthenticate and try again.
  kAuthErrorRequiresRecentLogin = 9,
  /// The credential belongs to another account. The result may contain an updated credential that
  /// signs in to that account.
  kAuthErrorCredentialAlreadyInUse = 10,
  /// The text is not an e-mail address.
  kAuthErrorInvalidEmail = 11,
  /// The password is wrong, or the account has none.
  kAuthErrorWrongPassword = 12,
  /// Too many attempts. Try again later.
  kAuthErrorTooManyRequests = 13,
  /// No account matches.
  kAuthErrorUserNotFound = 14,
  /// The account already has an identity of this provider.
  kAuthErrorProviderAlreadyLinked = 15,
  /// The account has no identity of this provider.
  kAuthErrorNoSuchProvider = 16,
  /// The user's token is no longer valid: the user has to sign in again.
  kAuthErrorInvalidUserToken = 17,
  /// The session was ended on another device: the user has to sign in again.
  kAuthErrorUserTokenExpired = 18,
  /// The server could not be reached.
  kAuthErrorNetworkRequestFailed = 19,
  /// The API key is missing, or belongs to no project.
  kAuthErrorInvalidApiKey = 20,
  /// The app may not use the project.
  kAuthErrorAppNotAuthorized = 21,
  /// The credential for a reauthentication belongs to another user.
  kAuthErrorUserMismatch = 22,
  /// The password is too weak; the message says what it lacks.
  kAuthErrorWeakPassword = 23,
  /// The operation needs a signed-in user, but no user is signed in.
  kAuthErrorNoSignedInUser = 24,
  /// The operation needs a feature that this system does not have.
  kAuthErrorApiNotAvailable = 25,
  /// The code of the mailed link has expired.
  kAuthErrorExpiredActionCode = 26,
  /// The code of the mailed link is malformed or was redeemed already.
  kAuthErrorInvalidActionCode = 27,
  /// The project's mail template cannot be used.
  kAuthErrorInvalidMessagePayload = 28,
  /// The telephone number is not in the form +16505551234.
  kAuthErrorInvalidPhoneNumber = 29,
  /// A telephone number is needed.
  kAuthErrorMissingPhoneNumber = 30,
  /// The mail cannot be sent to this address.
  kAuthErrorInvalidRecipientEmail = 31,
  /// The project's sender address cannot be used.
  kAuthErrorInvalidSender = 32,
  /// The code of the text message, or of the authenticator app, is wrong.
  kAuthErrorInvalidVerificationCode = 33,
  /// The verification id was not issued by this server.
  kAuthErrorInvalidVerificationId = 34,
  /// The code of the text message is needed.
  kAuthErrorMissingVerificationCode = 35,
  /// The verification id is needed.
  kAuthErrorMissingVerificationId = 36,
  /// An e-mail address is needed.
  kAuthErrorMissingEmail = 37,
  /// A password is needed.
  kAuthErrorMissingPassword = 38,
  /// The project may send no more text messages for now.
  kAuthErrorQuotaExceeded = 39,
  /// The verification of the telephone number has to be started again.
  kAuthErrorRetryPhoneAuth = 40,
  /// The code of the text message has expired.
  kAuthErrorSessionExpired = 41,
  /// The server could not verify the app.
  kAuthErrorAppNotVerified = 42,
  /// The verification of the app failed.
  kAuthErrorAppVerificationFailed = 43,
  /// The reCAPTCHA answer was rejected.
  kAuthErrorCaptchaCheckFailed = 44,
  /// The proof of the app's identity is not genuine.
  kAuthErrorInvalidAppCredential = 45,
  /// A proof of the app's identity is needed.
  kAuthErrorMissingAppCredential = 46,
  /// The client id is not registered with the project.
  kAuthErrorInvalidClientId = 47,
  /// The URL to continue at is malformed.
  kAuthErrorInvalidContinueUri = 48,
  /// A URL to continue at is needed.
  kAuthErrorMissingContinueUri = 49,
  /// The session could not be read or stored.
  kAuthErrorKeychainError = 50,
  /// The app has no APNs token.
  kAuthErrorMissingAppToken = 51,
  /// A bundle id is needed.
  kAuthErrorMissingIosBundleId = 52,
  /// A silent notification did not reach the SDK.
  kAuthErrorNotificationNotForwarded = 53,
  /// The domain to return to is not one of the project's authorized domains.
  kAuthErrorUnauthorizedDomain = 54,
  /// Another sign-in in a browser is still in progress.
  kAuthErrorWebContextAlreadyPresented = 55,
  /// The user cancelled in the browser, or the sign-in took too long.
  kAuthErrorWebContextCancelled = 56,
  /// Links of this kind are not activated.
  kAuthErrorDynamicLinkNotActivated = 57,
  /// The operation was cancelled.
  kAuthErrorCancelled = 58,
  /// The provider is not known.
  kAuthErrorInvalidProviderId = 59,
  /// An error occurred in the page in the browser.
  kAuthErrorWebInternalError = 60,
  /// The browser cannot store data that the sign-in needs. (The official SDK misspells this name.)
  kAuthErrorWebStorateUnsupported = 61,
  /// The user belongs to a different tenant.
  kAuthErrorTenantIdMismatch = 62,
  /// The operation is not available for tenants.
  kAuthErrorUnsupportedTenantOperation = 63,
  /// The link's domain is not one of the project's.
  kAuthErrorInvalidLinkDomain = 64,
  /// The credential was rejected.
  kAuthErrorRejectedCredential = 65,
  /// The server does not know the telephone number.
  kAuthErrorPhoneNumberNotFound = 66,
  /// The server does not know the tenant.
  kAuthErrorInvalidTenantId = 67,
  /// The request lacks the app's identifier.
  kAuthErrorMissingClientIdentifier = 68,
  /// The session of the second factor is missing.
  kAuthErrorMissingMultiFactorSession = 69,
  /// The request does not name a second factor.
  kAuthErrorMissingMultiFactorInfo = 70,
  /// The session of the second factor is wrong or has expired; sign in again.
  kAuthErrorInvalidMultiFactorSession = 71,
  /// The account has no such second factor.
  kAuthErrorMultiFactorInfoNotFound = 72,
  /// Only administrators of the project may do this.
  kAuthErrorAdminRestrictedOperation = 73,
  /// The e-mail address has to be verified first.
  kAuthErrorUnverifiedEmail = 74,
  /// The account already has this second factor.
  kAuthErrorSecondFactorAlreadyEnrolled = 75,
  /// The account has the maximum number of second factors.
  kAuthErrorMaximumSecondFactorCountExceeded = 76,
  /// A second factor cannot follow this first factor.
  kAuthErrorUnsupportedFirstFactor = 77,
  /// The new address has to be verified first.
  kAuthErrorEmailChangeNeedsVerification = 78,
  /// The event handler cannot be used. This SDK does not return it.
  kAuthErrorInvalidEventHandler = 79,
  /// The provider is already in use. This SDK does not return it. (The official SDK misspells this
  /// name.)
  kAuthErrorFederatedProviderAreadyInUse = 80,
  /// The data from an event handler cannot be used. This SDK does not return it.
  kAuthErrorInvalidAuthenticatedUserData = 81,
  /// The sign-in on the provider's pages failed; the message says how.
  kAuthErrorFederatedSignInUserInteractionFailure = 82,
  /// The raw nonce does not match the provider's ID token, or is missing, or the token was already
  /// used.
  kAuthErrorMissingOrInvalidNonce = 83,
  /// The user cancelled.
  kAuthErrorUserCancelled = 84,
  /// The operation cannot be passed on. This SDK does not return it.
  kAuthErrorUnsupportedPassthroughOperation = 85,
  /// The token cannot be refreshed. This SDK does not return it.
  kAuthErrorTokenRefreshUnavailable = 86,
  /// The first factor is correct, and the account has a second factor.
  /// MultiFactorResolver::FromFuture() returns the resolver that finishes the sign-in. The official
  /// SDK does not have this code.
  kAuthErrorSecondFactorRequired = 1000,
  /// A blocking function of the project refused. Its message is the error's message. The official
  /// SDK does not have this code.
  kAuthErrorBlockingFunctionRefused = 1001,
};

/// Names a provider that signs users in with its own pages.
struct FederatedProviderData {
  /// Creates data without a provider.
  FederatedProviderData() = default;
  /// Creates data for the provider with this id, such as `apple.com`.
  explicit FederatedProviderData(const std::string& provider) : provider_id(provider) {}
  virtual ~FederatedProviderData() = default;
  FederatedProviderData(const FederatedProviderData&) = default;
  FederatedProviderData& operator=(const FederatedProviderData&) = default;

  /// The provider's id, such as `apple.com` or `oidc.my-company`.
  std::string provider_id;
};

/// The request to a provider's OAuth server.
struct FederatedOAuthProviderData : public FederatedProviderData {
  /// Creates data without a provider.
  FederatedOAuthProviderData() = default;
  /// Creates data for the provider with this id, with default scopes and parameters.
  explicit FederatedOAuthProviderData(const std::string& provider)
      : FederatedProviderData(provider) {}
  /// Creates data for the provider with this id, with scopes and parameters.
  FederatedOAuthProviderData(const std::string& provider, std::vector<std::string> scopes,
                             std::map<std::string, std::string> custom_parameters)
      : FederatedProviderData(provider),
        scopes(std::move(scopes)),
        custom_parameters(std::move(custom_parameters)) {}

  /// The scopes to which the user must consent, in the provider's names: `email`, `name`,
  /// `user:email`…
  std::vector<std::string> scopes;
  /// Parameters of the provider's authorization page: `language`, `allow_signup`, `prompt`…
  /// Parameters that the server sets itself (`client_id`, `redirect_uri`, `response_type`, `scope`,
  /// `state`) are ignored.
  std::map<std::string, std::string> custom_parameters;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_TYPES_H_
