import Foundation

/// What went wrong, as FirebaseAuth numbers it. The errors of the SDK are ``AuthError``s, whose `code` is one
/// of these raw values; ``init(_:)`` and `Error.authErrorCode` read it from any error.
///
/// On Linux, `catch AuthErrorCode.wrongPassword` and `error as? AuthErrorCode` do not match an `NSError`,
/// which is what is thrown:
///
/// ```swift
/// } catch {
///   switch error.authErrorCode {
///   case .wrongPassword, .invalidCredential: …
///   default: …
///   }
/// }
/// ```
public enum AuthErrorCode: Int, Error, Sendable, CaseIterable {
  /// The custom token is malformed, or its signature cannot be verified.
  case invalidCustomToken = 17000
  /// The custom token was made for another project.
  case customTokenMismatch = 17002
  /// The credential is malformed, expired or not genuine; with protection against e-mail enumeration also
  /// an unknown address or a wrong password.
  case invalidCredential = 17004
  /// An administrator disabled the account.
  case userDisabled = 17005
  /// The project does not allow this way to sign in, or this operation.
  case operationNotAllowed = 17006
  /// Another account has the e-mail address.
  case emailAlreadyInUse = 17007
  /// The text is no e-mail address.
  case invalidEmail = 17008
  /// The password is wrong, or the account has none.
  case wrongPassword = 17009
  /// Too many attempts, or the server is busy. Another attempt makes sense later.
  case tooManyRequests = 17010
  /// No account fits. While a signed-in user's token is used: the account was deleted, and the user is
  /// signed out.
  case userNotFound = 17011
  /// The address belongs to an account that signs in in another way. The error has the address, and the
  /// credential to link after that sign-in.
  case accountExistsWithDifferentCredential = 17012
  /// The operation is sensitive and the last sign-in too old: reauthenticate and try again.
  case requiresRecentLogin = 17014
  /// The account already has an identity of this provider.
  case providerAlreadyLinked = 17015
  /// The account has no identity of this provider.
  case noSuchProvider = 17016
  /// The user's token is not valid any more; the user is signed out and has to sign in again.
  case invalidUserToken = 17017
  /// The server could not be reached, or the connection broke. The underlying error says why.
  case networkError = 17020
  /// The session was ended, for instance by a change of password elsewhere; the user is signed out and has
  /// to sign in again.
  case userTokenExpired = 17021
  /// The API key is missing, or belongs to no project.
  case invalidAPIKey = 17023
  /// Reauthentication was attempted as another user.
  case userMismatch = 17024
  /// The credential belongs to another account. The error may have an updated credential with which to sign
  /// in to that one.
  case credentialAlreadyInUse = 17025
  /// The password is too weak; the failure reason says what it lacks.
  case weakPassword = 17026
  /// The project does not serve this app: its bundle id or its address is not allowed with the API key.
  case appNotAuthorized = 17028
  /// The code of the mailed link has expired.
  case expiredActionCode = 17029
  /// The code of the mailed link is malformed or was used.
  case invalidActionCode = 17030
  /// The project's mail template cannot be used.
  case invalidMessagePayload = 17031
  /// The project's sender address cannot be used.
  case invalidSender = 17032
  /// The mail cannot be sent to this address.
  case invalidRecipientEmail = 17033
  /// An e-mail address is needed.
  case missingEmail = 17034
  /// A bundle id is needed, because an App Store id was given.
  case missingIosBundleID = 17036
  /// A package name is needed, because the Android app is to be installed.
  case missingAndroidPackageName = 17037
  /// The domain to come back to is not one of the project's authorized domains.
  case unauthorizedDomain = 17038
  /// The address to continue at is malformed.
  case invalidContinueURI = 17039
  /// An address to continue at is needed.
  case missingContinueURI = 17040
  /// A phone number is needed.
  case missingPhoneNumber = 17041
  /// The phone number is not in E.164 form, `+` first.
  case invalidPhoneNumber = 17042
  /// The code of the text message is needed.
  case missingVerificationCode = 17043
  /// The code of the text message, or of the authenticator app, is wrong.
  case invalidVerificationCode = 17044
  /// The verification id that `verifyPhoneNumber` returned is needed.
  case missingVerificationID = 17045
  /// The verification id is not one that this server gave, or was used.
  case invalidVerificationID = 17046
  /// Phone verification needs proof that the request comes from the app.
  case missingAppCredential = 17047
  /// The proof of which app the request comes from is not genuine.
  case invalidAppCredential = 17048
  /// The code of the text message has expired; send another.
  case sessionExpired = 17051
  /// The project may send no more text messages for now.
  case quotaExceeded = 17052
  /// The app has no APNs token.
  case missingAppToken = 17053
  /// A silent notification did not reach the SDK.
  case notificationNotForwarded = 17054
  /// The server could not verify the app.
  case appNotVerified = 17055
  /// The reCAPTCHA answer was rejected, or the site is not registered.
  case captchaCheckFailed = 17056
  /// Another sign-in in a browser is still under way.
  case webContextAlreadyPresented = 17057
  /// The user gave up, or the sign-in in the browser took too long.
  case webContextCancelled = 17058
  /// The verification of the app in a browser failed; the failure reason says how.
  case appVerificationUserInteractionFailure = 17059
  /// The client id, or app id, is not registered with the project.
  case invalidClientID = 17060
  /// A request of the page in the browser failed.
  case webNetworkRequestFailed = 17061
  /// The page in the browser met an error.
  case webInternalError = 17062
  /// The sign-in in the browser failed; the failure reason says how.
  case webSignInUserInteractionFailure = 17063
  /// No Game Center player is signed in on this device.
  case localPlayerNotAuthenticated = 17066
  /// A user is needed, and none was given.
  case nullUser = 17067
  /// The provider is not known.
  case invalidProviderID = 17071
  /// The user or the token belongs to another tenant than the one that `Auth` is set to.
  case tenantIDMismatch = 17072
  /// Tenants do not have this operation.
  case unsupportedTenantOperation = 17073
  /// The link domain is not one of the project's.
  case invalidHostingLinkDomain = 17214
  /// The request had no valid credential.
  case rejectedCredential = 17075
  /// The app was built without GameKit.
  case gameKitNotLinked = 17076
  /// The first factor is done and the account has a second one. The error has the resolver to go on with.
  case secondFactorRequired = 17078
  /// The request for a second factor lacks its session.
  case missingMultiFactorSession = 17081
  /// The request does not say which second factor is meant.
  case missingMultiFactorInfo = 17082
  /// The session of the multi-factor operation is wrong or has expired; sign in again.
  case invalidMultiFactorSession = 17083
  /// The account has no such second factor.
  case multiFactorInfoNotFound = 17084
  /// Only administrators of the project may do this.
  case adminRestrictedOperation = 17085
  /// The e-mail address must be verified first.
  case unverifiedEmail = 17086
  /// The account already has this second factor.
  case secondFactorAlreadyEnrolled = 17087
  /// The account has as many second factors as it may have.
  case maximumSecondFactorCountExceeded = 17088
  /// A second factor cannot follow this first factor.
  case unsupportedFirstFactor = 17089
  /// An account with second factors takes a new address only after that was verified.
  case emailChangeNeedsVerification = 17090
  /// The request lacks the app's identifier.
  case missingClientIdentifier = 17093
  /// The raw nonce does not fit the hash in the provider's ID token, or is missing.
  case missingOrInvalidNonce = 17094
  /// A blocking function of the project refused. Its message, if it gave one, is the description.
  case blockingCloudFunctionError = 17105
  /// The project has no reCAPTCHA.
  case recaptchaNotEnabled = 17200
  /// The request needs a reCAPTCHA token.
  case missingRecaptchaToken = 17201
  /// The reCAPTCHA token was rejected.
  case invalidRecaptchaToken = 17202
  /// The reCAPTCHA token is for another action.
  case invalidRecaptchaAction = 17203
  /// The request does not name the kind of client.
  case missingClientType = 17204
  /// The request does not name the version of reCAPTCHA.
  case missingRecaptchaVersion = 17205
  /// The version of reCAPTCHA is not one of those known.
  case invalidRecaptchaVersion = 17206
  /// The kind of request is not one of those known.
  case invalidReqType = 17207
  /// The app was built without the reCAPTCHA SDK.
  case recaptchaSDKNotLinked = 17208
  /// The project has no site key for reCAPTCHA.
  case recaptchaSiteKeyMissing = 17209
  /// The reCAPTCHA action could not be made.
  case recaptchaActionCreationFailed = 17210
  /// The password breaks the project's policy; the description says where.
  case passwordDoesNotMeetRequirements = 17211
  /// The session could not be read or stored: in the keychain, or in the file that stands in for it. The
  /// failure reason says why.
  case keychainError = 17995
  /// Something unexpected. The underlying error says more.
  case internalError = 17999
  /// A token that should be a JWT is none.
  case malformedJWT = 18000
}
