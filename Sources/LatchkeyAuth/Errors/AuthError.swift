import Foundation

/// The error that everything in the SDK throws, and hands to completions: an `NSError` in
/// ``AuthErrors/domain`` whose code is the raw value of an ``AuthErrorCode``. It is an `NSError` on Linux
/// too, so that `catch let error as NSError` catches it there.
///
/// `userInfo` has, besides the localized description, always the code's name under
/// ``AuthErrors/userInfoNameKey``; see ``AuthErrors`` for what else it may have. A credential in it can sign
/// the user in. The error's description, what a log shows of it, therefore leaves `userInfo` out.
public final class AuthError: NSError, @unchecked Sendable {
  /// - Parameters:
  ///   - code: what kind of error it is.
  ///   - message: a sentence for the localized description; nil, or an empty one, takes the code's own.
  ///   - failureReason: what exactly was wrong, as `NSLocalizedFailureReasonErrorKey`.
  ///   - underlying: the error that this one reports.
  ///   - info: more for `userInfo`. The code's name cannot be replaced in it.
  public convenience init(
    _ code: AuthErrorCode, _ message: String? = nil, failureReason: String? = nil,
    underlying: (any Error)? = nil, info: [String: any Sendable] = [:]
  ) {
    var userInfo: [String: Any] = info
    if let message, !message.isEmpty { userInfo[NSLocalizedDescriptionKey] = message }
    if userInfo[NSLocalizedDescriptionKey] == nil { userInfo[NSLocalizedDescriptionKey] = code.sentence }
    if let failureReason, !failureReason.isEmpty {
      userInfo[NSLocalizedFailureReasonErrorKey] = failureReason
    }
    if let underlying { userInfo[NSUnderlyingErrorKey] = underlying as NSError }
    self.init(code: code, userInfo: userInfo)
  }

  private init(code: AuthErrorCode, userInfo: [String: Any]) {
    var userInfo = userInfo
    userInfo[AuthErrors.userInfoNameKey] = code.name
    super.init(domain: AuthErrors.domain, code: code.rawValue, userInfo: userInfo)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// What the server said, word for word. Nil when the error did not come from a server.
  public var serverMessage: String? { userInfo[AuthErrors.userInfoServerMessageKey] as? String }

  /// The account's e-mail address, where the error tells of one.
  public var email: String? { userInfo[AuthErrors.userInfoEmailKey] as? String }

  /// Code, description, failure reason and what lies under it, without `userInfo`.
  public override var description: String {
    var text = "Error Domain=\(domain) Code=\(code) \"\(localizedDescription)\""
    if let name = userInfo[AuthErrors.userInfoNameKey] as? String { text += " (\(name))" }
    if let reason = localizedFailureReason { text += ", reason: \(reason)" }
    if let underlying = userInfo[NSUnderlyingErrorKey] as? NSError {
      text += ", underlying: \(underlying.domain) \(underlying.code)"
    }
    return text
  }

  public override var debugDescription: String { description }

  /// The same error with more in `userInfo`.
  func adding(_ info: [String: any Sendable]) -> AuthError {
    let code = AuthErrorCode(rawValue: code) ?? .internalError
    return AuthError(code: code, userInfo: userInfo.merging(info) { _, added in added })
  }
}
