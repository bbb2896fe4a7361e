import Foundation
public enum AuthErrorCode: Int, Error, Sendable {
  case invalidCredential = 17004, userDisabled = 17005, operationNotAllowed = 17006, emailAlreadyInUse = 17007, invalidEmail = 17008, wrongPassword = 17009, userNotFound = 17011, accountExistsWithDifferentCredential = 17012, requiresRecentLogin = 17014, providerAlreadyLinked = 17015, noSuchProvider = 17016, invalidUserToken = 17017, networkError = 17020, userTokenExpired = 17021, userMismatch = 17024, credentialAlreadyInUse = 17025, weakPassword = 17026, missingEmail = 17034, unauthorizedDomain = 17038, missingPhoneNumber = 17041, missingVerificationCode = 17043, missingVerificationID = 17045, webContextAlreadyPresented = 17057, webContextCancelled = 17058, invalidClientID = 17060, webNetworkRequestFailed = 17061, webInternalError = 17062, webSignInUserInteractionFailure = 17063, nullUser = 17067, invalidProviderID = 17071, tenantIDMismatch = 17072, secondFactorRequired = 17078, missingMultiFactorSession = 17081, missingContinueURI = 17040, invalidMultiFactorSession = 17083, keychainError = 17995, internalError = 17999, invalidAPIKey = 17023, argumentError = 17998, malformedJWT = 18000, secondFactorAlreadyEnrolled = 17087, missingMultiFactorInfo = 17082
}
public final class AuthError: NSError, @unchecked Sendable {
  public init(_ code: AuthErrorCode, _ message: String? = nil, failureReason: String? = nil, underlying: (any Error)? = nil, info: [String: any Sendable] = [:]) {
    super.init(domain: "FIRAuthErrorDomain", code: code.rawValue, userInfo: info)
  }
  required init?(coder: NSCoder) { nil }
}
extension AuthErrorCode { public init?(_ error: any Error) { self.init(rawValue: (error as NSError).code) } }
enum ServerFailure {
  static func error(status: Int, body: Data) -> AuthError { AuthError(.internalError) }
  static func network(_ e: any Error) -> AuthError { AuthError(.networkError) }
  static func malformedAnswer(_ d: Data) -> AuthError { AuthError(.internalError) }
}
public let AuthErrorUserInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"
public let AuthErrorUserInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"
public let AuthErrorUserInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"
