import Foundation

/// The error codes, with FirebaseAuth's numbers. The SDK throws ``AuthError``s, whose `code` is one of these
/// raw values. A `catch` and a `case` compare an error with these constants by its code. ``init(_:)`` and
/// `Error.authErrorCode` return the code of any error:
///
/// ```swift
/// do {
///   try await auth.signIn(withEmail: email, password: password)
/// } catch AuthErrorCode.wrongPassword, AuthErrorCode.invalidCredential {
///   askAgain()
/// } catch {
///   show(error)
/// }
/// ```
///
/// FirebaseAuth has an enumeration instead. A `catch` does not compare its cases by code.
public struct AuthErrorCode: RawRepresentable, Error, Hashable, CaseIterable, Sendable {
  let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  public init?(rawValue: Int) {
    guard let kind = Kind(rawValue: rawValue) else { return nil }
    self.kind = kind
  }

  public var rawValue: Int { kind.rawValue }
  public static var allCases: [AuthErrorCode] { Kind.allCases.map(Self.init) }

  /// The custom token is malformed, or its signature cannot be verified.
  public static let invalidCustomToken = Self(.invalidCustomToken)
  /// The custom token was made for another project.
  public static let customTokenMismatch = Self(.customTokenMismatch)
  /// The credential is malformed, expired or not genuine. If the project protects against e-mail enumeration,
  /// this code also means an unknown address or a wrong password.
  public static let invalidCredential = Self(.invalidCredential)
  /// An administrator disabled the account.
  public static let userDisabled = Self(.userDisabled)
  /// The project does not allow this way to sign in, or this operation.
  public static let operationNotAllowed = Self(.operationNotAllowed)
  /// Another account has the e-mail address.
  public static let emailAlreadyInUse = Self(.emailAlreadyInUse)
  /// The text is not an e-mail address.
  public static let invalidEmail = Self(.invalidEmail)
  /// The password is wrong, or the account has no password.
  public static let wrongPassword = Self(.wrongPassword)
  /// Too many attempts, or the server is busy. Try again later.
  public static let tooManyRequests = Self(.tooManyRequests)
  /// No account matches. After a request with a signed-in user's token, this means that the account was
  /// deleted. The SDK then signs the user out.
  public static let userNotFound = Self(.userNotFound)
  /// The address belongs to an account that signs in with another provider. The error contains the address, and
  /// a credential to link after a sign-in with that provider.
  public static let accountExistsWithDifferentCredential = Self(.accountExistsWithDifferentCredential)
  /// The operation is sensitive and the last sign-in is too old: reauthenticate and try again.
  public static let requiresRecentLogin = Self(.requiresRecentLogin)
  /// The account already has an identity of this provider.
  public static let providerAlreadyLinked = Self(.providerAlreadyLinked)
  /// The account has no identity of this provider.
  public static let noSuchProvider = Self(.noSuchProvider)
  /// The user's token is no longer valid. The user is signed out and has to sign in again.
  public static let invalidUserToken = Self(.invalidUserToken)
  /// The server could not be reached, or the connection broke. The underlying error says why.
  public static let networkError = Self(.networkError)
  /// The session was ended, for example by a password change on another device. The user is signed out and
  /// has to sign in again.
  public static let userTokenExpired = Self(.userTokenExpired)
  /// The API key is missing, or belongs to no project.
  public static let invalidAPIKey = Self(.invalidAPIKey)
  /// The reauthentication was for another user.
  public static let userMismatch = Self(.userMismatch)
  /// The credential belongs to another account. The error may have an updated credential that signs in to
  /// that account.
  public static let credentialAlreadyInUse = Self(.credentialAlreadyInUse)
  /// The password is too weak; the failure reason says what it lacks.
  public static let weakPassword = Self(.weakPassword)
  /// The app may not use the project: the API key does not allow its bundle id or its address.
  public static let appNotAuthorized = Self(.appNotAuthorized)
  /// The code of the mailed link has expired.
  public static let expiredActionCode = Self(.expiredActionCode)
  /// The code of the mailed link is malformed or was redeemed already.
  public static let invalidActionCode = Self(.invalidActionCode)
  /// The project's mail template cannot be used.
  public static let invalidMessagePayload = Self(.invalidMessagePayload)
  /// The project's sender address is invalid.
  public static let invalidSender = Self(.invalidSender)
  /// The mail cannot be sent to this address.
  public static let invalidRecipientEmail = Self(.invalidRecipientEmail)
  /// An e-mail address is needed.
  public static let missingEmail = Self(.missingEmail)
  /// A bundle id is needed, because an App Store id was given.
  public static let missingIosBundleID = Self(.missingIosBundleID)
  /// A package name is needed, because the Android app is to be installed.
  public static let missingAndroidPackageName = Self(.missingAndroidPackageName)
  /// The domain to return to is not one of the project's authorized domains.
  public static let unauthorizedDomain = Self(.unauthorizedDomain)
  /// The URL to continue at is malformed.
  public static let invalidContinueURI = Self(.invalidContinueURI)
  /// A URL to continue at is needed.
  public static let missingContinueURI = Self(.missingContinueURI)
  /// A phone number is needed.
  public static let missingPhoneNumber = Self(.missingPhoneNumber)
  /// The phone number is not in E.164 form, with a leading `+`.
  public static let invalidPhoneNumber = Self(.invalidPhoneNumber)
  /// The code of the text message is needed.
  public static let missingVerificationCode = Self(.missingVerificationCode)
  /// The code of the text message, or of the authenticator app, is wrong.
  public static let invalidVerificationCode = Self(.invalidVerificationCode)
  /// The verification id that `verifyPhoneNumber` returned is needed.
  public static let missingVerificationID = Self(.missingVerificationID)
  /// The verification id was not issued by this server, or was redeemed already.
  public static let invalidVerificationID = Self(.invalidVerificationID)
  /// Phone verification needs proof that the request comes from the app.
  public static let missingAppCredential = Self(.missingAppCredential)
  /// The proof of the app's identity is not genuine.
  public static let invalidAppCredential = Self(.invalidAppCredential)
  /// The code of the text message has expired; send another code.
  public static let sessionExpired = Self(.sessionExpired)
  /// The project may send no more text messages for now.
  public static let quotaExceeded = Self(.quotaExceeded)
  /// The app has no APNs token.
  public static let missingAppToken = Self(.missingAppToken)
  /// A silent notification did not reach the SDK.
  public static let notificationNotForwarded = Self(.notificationNotForwarded)
  /// The server could not verify the app.
  public static let appNotVerified = Self(.appNotVerified)
  /// The reCAPTCHA answer was rejected, or the site is not registered.
  public static let captchaCheckFailed = Self(.captchaCheckFailed)
  /// Another sign-in in a browser is still in progress.
  public static let webContextAlreadyPresented = Self(.webContextAlreadyPresented)
  /// The user cancelled, or the sign-in in the browser took too long.
  public static let webContextCancelled = Self(.webContextCancelled)
  /// The verification of the app in a browser failed; the failure reason says how.
  public static let appVerificationUserInteractionFailure = Self(.appVerificationUserInteractionFailure)
  /// The client id, or app id, is not registered with the project.
  public static let invalidClientID = Self(.invalidClientID)
  /// A request of the page in the browser failed.
  public static let webNetworkRequestFailed = Self(.webNetworkRequestFailed)
  /// An error occurred in the page in the browser.
  public static let webInternalError = Self(.webInternalError)
  /// The sign-in in the browser failed; the failure reason says how.
  public static let webSignInUserInteractionFailure = Self(.webSignInUserInteractionFailure)
  /// No Game Center player is signed in on this device.
  public static let localPlayerNotAuthenticated = Self(.localPlayerNotAuthenticated)
  /// A user is needed, and none was given.
  public static let nullUser = Self(.nullUser)
  /// The provider is not known.
  public static let invalidProviderID = Self(.invalidProviderID)
  /// The user or the token belongs to a tenant other than the one that `Auth` is set to.
  public static let tenantIDMismatch = Self(.tenantIDMismatch)
  /// The operation is not available for tenants.
  public static let unsupportedTenantOperation = Self(.unsupportedTenantOperation)
  /// The link domain is not one of the project's.
  public static let invalidHostingLinkDomain = Self(.invalidHostingLinkDomain)
  /// The request had no valid credential.
  public static let rejectedCredential = Self(.rejectedCredential)
  /// The app was built without GameKit.
  public static let gameKitNotLinked = Self(.gameKitNotLinked)
  /// The first factor is correct, and the account has a second factor. The error contains the resolver that
  /// continues the sign-in.
  public static let secondFactorRequired = Self(.secondFactorRequired)
  /// The request for a second factor lacks its session.
  public static let missingMultiFactorSession = Self(.missingMultiFactorSession)
  /// The request does not say which second factor is meant.
  public static let missingMultiFactorInfo = Self(.missingMultiFactorInfo)
  /// The session of the multi-factor operation is wrong or has expired; sign in again.
  public static let invalidMultiFactorSession = Self(.invalidMultiFactorSession)
  /// The account has no such second factor.
  public static let multiFactorInfoNotFound = Self(.multiFactorInfoNotFound)
  /// Only administrators of the project may do this.
  public static let adminRestrictedOperation = Self(.adminRestrictedOperation)
  /// The e-mail address must be verified first.
  public static let unverifiedEmail = Self(.unverifiedEmail)
  /// The account already has this second factor.
  public static let secondFactorAlreadyEnrolled = Self(.secondFactorAlreadyEnrolled)
  /// The account has the maximum number of second factors.
  public static let maximumSecondFactorCountExceeded = Self(.maximumSecondFactorCountExceeded)
  /// A second factor cannot follow this first factor.
  public static let unsupportedFirstFactor = Self(.unsupportedFirstFactor)
  /// In an account with second factors a new address takes effect only after it is verified.
  public static let emailChangeNeedsVerification = Self(.emailChangeNeedsVerification)
  /// The request lacks the app's identifier.
  public static let missingClientIdentifier = Self(.missingClientIdentifier)
  /// The raw nonce does not fit the hash in the provider's ID token, or is missing.
  public static let missingOrInvalidNonce = Self(.missingOrInvalidNonce)
  /// A blocking function of the project refused. Its message, if it gave one, is the description.
  public static let blockingCloudFunctionError = Self(.blockingCloudFunctionError)
  /// The project has no reCAPTCHA.
  public static let recaptchaNotEnabled = Self(.recaptchaNotEnabled)
  /// The request needs a reCAPTCHA token.
  public static let missingRecaptchaToken = Self(.missingRecaptchaToken)
  /// The reCAPTCHA token was rejected.
  public static let invalidRecaptchaToken = Self(.invalidRecaptchaToken)
  /// The reCAPTCHA token is for another action.
  public static let invalidRecaptchaAction = Self(.invalidRecaptchaAction)
  /// The request does not name the kind of client.
  public static let missingClientType = Self(.missingClientType)
  /// The request does not name the version of reCAPTCHA.
  public static let missingRecaptchaVersion = Self(.missingRecaptchaVersion)
  /// The version of reCAPTCHA is unknown.
  public static let invalidRecaptchaVersion = Self(.invalidRecaptchaVersion)
  /// The kind of request is unknown.
  public static let invalidReqType = Self(.invalidReqType)
  /// The app was built without the reCAPTCHA SDK, or has no ``Auth/captchaTokenProvider``.
  public static let recaptchaSDKNotLinked = Self(.recaptchaSDKNotLinked)
  /// The project has no site key for reCAPTCHA.
  public static let recaptchaSiteKeyMissing = Self(.recaptchaSiteKeyMissing)
  /// The reCAPTCHA action could not be made.
  public static let recaptchaActionCreationFailed = Self(.recaptchaActionCreationFailed)
  /// The password breaks the project's policy; the description says how.
  public static let passwordDoesNotMeetRequirements = Self(.passwordDoesNotMeetRequirements)
  /// The account, or every account of the project, lacks this passkey.
  public static let missingPasskeyEnrollment = Self(.missingPasskeyEnrollment)
  /// The authenticator's answer cannot be read, or its signature, origin or domain is wrong.
  public static let invalidAuthenticatorResponse = Self(.invalidAuthenticatorResponse)
  /// The session could not be read or stored, in the keychain or in the file used in its place. The failure
  /// reason says why.
  public static let keychainError = Self(.keychainError)
  /// An unexpected error. The underlying error says more.
  public static let internalError = Self(.internalError)
  /// The token is not a JWT.
  public static let malformedJWT = Self(.malformedJWT)
}
