import LatchkeyAuth
import Testing

/// One code as FirebaseAuth has it: raw value, name, and the messages of the server that stand for it.
struct DocumentedCode: Sendable, CustomTestStringConvertible {
  let rawValue: Int
  let code: AuthErrorCode
  let name: String
  var messages: [String] = []
  var testDescription: String { name }

  static let all: [DocumentedCode] = [
    .init(
      rawValue: 17000, code: .invalidCustomToken, name: "ERROR_INVALID_CUSTOM_TOKEN",
      messages: ["INVALID_CUSTOM_TOKEN"]),
    .init(
      rawValue: 17002, code: .customTokenMismatch, name: "ERROR_CUSTOM_TOKEN_MISMATCH",
      messages: ["CREDENTIAL_MISMATCH"]),
    .init(
      rawValue: 17004, code: .invalidCredential, name: "ERROR_INVALID_CREDENTIAL",
      messages: ["INVALID_IDP_RESPONSE", "INVALID_PENDING_TOKEN", "INVALID_LOGIN_CREDENTIALS"]),
    .init(rawValue: 17005, code: .userDisabled, name: "ERROR_USER_DISABLED", messages: ["USER_DISABLED"]),
    .init(
      rawValue: 17006, code: .operationNotAllowed, name: "ERROR_OPERATION_NOT_ALLOWED",
      messages: ["OPERATION_NOT_ALLOWED", "PASSWORD_LOGIN_DISABLED"]),
    .init(
      rawValue: 17007, code: .emailAlreadyInUse, name: "ERROR_EMAIL_ALREADY_IN_USE",
      messages: ["EMAIL_EXISTS"]),
    .init(
      rawValue: 17008, code: .invalidEmail, name: "ERROR_INVALID_EMAIL",
      messages: ["INVALID_IDENTIFIER", "INVALID_EMAIL"]),
    .init(
      rawValue: 17009, code: .wrongPassword, name: "ERROR_WRONG_PASSWORD",
      messages: ["INVALID_PASSWORD"]),
    .init(
      rawValue: 17010, code: .tooManyRequests, name: "ERROR_TOO_MANY_REQUESTS",
      messages: ["TOO_MANY_ATTEMPTS_TRY_LATER"]),
    .init(
      rawValue: 17011, code: .userNotFound, name: "ERROR_USER_NOT_FOUND",
      messages: ["USER_NOT_FOUND", "EMAIL_NOT_FOUND"]),
    .init(
      rawValue: 17012, code: .accountExistsWithDifferentCredential,
      name: "ERROR_ACCOUNT_EXISTS_WITH_DIFFERENT_CREDENTIAL"),
    .init(
      rawValue: 17014, code: .requiresRecentLogin, name: "ERROR_REQUIRES_RECENT_LOGIN",
      messages: ["CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]),
    .init(rawValue: 17015, code: .providerAlreadyLinked, name: "ERROR_PROVIDER_ALREADY_LINKED"),
    .init(rawValue: 17016, code: .noSuchProvider, name: "ERROR_NO_SUCH_PROVIDER"),
    .init(
      rawValue: 17017, code: .invalidUserToken, name: "ERROR_INVALID_USER_TOKEN",
      messages: ["INVALID_ID_TOKEN"]),
    .init(rawValue: 17020, code: .networkError, name: "ERROR_NETWORK_REQUEST_FAILED"),
    .init(
      rawValue: 17021, code: .userTokenExpired, name: "ERROR_USER_TOKEN_EXPIRED",
      messages: ["TOKEN_EXPIRED"]),
    .init(rawValue: 17023, code: .invalidAPIKey, name: "ERROR_INVALID_API_KEY"),
    .init(rawValue: 17024, code: .userMismatch, name: "ERROR_USER_MISMATCH"),
    .init(
      rawValue: 17025, code: .credentialAlreadyInUse, name: "ERROR_CREDENTIAL_ALREADY_IN_USE",
      messages: ["FEDERATED_USER_ID_ALREADY_LINKED"]),
    .init(rawValue: 17026, code: .weakPassword, name: "ERROR_WEAK_PASSWORD", messages: ["WEAK_PASSWORD"]),
    .init(rawValue: 17028, code: .appNotAuthorized, name: "ERROR_APP_NOT_AUTHORIZED"),
    .init(
      rawValue: 17029, code: .expiredActionCode, name: "ERROR_EXPIRED_ACTION_CODE",
      messages: ["EXPIRED_OOB_CODE"]),
    .init(
      rawValue: 17030, code: .invalidActionCode, name: "ERROR_INVALID_ACTION_CODE",
      messages: ["INVALID_OOB_CODE"]),
    .init(
      rawValue: 17031, code: .invalidMessagePayload, name: "ERROR_INVALID_MESSAGE_PAYLOAD",
      messages: ["INVALID_MESSAGE_PAYLOAD"]),
    .init(rawValue: 17032, code: .invalidSender, name: "ERROR_INVALID_SENDER", messages: ["INVALID_SENDER"]),
    .init(
      rawValue: 17033, code: .invalidRecipientEmail, name: "ERROR_INVALID_RECIPIENT_EMAIL",
      messages: ["INVALID_RECIPIENT_EMAIL"]),
    .init(rawValue: 17034, code: .missingEmail, name: "ERROR_MISSING_EMAIL", messages: ["MISSING_EMAIL"]),
    .init(
      rawValue: 17036, code: .missingIosBundleID, name: "ERROR_MISSING_IOS_BUNDLE_ID",
      messages: ["MISSING_IOS_BUNDLE_ID"]),
    .init(
      rawValue: 17037, code: .missingAndroidPackageName, name: "ERROR_MISSING_ANDROID_PKG_NAME",
      messages: ["MISSING_ANDROID_PACKAGE_NAME"]),
    .init(
      rawValue: 17038, code: .unauthorizedDomain, name: "ERROR_UNAUTHORIZED_DOMAIN",
      messages: ["UNAUTHORIZED_DOMAIN"]),
    .init(
      rawValue: 17039, code: .invalidContinueURI, name: "ERROR_INVALID_CONTINUE_URI",
      messages: ["INVALID_CONTINUE_URI"]),
    .init(
      rawValue: 17040, code: .missingContinueURI, name: "ERROR_MISSING_CONTINUE_URI",
      messages: ["MISSING_CONTINUE_URI"]),
    .init(rawValue: 17041, code: .missingPhoneNumber, name: "ERROR_MISSING_PHONE_NUMBER"),
    .init(
      rawValue: 17042, code: .invalidPhoneNumber, name: "ERROR_INVALID_PHONE_NUMBER",
      messages: ["INVALID_PHONE_NUMBER"]),
    .init(rawValue: 17043, code: .missingVerificationCode, name: "ERROR_MISSING_VERIFICATION_CODE"),
    .init(
      rawValue: 17044, code: .invalidVerificationCode, name: "ERROR_INVALID_VERIFICATION_CODE",
      messages: ["INVALID_CODE"]),
    .init(rawValue: 17045, code: .missingVerificationID, name: "ERROR_MISSING_VERIFICATION_ID"),
    .init(
      rawValue: 17046, code: .invalidVerificationID, name: "ERROR_INVALID_VERIFICATION_ID",
      messages: ["INVALID_SESSION_INFO"]),
    .init(
      rawValue: 17047, code: .missingAppCredential, name: "MISSING_APP_CREDENTIAL",
      messages: ["MISSING_APP_CREDENTIAL"]),
    .init(
      rawValue: 17048, code: .invalidAppCredential, name: "INVALID_APP_CREDENTIAL",
      messages: ["INVALID_APP_CREDENTIAL"]),
    .init(
      rawValue: 17051, code: .sessionExpired, name: "ERROR_SESSION_EXPIRED",
      messages: ["SESSION_EXPIRED"]),
    .init(rawValue: 17052, code: .quotaExceeded, name: "ERROR_QUOTA_EXCEEDED", messages: ["QUOTA_EXCEEDED"]),
    .init(
      rawValue: 17053, code: .missingAppToken, name: "ERROR_MISSING_APP_TOKEN",
      messages: ["MISSING_IOS_APP_TOKEN"]),
    .init(rawValue: 17054, code: .notificationNotForwarded, name: "ERROR_NOTIFICATION_NOT_FORWARDED"),
    .init(
      rawValue: 17055, code: .appNotVerified, name: "ERROR_APP_NOT_VERIFIED",
      messages: ["APP_NOT_VERIFIED"]),
    .init(
      rawValue: 17056, code: .captchaCheckFailed, name: "ERROR_CAPTCHA_CHECK_FAILED",
      messages: ["CAPTCHA_CHECK_FAILED"]),
    .init(rawValue: 17057, code: .webContextAlreadyPresented, name: "ERROR_WEB_CONTEXT_ALREADY_PRESENTED"),
    .init(rawValue: 17058, code: .webContextCancelled, name: "ERROR_WEB_CONTEXT_CANCELLED"),
    .init(
      rawValue: 17059, code: .appVerificationUserInteractionFailure, name: "ERROR_APP_VERIFICATION_FAILED"),
    .init(rawValue: 17060, code: .invalidClientID, name: "ERROR_INVALID_CLIENT_ID"),
    .init(rawValue: 17061, code: .webNetworkRequestFailed, name: "ERROR_WEB_NETWORK_REQUEST_FAILED"),
    .init(rawValue: 17062, code: .webInternalError, name: "ERROR_WEB_INTERNAL_ERROR"),
    .init(
      rawValue: 17063, code: .webSignInUserInteractionFailure, name: "ERROR_WEB_USER_INTERACTION_FAILURE"),
    .init(rawValue: 17066, code: .localPlayerNotAuthenticated, name: "ERROR_LOCAL_PLAYER_NOT_AUTHENTICATED"),
    .init(rawValue: 17067, code: .nullUser, name: "ERROR_NULL_USER"),
    .init(
      rawValue: 17071, code: .invalidProviderID, name: "ERROR_INVALID_PROVIDER_ID",
      messages: ["INVALID_PROVIDER_ID"]),
    .init(
      rawValue: 17072, code: .tenantIDMismatch, name: "ERROR_TENANT_ID_MISMATCH",
      messages: ["TENANT_ID_MISMATCH"]),
    .init(
      rawValue: 17073, code: .unsupportedTenantOperation, name: "ERROR_UNSUPPORTED_TENANT_OPERATION",
      messages: ["UNSUPPORTED_TENANT_OPERATION"]),
    .init(
      rawValue: 17214, code: .invalidHostingLinkDomain, name: "ERROR_INVALID_HOSTING_LINK_DOMAIN",
      messages: ["INVALID_HOSTING_LINK_DOMAIN"]),
    .init(rawValue: 17075, code: .rejectedCredential, name: "ERROR_REJECTED_CREDENTIAL"),
    .init(rawValue: 17076, code: .gameKitNotLinked, name: "ERROR_GAME_KIT_NOT_LINKED"),
    .init(rawValue: 17078, code: .secondFactorRequired, name: "ERROR_SECOND_FACTOR_REQUIRED"),
    .init(
      rawValue: 17081, code: .missingMultiFactorSession, name: "ERROR_MISSING_MULTI_FACTOR_SESSION",
      messages: ["MISSING_MFA_PENDING_CREDENTIAL"]),
    .init(
      rawValue: 17082, code: .missingMultiFactorInfo, name: "ERROR_MISSING_MULTI_FACTOR_INFO",
      messages: ["MISSING_MFA_ENROLLMENT_ID"]),
    .init(
      rawValue: 17083, code: .invalidMultiFactorSession, name: "ERROR_INVALID_MULTI_FACTOR_SESSION",
      messages: ["INVALID_MFA_PENDING_CREDENTIAL"]),
    .init(
      rawValue: 17084, code: .multiFactorInfoNotFound, name: "ERROR_MULTI_FACTOR_INFO_NOT_FOUND",
      messages: ["MFA_ENROLLMENT_NOT_FOUND"]),
    .init(
      rawValue: 17085, code: .adminRestrictedOperation, name: "ERROR_ADMIN_RESTRICTED_OPERATION",
      messages: ["ADMIN_ONLY_OPERATION"]),
    .init(
      rawValue: 17086, code: .unverifiedEmail, name: "ERROR_UNVERIFIED_EMAIL",
      messages: ["UNVERIFIED_EMAIL"]),
    .init(
      rawValue: 17087, code: .secondFactorAlreadyEnrolled, name: "ERROR_SECOND_FACTOR_ALREADY_ENROLLED",
      messages: ["SECOND_FACTOR_EXISTS"]),
    .init(
      rawValue: 17088, code: .maximumSecondFactorCountExceeded,
      name: "ERROR_MAXIMUM_SECOND_FACTOR_COUNT_EXCEEDED",
      messages: ["SECOND_FACTOR_LIMIT_EXCEEDED"]),
    .init(
      rawValue: 17089, code: .unsupportedFirstFactor, name: "ERROR_UNSUPPORTED_FIRST_FACTOR",
      messages: ["UNSUPPORTED_FIRST_FACTOR"]),
    .init(
      rawValue: 17090, code: .emailChangeNeedsVerification, name: "ERROR_EMAIL_CHANGE_NEEDS_VERIFICATION",
      messages: ["EMAIL_CHANGE_NEEDS_VERIFICATION"]),
    .init(
      rawValue: 17093, code: .missingClientIdentifier, name: "ERROR_MISSING_CLIENT_IDENTIFIER",
      messages: ["MISSING_CLIENT_IDENTIFIER"]),
    .init(
      rawValue: 17094, code: .missingOrInvalidNonce, name: "ERROR_MISSING_OR_INVALID_NONCE",
      messages: ["MISSING_OR_INVALID_NONCE"]),
    .init(
      rawValue: 17105, code: .blockingCloudFunctionError,
      name: "ERROR_BLOCKING_CLOUD_FUNCTION_RETURNED_ERROR",
      messages: ["BLOCKING_FUNCTION_ERROR_RESPONSE"]),
    .init(rawValue: 17200, code: .recaptchaNotEnabled, name: "ERROR_RECAPTCHA_NOT_ENABLED"),
    .init(rawValue: 17201, code: .missingRecaptchaToken, name: "ERROR_MISSING_RECAPTCHA_TOKEN"),
    .init(rawValue: 17202, code: .invalidRecaptchaToken, name: "ERROR_INVALID_RECAPTCHA_TOKEN"),
    .init(rawValue: 17203, code: .invalidRecaptchaAction, name: "ERROR_INVALID_RECAPTCHA_ACTION"),
    .init(rawValue: 17204, code: .missingClientType, name: "ERROR_MISSING_CLIENT_TYPE"),
    .init(rawValue: 17205, code: .missingRecaptchaVersion, name: "ERROR_MISSING_RECAPTCHA_VERSION"),
    .init(rawValue: 17206, code: .invalidRecaptchaVersion, name: "ERROR_INVALID_RECAPTCHA_VERSION"),
    .init(rawValue: 17207, code: .invalidReqType, name: "ERROR_INVALID_REQ_TYPE"),
    .init(rawValue: 17208, code: .recaptchaSDKNotLinked, name: "ERROR_RECAPTCHA_SDK_NOT_LINKED"),
    .init(rawValue: 17209, code: .recaptchaSiteKeyMissing, name: "ERROR_RECAPTCHA_SITE_KEY_MISSING"),
    .init(
      rawValue: 17210, code: .recaptchaActionCreationFailed, name: "ERROR_RECAPTCHA_ACTION_CREATION_FAILED"),
    .init(
      rawValue: 17211, code: .passwordDoesNotMeetRequirements,
      name: "ERROR_PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
      messages: ["PASSWORD_DOES_NOT_MEET_REQUIREMENTS"]),
    .init(rawValue: 17212, code: .missingPasskeyEnrollment, name: "ERROR_PASSKEY_ENROLLMENT_NOT_FOUND"),
    .init(
      rawValue: 17215, code: .invalidAuthenticatorResponse, name: "ERROR_INVALID_AUTHENTICATOR_RESPONSE"),
    .init(rawValue: 17995, code: .keychainError, name: "ERROR_KEYCHAIN_ERROR"),
    .init(rawValue: 17999, code: .internalError, name: "ERROR_INTERNAL_ERROR"),
    .init(rawValue: 18000, code: .malformedJWT, name: "ERROR_MALFORMED_JWT"),
  ]
}
