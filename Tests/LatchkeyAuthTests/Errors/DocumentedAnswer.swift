import LatchkeyAuth
import Testing

/// One message of the server, as one endpoint sends it, and the code that FirebaseAuth makes of it.
struct DocumentedAnswer: Sendable, CustomTestStringConvertible {
  let endpoint: String
  let message: String
  let code: AuthErrorCode
  /// `errors[0].reason` of the answer.
  var reason = "invalid"
  var testDescription: String { "\(endpoint) \(message)" }

  static let all: [DocumentedAnswer] = [
    .init(endpoint: "CreateAuthURI", message: "MISSING_CONTINUE_URI:", code: .missingContinueURI),
    .init(endpoint: "CreateAuthURI", message: "INVALID_IDENTIFIER", code: .invalidEmail),
    .init(endpoint: "CreateAuthURI", message: "INVALID_EMAIL", code: .invalidEmail),
    .init(endpoint: "DeleteAccount", message: "USER_DISABLED", code: .userDisabled),
    .init(endpoint: "DeleteAccount", message: "INVALID_ID_TOKEN:", code: .invalidUserToken),
    .init(endpoint: "DeleteAccount", message: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN:", code: .requiresRecentLogin),
    .init(endpoint: "EmailLinkSignIn", message: "INVALID_EMAIL", code: .invalidEmail),
    .init(
      endpoint: "GetOOBConfirmationCode", message: "EMAIL_NOT_FOUND: fake custom message",
      code: .userNotFound),
    .init(endpoint: "GetOOBConfirmationCode", message: "MISSING_EMAIL", code: .missingEmail),
    .init(endpoint: "GetOOBConfirmationCode", message: "INVALID_EMAIL:", code: .invalidEmail),
    .init(
      endpoint: "GetOOBConfirmationCode", message: "INVALID_MESSAGE_PAYLOAD",
      code: .invalidMessagePayload),
    .init(endpoint: "GetOOBConfirmationCode", message: "INVALID_SENDER", code: .invalidSender),
    .init(endpoint: "GetOOBConfirmationCode", message: "MISSING_IOS_BUNDLE_ID", code: .missingIosBundleID),
    .init(
      endpoint: "GetOOBConfirmationCode", message: "MISSING_ANDROID_PACKAGE_NAME",
      code: .missingAndroidPackageName),
    .init(endpoint: "GetOOBConfirmationCode", message: "UNAUTHORIZED_DOMAIN", code: .unauthorizedDomain),
    .init(
      endpoint: "GetOOBConfirmationCode", message: "INVALID_RECIPIENT_EMAIL",
      code: .invalidRecipientEmail),
    .init(endpoint: "GetOOBConfirmationCode", message: "INVALID_CONTINUE_URI", code: .invalidContinueURI),
    .init(endpoint: "GetOOBConfirmationCode", message: "MISSING_CONTINUE_URI", code: .missingContinueURI),
    .init(endpoint: "GetProjectConfig", message: "MISSING_API_KEY", code: .internalError),
    .init(endpoint: "ResetPassword", message: "USER_DISABLED", code: .userDisabled),
    .init(endpoint: "ResetPassword", message: "OPERATION_NOT_ALLOWED", code: .operationNotAllowed),
    .init(endpoint: "ResetPassword", message: "EXPIRED_OOB_CODE", code: .expiredActionCode),
    .init(endpoint: "ResetPassword", message: "INVALID_OOB_CODE", code: .invalidActionCode),
    .init(endpoint: "ResetPassword", message: "WEAK_PASSWORD : ", code: .weakPassword),
    .init(endpoint: "SendVerificationCode", message: "INVALID_PHONE_NUMBER", code: .invalidPhoneNumber),
    .init(endpoint: "SendVerificationCode", message: "QUOTA_EXCEEDED", code: .quotaExceeded),
    .init(endpoint: "SendVerificationCode", message: "APP_NOT_VERIFIED", code: .appNotVerified),
    .init(endpoint: "SendVerificationCode", message: "CAPTCHA_CHECK_FAILED", code: .captchaCheckFailed),
    .init(endpoint: "SetAccountInfo", message: "EMAIL_EXISTS", code: .emailAlreadyInUse),
    .init(endpoint: "SetAccountInfo", message: "OPERATION_NOT_ALLOWED", code: .operationNotAllowed),
    .init(endpoint: "SetAccountInfo", message: "PASSWORD_LOGIN_DISABLED", code: .operationNotAllowed),
    .init(endpoint: "SetAccountInfo", message: "USER_DISABLED", code: .userDisabled),
    .init(endpoint: "SetAccountInfo", message: "INVALID_ID_TOKEN", code: .invalidUserToken),
    .init(endpoint: "SetAccountInfo", message: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", code: .requiresRecentLogin),
    .init(
      endpoint: "SetAccountInfo", message: "WEAK_PASSWORD : Password should be at least 6 characters",
      code: .weakPassword),
    .init(endpoint: "SetAccountInfo", message: "INVALID_EMAIL", code: .invalidEmail),
    .init(endpoint: "SetAccountInfo", message: "INVALID_OOB_CODE", code: .invalidActionCode),
    .init(endpoint: "SetAccountInfo", message: "EXPIRED_OOB_CODE:", code: .expiredActionCode),
    .init(endpoint: "SetAccountInfo", message: "INVALID_MESSAGE_PAYLOAD", code: .invalidMessagePayload),
    .init(endpoint: "SetAccountInfo", message: "INVALID_SENDER", code: .invalidSender),
    .init(endpoint: "SetAccountInfo", message: "INVALID_RECIPIENT_EMAIL", code: .invalidRecipientEmail),
    .init(endpoint: "SignUpNewUser", message: "EMAIL_EXISTS", code: .emailAlreadyInUse),
    .init(endpoint: "SignUpNewUser", message: "OPERATION_NOT_ALLOWED", code: .operationNotAllowed),
    .init(endpoint: "SignUpNewUser", message: "PASSWORD_LOGIN_DISABLED:", code: .operationNotAllowed),
    .init(endpoint: "SignUpNewUser", message: "INVALID_EMAIL", code: .invalidEmail),
    .init(
      endpoint: "SignUpNewUser", message: "WEAK_PASSWORD : Password should be at least 6 characters",
      code: .weakPassword),
    .init(endpoint: "VerifyAssertion", message: "INVALID_IDP_RESPONSE", code: .invalidCredential),
    .init(endpoint: "VerifyAssertion", message: "USER_DISABLED", code: .userDisabled),
    .init(
      endpoint: "VerifyAssertion", message: "FEDERATED_USER_ID_ALREADY_LINKED:",
      code: .credentialAlreadyInUse),
    .init(endpoint: "VerifyAssertion", message: "OPERATION_NOT_ALLOWED", code: .operationNotAllowed),
    .init(endpoint: "VerifyAssertion", message: "PASSWORD_LOGIN_DISABLED", code: .operationNotAllowed),
    .init(endpoint: "VerifyClient", message: "MISSING_APP_CREDENTIAL", code: .missingAppCredential),
    .init(endpoint: "VerifyClient", message: "INVALID_APP_CREDENTIAL", code: .invalidAppCredential),
    .init(endpoint: "VerifyCustomToken", message: "INVALID_CUSTOM_TOKEN", code: .invalidCustomToken),
    .init(
      endpoint: "VerifyCustomToken", message: "INVALID_CUSTOM_TOKEN : Detailed Error",
      code: .invalidCustomToken),
    .init(endpoint: "VerifyCustomToken", message: "INVALID_CUSTOM_TOKEN :", code: .invalidCustomToken),
    .init(endpoint: "VerifyCustomToken", message: "CREDENTIAL_MISMATCH:", code: .customTokenMismatch),
    .init(endpoint: "VerifyPassword", message: "USER_DISABLED", code: .userDisabled),
    .init(endpoint: "VerifyPassword", message: "EMAIL_NOT_FOUND", code: .userNotFound),
    .init(endpoint: "VerifyPassword", message: "INVALID_PASSWORD", code: .wrongPassword),
    .init(endpoint: "VerifyPassword", message: "INVALID_EMAIL", code: .invalidEmail),
    .init(endpoint: "VerifyPassword", message: "TOO_MANY_ATTEMPTS_TRY_LATER:", code: .tooManyRequests),
    .init(endpoint: "VerifyPassword", message: "Bad Request", code: .invalidAPIKey, reason: "keyInvalid"),
    .init(endpoint: "VerifyPassword", message: "OPERATION_NOT_ALLOWED", code: .operationNotAllowed),
    .init(endpoint: "VerifyPassword", message: "PASSWORD_LOGIN_DISABLED", code: .operationNotAllowed),
    .init(
      endpoint: "VerifyPassword", message: "Bad Request",
      code: .appNotAuthorized, reason: "ipRefererBlocked"),
    .init(endpoint: "VerifyPhoneNumber", message: "INVALID_CODE", code: .invalidVerificationCode),
    .init(endpoint: "VerifyPhoneNumber", message: "INVALID_SESSION_INFO", code: .invalidVerificationID),
    .init(endpoint: "VerifyPhoneNumber", message: "SESSION_EXPIRED", code: .sessionExpired),
  ]
}
