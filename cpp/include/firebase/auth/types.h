#ifndef FIREBASE_AUTH_TYPES_H_
#define FIREBASE_AUTH_TYPES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace firebase {
namespace auth {

/// Why an operation failed: what error() of its future gives.
enum AuthError {
  /// Nothing failed.
  kAuthErrorNone = 0,
  /// This system has no such thing.
  kAuthErrorUnimplemented = -1,
  /// Something unexpected; the message says more.
  kAuthErrorFailure = 1,
  /// The custom token is malformed, or its signature cannot be verified.
  kAuthErrorInvalidCustomToken = 2,
  /// The custom token was made for another project.
  kAuthErrorCustomTokenMismatch = 3,
  /// The credential is malformed, expired or not genuine; where the project hides who is
  /// registered, an unknown address or a wrong password, too.
  kAuthErrorInvalidCredential = 4,
  /// An administrator disabled the account.
  kAuthErrorUserDisabled = 5,
  /// The address belongs to an account that signs in in another way. The result has the
  /// credential to link after that sign-in.
  kAuthErrorAccountExistsWithDifferentCredentials = 6,
  /// The project does not allow this way to sign in.
  kAuthErrorOperationNotAllowed = 7,
  /// Another account has the e-mail address.
  kAuthErrorEmailAlreadyInUse = 8,
  /// The last sign-in is too old for this: reauthenticate and try again.
  kAuthErrorRequiresRecentLogin = 9,
  /// The credential belongs to another account. The result may have an updated credential with
  /// which to sign in to it.
  kAuthErrorCredentialAlreadyInUse = 10,
  /// The text is no e-mail address.
  kAuthErrorInvalidEmail = 11,
  /// The password is wrong, or the account has none.
  kAuthErrorWrongPassword = 12,
  /// Too many attempts. Another one makes sense later.
  kAuthErrorTooManyRequests = 13,
  /// No account fits.
  kAuthErrorUserNotFound = 14,
  /// The account has an identity of this provider already.
  kAuthErrorProviderAlreadyLinked = 15,
  /// The account has no identity of this provider.
  kAuthErrorNoSuchProvider = 16,
  /// The user's token is not valid any more: the user has to sign in again.
  kAuthErrorInvalidUserToken = 17,
  /// The session was ended elsewhere: the user has to sign in again.
  kAuthErrorUserTokenExpired = 18,
  /// The server could not be reached.
  kAuthErrorNetworkRequestFailed = 19,
  /// The API key is missing, or belongs to no project.
  kAuthErrorInvalidApiKey = 20,
  /// The project does not serve this app.
  kAuthErrorAppNotAuthorized = 21,
  /// Reauthentication was attempted as another user.
  kAuthErrorUserMismatch = 22,
  /// The password is too weak; the message says what it lacks.
  kAuthErrorWeakPassword = 23,
  /// There is no signed-in user, whom this needs.
  kAuthErrorNoSignedInUser = 24,
  /// What this needs is not there on this system.
  kAuthErrorApiNotAvailable = 25,
  /// The code of the mailed link has expired.
  kAuthErrorExpiredActionCode = 26,
  /// The code of the mailed link is malformed or was used.
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
  /// The verification id is not one that this server gave.
  kAuthErrorInvalidVerificationId = 34,
  /// The code of the text message is needed.
  kAuthErrorMissingVerificationCode = 35,
  /// The verification id is needed.
  kAuthErrorMissingVerificationId = 36,
  /// An e-mail address is needed.
  kAuthErrorMissingEmail = 37,
  /// A password is needed.
  kAuthErrorMissingPassword = 38,
  /// The project may send no more messages for now.
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
  /// The proof of which app asks is not genuine.
  kAuthErrorInvalidAppCredential = 45,
  /// Proof of which app asks is needed.
  kAuthErrorMissingAppCredential = 46,
  /// The client id is not registered with the project.
  kAuthErrorInvalidClientId = 47,
  /// The address to continue at is malformed.
  kAuthErrorInvalidContinueUri = 48,
  /// An address to continue at is needed.
  kAuthErrorMissingContinueUri = 49,
  /// The session could not be read or stored.
  kAuthErrorKeychainError = 50,
  /// The app has no APNs token.
  kAuthErrorMissingAppToken = 51,
  /// A bundle id is needed.
  kAuthErrorMissingIosBundleId = 52,
  /// A silent notification did not reach the SDK.
  kAuthErrorNotificationNotForwarded = 53,
  /// The domain to come back to is not one of the project's.
  kAuthErrorUnauthorizedDomain = 54,
  /// Another sign-in in a browser is under way.
  kAuthErrorWebContextAlreadyPresented = 55,
  /// The user gave up in the browser, or took too long.
  kAuthErrorWebContextCancelled = 56,
  /// Links of this kind are not activated.
  kAuthErrorDynamicLinkNotActivated = 57,
  /// The operation was cancelled.
  kAuthErrorCancelled = 58,
  /// The provider is not known.
  kAuthErrorInvalidProviderId = 59,
  /// The page in the browser met an error.
  kAuthErrorWebInternalError = 60,
  /// The browser cannot store what the sign-in needs. (The name is spelled so.)
  kAuthErrorWebStorateUnsupported = 61,
  /// The user belongs to another tenant.
  kAuthErrorTenantIdMismatch = 62,
  /// Tenants do not have this operation.
  kAuthErrorUnsupportedTenantOperation = 63,
  /// The link's domain is not one of the project's.
  kAuthErrorInvalidLinkDomain = 64,
  /// The credential was rejected.
  kAuthErrorRejectedCredential = 65,
  /// The telephone number is not known.
  kAuthErrorPhoneNumberNotFound = 66,
  /// The tenant is not known.
  kAuthErrorInvalidTenantId = 67,
  /// The request lacks the app's identifier.
  kAuthErrorMissingClientIdentifier = 68,
  /// The session of the second factor is missing.
  kAuthErrorMissingMultiFactorSession = 69,
  /// Which second factor is meant is missing.
  kAuthErrorMissingMultiFactorInfo = 70,
  /// The session of the second factor is wrong or has expired; sign in again.
  kAuthErrorInvalidMultiFactorSession = 71,
  /// The account has no such second factor.
  kAuthErrorMultiFactorInfoNotFound = 72,
  /// Only administrators of the project may do this.
  kAuthErrorAdminRestrictedOperation = 73,
  /// The e-mail address has to be verified first.
  kAuthErrorUnverifiedEmail = 74,
  /// The account has this second factor already.
  kAuthErrorSecondFactorAlreadyEnrolled = 75,
  /// The account has as many second factors as it may.
  kAuthErrorMaximumSecondFactorCountExceeded = 76,
  /// A second factor cannot follow this first one.
  kAuthErrorUnsupportedFirstFactor = 77,
  /// The new address has to be verified first.
  kAuthErrorEmailChangeNeedsVerification = 78,
  /// The event handler cannot be used. Not given here.
  kAuthErrorInvalidEventHandler = 79,
  /// The provider is in use already. Not given here. (The name is spelled so.)
  kAuthErrorFederatedProviderAreadyInUse = 80,
  /// What an event handler gave cannot be used. Not given here.
  kAuthErrorInvalidAuthenticatedUserData = 81,
  /// The sign-in on the provider's pages failed; the message says how.
  kAuthErrorFederatedSignInUserInteractionFailure = 82,
  /// The raw nonce does not fit the provider's ID token, or is missing, or the token was used
  /// before.
  kAuthErrorMissingOrInvalidNonce = 83,
  /// The user cancelled.
  kAuthErrorUserCancelled = 84,
  /// The operation cannot be passed on. Not given here.
  kAuthErrorUnsupportedPassthroughOperation = 85,
  /// The token cannot be refreshed. Not given here.
  kAuthErrorTokenRefreshUnavailable = 86,
  /// Not of the official SDK: the first factor is done, and the account has a second one.
  /// MultiFactorResolver::FromFuture() has what finishes the sign-in.
  kAuthErrorSecondFactorRequired = 1000,
  /// Not of the official SDK: a blocking function of the project refused. Its message is the
  /// error's.
  kAuthErrorBlockingFunctionRefused = 1001,
};

/// Names a provider that signs users in by pages of its own.
struct FederatedProviderData {
  /// None yet.
  FederatedProviderData() = default;
  /// The provider of an id, such as `apple.com`.
  explicit FederatedProviderData(const std::string& provider) : provider_id(provider) {}
  virtual ~FederatedProviderData() = default;
  FederatedProviderData(const FederatedProviderData&) = default;
  FederatedProviderData& operator=(const FederatedProviderData&) = default;

  /// The provider's id, such as `apple.com` or `oidc.my-company`.
  std::string provider_id;
};

/// What to ask a provider's OAuth server for.
struct FederatedOAuthProviderData : public FederatedProviderData {
  /// Nothing yet.
  FederatedOAuthProviderData() = default;
  /// The provider of an id, and nothing beyond the usual.
  explicit FederatedOAuthProviderData(const std::string& provider)
      : FederatedProviderData(provider) {}
  /// The provider of an id, with scopes and parameters.
  FederatedOAuthProviderData(const std::string& provider, std::vector<std::string> scopes,
                             std::map<std::string, std::string> custom_parameters)
      : FederatedProviderData(provider),
        scopes(std::move(scopes)),
        custom_parameters(std::move(custom_parameters)) {}

  /// What the app asks the user's consent for, as the provider names it: `email`, `name`,
  /// `user:email`…
  std::vector<std::string> scopes;
  /// For the provider's authorization page: `language`, `allow_signup`, `prompt`… The server's own
  /// (`client_id`, `redirect_uri`, `response_type`, `scope`, `state`) are not taken from here.
  std::map<std::string, std::string> custom_parameters;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_TYPES_H_
