import Foundation

public enum AuthErrorCode: Int, Error {
  case networkError = 17020
  case webContextAlreadyPresented = 17057
  case webContextCancelled = 17058
  case webNetworkRequestFailed = 17061
  case webInternalError = 17062
  case keychainError = 17995
}

public class AuthError: NSError, @unchecked Sendable {
  public init(
    _ code: AuthErrorCode, _ message: String? = nil, failureReason: String? = nil,
    underlying: (any Error)? = nil
  ) {
    var info: [String: Any] = [:]
    info[NSLocalizedDescriptionKey] = message
    info[NSLocalizedFailureReasonErrorKey] = failureReason
    info[NSUnderlyingErrorKey] = underlying
    super.init(domain: "FIRAuthErrorDomain", code: code.rawValue, userInfo: info)
  }

  public required init?(coder: NSCoder) { nil }
}
