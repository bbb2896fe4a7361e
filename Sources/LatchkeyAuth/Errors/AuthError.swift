import Foundation

/// The error that the SDK throws and passes to completions: an `NSError` in ``AuthErrors/domain`` whose code
/// is the raw value of an ``AuthErrorCode``. It is an `NSError` on Linux too, so that `catch let error as
/// NSError` catches it there.
///
/// `userInfo` always contains the localized description, and the code's name under
/// ``AuthErrors/userInfoNameKey``. ``AuthErrors`` lists the other keys. `userInfo` may contain a credential
/// that signs the user in. The error's description, which logs contain, therefore omits `userInfo`.
public final class AuthError: NSError, @unchecked Sendable {
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - message: a sentence for the localized description; if nil or empty, the default text of the code.
  ///   - failureReason: the exact cause, stored as `NSLocalizedFailureReasonErrorKey`.
  ///   - underlying: the error that caused this error.
  ///   - info: more entries for `userInfo`. They cannot replace the code's name.
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

  /// The server's message, word for word. Nil if the error does not come from a server.
  public var serverMessage: String? { userInfo[AuthErrors.userInfoServerMessageKey] as? String }

  /// The account's e-mail address, if the error has one.
  public var email: String? { userInfo[AuthErrors.userInfoEmailKey] as? String }

  /// Code, description, failure reason and underlying error, without `userInfo`.
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

  /// Returns a copy of the error with more entries in `userInfo`.
  func adding(_ info: [String: any Sendable]) -> AuthError {
    let code = AuthErrorCode(rawValue: code) ?? .internalError
    return AuthError(code: code, userInfo: userInfo.merging(info) { _, added in added })
  }
}
