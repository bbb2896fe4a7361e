/// The reason why an operation was refused, by its protocol name.
///
/// The raw values appear in audit logs, diagnoses and texts for people. Their meaning never changes. The
/// ``IdentityError/Kind-swift.enum`` of the error determines the response to the client.
public enum Refusal: String, Sendable, CaseIterable {
  /// Only administrators may do this in the project, such as create or delete users.
  case adminOnlyOperation = "ADMIN_ONLY_OPERATION"
  /// The project has no such app.
  case appNotFound = "APP_NOT_FOUND"
  /// The request is malformed.
  case badRequest = "BAD_REQUEST"
  /// A blocking function refused the sign-in, or failed.
  case blockingFunctionErrorResponse = "BLOCKING_FUNCTION_ERROR_RESPONSE"
  /// The service that checks captchas does not answer. Try again.
  case captchaCheckFailed = "CAPTCHA_CHECK_FAILED"
  /// The custom claims have more than 1,000 characters.
  case claimsTooLarge = "CLAIMS_TOO_LARGE"
  /// Another request changed the same data at the same time. Try again.
  case concurrentUpdate = "CONCURRENT_UPDATE"
  /// A provider with this id exists already.
  case configurationExists = "CONFIGURATION_EXISTS"
  /// The project has no settings for this provider.
  case configurationNotFound = "CONFIGURATION_NOT_FOUND"
  /// The stored settings of the project cannot be read.
  case configurationUnreadable = "CONFIGURATION_UNREADABLE"
  /// The console does not let this account of the OpenID provider in.
  case consoleAccessDenied = "CONSOLE_ACCESS_DENIED"
  /// The custom token was made for another project.
  case credentialMismatch = "CREDENTIAL_MISMATCH"
  /// The sign-in is too old for this change. Sign in again.
  case credentialTooOldLoginAgain = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
  /// The project has no such domain.
  case domainNotFound = "DOMAIN_NOT_FOUND"
  /// Another imported user has this e-mail address.
  case duplicateEmail = "DUPLICATE_EMAIL"
  /// Another user has this user id.
  case duplicateLocalID = "DUPLICATE_LOCAL_ID"
  /// Two second factors of the user have the same id.
  case duplicateMFAEnrollmentID = "DUPLICATE_MFA_ENROLLMENT_ID"
  /// A project with this id exists already.
  case duplicateProjectID = "DUPLICATE_PROJECT_ID"
  /// Another imported user has this identity at the provider.
  case duplicateRawID = "DUPLICATE_RAW_ID"
  /// A service account with this name exists already.
  case duplicateServiceAccount = "DUPLICATE_SERVICE_ACCOUNT"
  /// A tenant with this id exists already.
  case duplicateTenantID = "DUPLICATE_TENANT_ID"
  /// An administrator's token with this name exists already.
  case duplicateTokenName = "DUPLICATE_TOKEN_NAME"
  /// A user with second factors changes the address by a mailed link only.
  case emailChangeNeedsVerification = "EMAIL_CHANGE_NEEDS_VERIFICATION"
  /// Another account has this e-mail address.
  case emailExists = "EMAIL_EXISTS"
  /// No account has this e-mail address.
  case emailNotFound = "EMAIL_NOT_FOUND"
  /// The hash algorithm needs a key.
  case emptyHashKey = "EMPTY_HASH_KEY"
  /// The one-time code of the mailed link has expired.
  case expiredOOBCode = "EXPIRED_OOB_CODE"
  /// Another account is linked to this identity of the provider.
  case federatedUserIDAlreadyLinked = "FEDERATED_USER_ID_ALREADY_LINKED"
  /// A custom claim has a name that is reserved in ID tokens.
  case forbiddenClaim = "FORBIDDEN_CLAIM"
  /// The caller has no permission for this.
  case insufficientPermission = "INSUFFICIENT_PERMISSION"
  /// The server failed. Its log says why.
  case internalError = "INTERNAL_ERROR"
  /// The API key belongs to no project.
  case invalidApiKey = "INVALID_API_KEY"
  /// The app is not registered in the project.
  case invalidAppID = "INVALID_APP_ID"
  /// The associated data of ARGON2 is malformed.
  case invalidArgon2AssociatedData = "INVALID_ARGON2_ASSOCIATED_DATA"
  /// The hash length of ARGON2 is missing or out of range.
  case invalidArgon2HashLength = "INVALID_ARGON2_HASH_LENGTH"
  /// The variant of ARGON2 is missing or unknown.
  case invalidArgon2HashType = "INVALID_ARGON2_HASH_TYPE"
  /// The iterations of ARGON2 are missing or out of range.
  case invalidArgon2Iterations = "INVALID_ARGON2_ITERATIONS"
  /// The memory cost of ARGON2 is missing or out of range.
  case invalidArgon2MemoryCost = "INVALID_ARGON2_MEMORY_COST"
  /// The parallelism of ARGON2 is missing or out of range.
  case invalidArgon2Parallelism = "INVALID_ARGON2_PARALLELISM"
  /// A value in the request is malformed.
  case invalidArgument = "INVALID_ARGUMENT"
  /// The authenticator's answer failed a check. See passkeys.md.
  case invalidAuthenticatorResponse = "INVALID_AUTHENTICATOR_RESPONSE"
  /// The blocking function has an address or an event that is not allowed.
  case invalidBlockingFunction = "INVALID_BLOCKING_FUNCTION"
  /// The bundle id is malformed.
  case invalidBundleID = "INVALID_BUNDLE_ID"
  /// The callback address of a SAML provider is not an absolute https address.
  case invalidCallbackURI = "INVALID_CALLBACK_URI"
  /// The custom claims are not a JSON object.
  case invalidClaims = "INVALID_CLAIMS"
  /// The verification code is wrong.
  case invalidCode = "INVALID_CODE"
  /// A setting is not allowed. The detail says which.
  case invalidConfig = "INVALID_CONFIG"
  /// The provider id is malformed or unknown.
  case invalidConfigID = "INVALID_CONFIG_ID"
  /// The address to continue at is malformed.
  case invalidContinueURI = "INVALID_CONTINUE_URI"
  /// The credential or the provider id is malformed.
  case invalidCredentialOrProviderID = "INVALID_CREDENTIAL_OR_PROVIDER_ID"
  /// The custom token is malformed, expired, or has a wrong signature.
  case invalidCustomToken = "INVALID_CUSTOM_TOKEN"
  /// The name is too long or contains control characters.
  case invalidDisplayName = "INVALID_DISPLAY_NAME"
  /// The text is not a domain.
  case invalidDomain = "INVALID_DOMAIN"
  /// The duration is out of range.
  case invalidDuration = "INVALID_DURATION"
  /// The e-mail address is malformed.
  case invalidEmail = "INVALID_EMAIL"
  /// The grant type is not supported.
  case invalidGrantType = "INVALID_GRANT_TYPE"
  /// The hash algorithm is unknown.
  case invalidHashAlgorithm = "INVALID_HASH_ALGORITHM"
  /// The block size is missing or out of range.
  case invalidHashBlockSize = "INVALID_HASH_BLOCK_SIZE"
  /// The CPU and memory cost is missing or out of range.
  case invalidHashCPUMemCost = "INVALID_HASH_CPU_MEM_COST"
  /// The length of the derived key is missing or out of range.
  case invalidHashDerivedKeyLength = "INVALID_HASH_DERIVED_KEY_LENGTH"
  /// The hash key is not base64, or has a wrong length.
  case invalidHashKey = "INVALID_HASH_KEY"
  /// The memory cost is missing or out of range.
  case invalidHashMemoryCost = "INVALID_HASH_MEMORY_COST"
  /// The parallelization is missing or out of range.
  case invalidHashParallelization = "INVALID_HASH_PARALLELIZATION"
  /// The number of rounds is missing or out of range.
  case invalidHashRounds = "INVALID_HASH_ROUNDS"
  /// The salt separator is not base64, or is too long.
  case invalidHashSaltSeparator = "INVALID_HASH_SALT_SEPARATOR"
  /// The project does not allow this domain for mailed links.
  case invalidHostingLinkDomain = "INVALID_HOSTING_LINK_DOMAIN"
  /// The identifier is not an e-mail address.
  case invalidIdentifier = "INVALID_IDENTIFIER"
  /// The provider's credential failed a check. latchkey explain says which.
  case invalidIdPResponse = "INVALID_IDP_RESPONSE"
  /// The ID token is malformed, has a wrong signature, or was revoked.
  case invalidIDToken = "INVALID_ID_TOKEN"
  /// The issuer is not an https address without query and fragment.
  case invalidIssuer = "INVALID_ISSUER"
  /// The user id is empty, too long, or contains control characters.
  case invalidLocalID = "INVALID_LOCAL_ID"
  /// The e-mail address or the password is wrong.
  case invalidLoginCredentials = "INVALID_LOGIN_CREDENTIALS"
  /// The id of the second factor is malformed.
  case invalidMFAEnrollmentID = "INVALID_MFA_ENROLLMENT_ID"
  /// The pending credential is unknown or has expired. Sign in again.
  case invalidMFAPendingCredential = "INVALID_MFA_PENDING_CREDENTIAL"
  /// The phone number of the second factor is malformed.
  case invalidMFAPhoneNumber = "INVALID_MFA_PHONE_NUMBER"
  /// The new e-mail address is malformed.
  case invalidNewEmail = "INVALID_NEW_EMAIL"
  /// The OAuth client id of the app is malformed.
  case invalidOAuthClientID = "INVALID_OAUTH_CLIENT_ID"
  /// The response type is neither code nor idToken.
  case invalidOAuthResponseType = "INVALID_OAUTH_RESPONSE_TYPE"
  /// The one-time code of the mailed link is unknown or was used.
  case invalidOOBCode = "INVALID_OOB_CODE"
  /// The package name is malformed.
  case invalidPackageName = "INVALID_PACKAGE_NAME"
  /// The page token or the page size is not valid for this list.
  case invalidPageSelection = "INVALID_PAGE_SELECTION"
  /// The password is wrong.
  case invalidPassword = "INVALID_PASSWORD"
  /// The pending token is unknown, has expired, or was used.
  case invalidPendingToken = "INVALID_PENDING_TOKEN"
  /// The phone number is malformed.
  case invalidPhoneNumber = "INVALID_PHONE_NUMBER"
  /// The project id is malformed.
  case invalidProjectID = "INVALID_PROJECT_ID"
  /// The provider id is unknown.
  case invalidProviderID = "INVALID_PROVIDER_ID"
  /// The reCAPTCHA enforcement state is unknown.
  case invalidRecaptchaEnforcementState = "INVALID_RECAPTCHA_ENFORCEMENT_STATE"
  /// The captcha token is wrong, has expired, or was used.
  case invalidRecaptchaToken = "INVALID_RECAPTCHA_TOKEN"
  /// The redirect address is malformed.
  case invalidRedirectURI = "INVALID_REDIRECT_URI"
  /// The refresh token is unknown, revoked, or was replaced.
  case invalidRefreshToken = "INVALID_REFRESH_TOKEN"
  /// The request does not fit the operation.
  case invalidRequest = "INVALID_REQUEST"
  /// The request address is malformed.
  case invalidRequestURI = "INVALID_REQUEST_URI"
  /// The request type is not supported here.
  case invalidReqType = "INVALID_REQ_TYPE"
  /// The name of the service account is malformed.
  case invalidServiceAccount = "INVALID_SERVICE_ACCOUNT"
  /// The session id does not belong to this sign-in.
  case invalidSessionID = "INVALID_SESSION_ID"
  /// The session info is unknown or has expired.
  case invalidSessionInfo = "INVALID_SESSION_INFO"
  /// The temporary proof is unknown, has expired, or belongs to another number.
  case invalidTemporaryProof = "INVALID_TEMPORARY_PROOF"
  /// The test phone number or its code is malformed, or there are too many.
  case invalidTestingPhoneNumber = "INVALID_TESTING_PHONE_NUMBER"
  /// The name of the administrator's token is malformed.
  case invalidTokenName = "INVALID_TOKEN_NAME"
  /// The type of the token to revoke is missing or unknown.
  case invalidTokenType = "INVALID_TOKEN_TYPE"
  /// The webhook has a setting that is not allowed.
  case invalidWebhook = "INVALID_WEBHOOK"
  /// The console needs at least one owner.
  case lastOwner = "LAST_OWNER"
  /// The list of user ids is too long.
  case localIDListExceedsLimit = "LOCAL_ID_LIST_EXCEEDS_LIMIT"
  /// The upload has too many users.
  case maximumUserCountExceeded = "MAXIMUM_USER_COUNT_EXCEEDED"
  /// The user has no such second factor.
  case mfaEnrollmentNotFound = "MFA_ENROLLMENT_NOT_FOUND"
  /// The request names an Android setting but no package name.
  case missingAndroidPackageName = "MISSING_ANDROID_PACKAGE_NAME"
  /// The authenticator's answer is missing.
  case missingAuthenticatorResponse = "MISSING_AUTHENTICATOR_RESPONSE"
  /// The Apple app has no bundle id.
  case missingBundleID = "MISSING_BUNDLE_ID"
  /// The verification code is missing.
  case missingCode = "MISSING_CODE"
  /// The address to continue at is missing.
  case missingContinueURI = "MISSING_CONTINUE_URI"
  /// The pending credential is missing.
  case missingCredential = "MISSING_CREDENTIAL"
  /// The custom token is missing.
  case missingCustomToken = "MISSING_CUSTOM_TOKEN"
  /// The e-mail address is missing.
  case missingEmail = "MISSING_EMAIL"
  /// The grant type is missing.
  case missingGrantType = "MISSING_GRANT_TYPE"
  /// The hash algorithm is missing.
  case missingHashAlgorithm = "MISSING_HASH_ALGORITHM"
  /// The e-mail address or the provider id is missing, or the custom token has no user id.
  case missingIdentifier = "MISSING_IDENTIFIER"
  /// The ID token is missing.
  case missingIDToken = "MISSING_ID_TOKEN"
  /// The browser does not have the state of this sign-in. Begin again in one browser.
  case missingInitialState = "MISSING_INITIAL_STATE"
  /// The request names an App Store id but no bundle id.
  case missingIosBundleID = "MISSING_IOS_BUNDLE_ID"
  /// The issuer of the OpenID Connect provider is missing.
  case missingIssuer = "MISSING_ISSUER"
  /// The user id is missing.
  case missingLocalID = "MISSING_LOCAL_ID"
  /// The id of the second factor is missing.
  case missingMFAEnrollmentID = "MISSING_MFA_ENROLLMENT_ID"
  /// The pending credential is missing.
  case missingMFAPendingCredential = "MISSING_MFA_PENDING_CREDENTIAL"
  /// The new e-mail address is missing.
  case missingNewEmail = "MISSING_NEW_EMAIL"
  /// The client id is missing.
  case missingOAuthClientID = "MISSING_OAUTH_CLIENT_ID"
  /// The client secret is missing.
  case missingOAuthClientSecret = "MISSING_OAUTH_CLIENT_SECRET"
  /// The one-time code is missing.
  case missingOOBCode = "MISSING_OOB_CODE"
  /// The nonce is missing, does not fit the ID token, or was used before.
  case missingOrInvalidNonce = "MISSING_OR_INVALID_NONCE"
  /// The Android app has no package name.
  case missingPackageName = "MISSING_PACKAGE_NAME"
  /// The password is missing.
  case missingPassword = "MISSING_PASSWORD"
  /// The phone number is missing.
  case missingPhoneNumber = "MISSING_PHONE_NUMBER"
  /// The provider id is missing.
  case missingProviderID = "MISSING_PROVIDER_ID"
  /// The user's id at the provider is missing.
  case missingRawID = "MISSING_RAW_ID"
  /// The captcha token is missing.
  case missingRecaptchaToken = "MISSING_RECAPTCHA_TOKEN"
  /// The refresh token is missing.
  case missingRefreshToken = "MISSING_REFRESH_TOKEN"
  /// The request address is missing.
  case missingRequestURI = "MISSING_REQUEST_URI"
  /// The request type is missing.
  case missingReqType = "MISSING_REQ_TYPE"
  /// The entity id of the SAML service provider is missing.
  case missingSamlRelyingPartyConfig = "MISSING_SAML_RELYING_PARTY_CONFIG"
  /// The administrator's token has no scope.
  case missingScope = "MISSING_SCOPE"
  /// The session info is missing.
  case missingSessionInfo = "MISSING_SESSION_INFO"
  /// The token to revoke is missing.
  case missingToken = "MISSING_TOKEN"
  /// The upload has no users.
  case missingUserAccount = "MISSING_USER_ACCOUNT"
  /// The project has this way to sign in turned off, or its settings are incomplete.
  case operationNotAllowed = "OPERATION_NOT_ALLOWED"
  /// The sign-in page does not support this operation.
  case operationNotSupported = "OPERATION_NOT_SUPPORTED"
  /// The challenge is unknown or has expired. Begin again.
  case passkeyChallengeTimeout = "PASSKEY_CHALLENGE_TIMEOUT"
  /// No account has this passkey.
  case passkeyCredentialNotFound = "PASSKEY_CREDENTIAL_NOT_FOUND"
  /// The user has no such passkey.
  case passkeyEnrollmentNotFound = "PASSKEY_ENROLLMENT_NOT_FOUND"
  /// The passkey is enrolled already.
  case passkeyExists = "PASSKEY_EXISTS"
  /// The user has as many passkeys as the project allows.
  case passkeyLimitExceeded = "PASSKEY_LIMIT_EXCEEDED"
  /// The project or tenant has passkeys turned off.
  case passkeyNotEnabled = "PASSKEY_NOT_ENABLED"
  /// The password does not meet the project's password policy.
  case passwordDoesNotMeetRequirements = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  /// The project has passwords turned off.
  case passwordLoginDisabled = "PASSWORD_LOGIN_DISABLED"
  /// Another account has this phone number.
  case phoneNumberExists = "PHONE_NUMBER_EXISTS"
  /// The project is disabled.
  case projectDisabled = "PROJECT_DISABLED"
  /// The server has no such project.
  case projectNotFound = "PROJECT_NOT_FOUND"
  /// The account is linked to another identity of this provider.
  case providerAlreadyLinked = "PROVIDER_ALREADY_LINKED"
  /// The project's quota for this is used up. Try again later.
  case quotaExceeded = "QUOTA_EXCEEDED"
  /// The user has this second factor already.
  case secondFactorExists = "SECOND_FACTOR_EXISTS"
  /// The user has as many second factors as are allowed.
  case secondFactorLimitExceeded = "SECOND_FACTOR_LIMIT_EXCEEDED"
  /// The service account has no such key.
  case serviceAccountKeyNotFound = "SERVICE_ACCOUNT_KEY_NOT_FOUND"
  /// The project has no such service account.
  case serviceAccountNotFound = "SERVICE_ACCOUNT_NOT_FOUND"
  /// The verification code has expired.
  case sessionExpired = "SESSION_EXPIRED"
  /// The session has ended, or is unknown.
  case sessionNotFound = "SESSION_NOT_FOUND"
  /// Another administrator changed the settings meanwhile. Read them again.
  case settingsChanged = "SETTINGS_CHANGED"
  /// The database does not answer. Try again.
  case storageUnavailable = "STORAGE_UNAVAILABLE"
  /// The request, its token or its user belongs to another tenant.
  case tenantIDMismatch = "TENANT_ID_MISMATCH"
  /// The project has no such tenant.
  case tenantNotFound = "TENANT_NOT_FOUND"
  /// The session has ended or was revoked. Sign in again.
  case tokenExpired = "TOKEN_EXPIRED"
  /// The project has no such administrator's token.
  case tokenNotFound = "TOKEN_NOT_FOUND"
  /// The console has as many administrators as are allowed.
  case tooManyAdministrators = "TOO_MANY_ADMINISTRATORS"
  /// A limit on guessing, messages or requests is reached. Try again later.
  case tooManyAttemptsTryLater = "TOO_MANY_ATTEMPTS_TRY_LATER"
  /// The project has as many service accounts as are allowed.
  case tooManyServiceAccounts = "TOO_MANY_SERVICE_ACCOUNTS"
  /// The service account has as many keys as are allowed.
  case tooManyServiceAccountKeys = "TOO_MANY_SERVICE_ACCOUNT_KEYS"
  /// The project has as many administrators' tokens as are allowed.
  case tooManyTokens = "TOO_MANY_TOKENS"
  /// The project has as many webhooks as are allowed.
  case tooManyWebhooks = "TOO_MANY_WEBHOOKS"
  /// The project does not allow this domain.
  case unauthorizedDomain = "UNAUTHORIZED_DOMAIN"
  /// The server cannot do this now. Try again.
  case unavailable = "UNAVAILABLE"
  /// The request has a parameter that only administrators may send.
  case unexpectedParameter = "UNEXPECTED_PARAMETER"
  /// The first factor cannot be combined with a second one.
  case unsupportedFirstFactor = "UNSUPPORTED_FIRST_FACTOR"
  /// Tenants do not support this operation.
  case unsupportedTenantOperation = "UNSUPPORTED_TENANT_OPERATION"
  /// The e-mail address is not verified, and has to be for second factors.
  case unverifiedEmail = "UNVERIFIED_EMAIL"
  /// The user declined at the provider.
  case userCancelled = "USER_CANCELLED"
  /// The account is disabled.
  case userDisabled = "USER_DISABLED"
  /// The account does not exist, or signing up is not allowed.
  case userNotFound = "USER_NOT_FOUND"
  /// The password is too short, or consists of blanks.
  case weakPassword = "WEAK_PASSWORD"
  /// The project has no such webhook.
  case webhookNotFound = "WEBHOOK_NOT_FOUND"
}
