import IdentityWire

/// The reason why an operation failed. Only ``detail`` may contain a secret.
///
/// The type is independent of any protocol: one table in the HTTP layer maps kinds to responses.
public struct IdentityError: Error, Sendable {
  public enum Kind: Sendable {
    /// A rule refused the operation.
    case refused
    /// The named object does not exist.
    case missing
    /// The object exists already, or changed since it was read.
    case conflict
    /// The request is invalid, independent of the stored data.
    case malformed
    /// The caller lacks the right.
    case forbidden
    /// A bounded queue is full.
    case busy
    /// A dependency does not respond. A retry may succeed.
    case unavailable
    case unimplemented
  }

  public var kind: Kind
  /// Nil if the error has only a ``sentence``.
  public var refusal: Refusal?
  /// The message of an error without a refusal.
  public var sentence: String?
  /// Additional text, for the caller only. It may contain a link that must not be logged.
  public var detail: String?
  /// The number of seconds after which the client may retry.
  public var retryAfter: Int?
  /// The cause, for the log only.
  public var cause: String?
  /// The check that failed, for the operator. It is never sent to clients.
  public var diagnosis: (any ErrorDiagnosis)?
  /// The id under which ``diagnosis`` can be looked up.
  public var diagnosticID: String?

  public init(_ kind: Kind, _ refusal: Refusal, _ detail: String? = nil) {
    self.kind = kind
    self.refusal = refusal
    self.detail = detail
  }

  public init(_ kind: Kind, sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// The refusal's name, or else the sentence. Logs and clients identify the error by this name.
  public var name: String { refusal?.rawValue ?? sentence ?? "" }

  /// The name and the detail, as clients receive them.
  public var message: String { detail.map { "\(name) : \($0)" } ?? name }

  /// Returns the same error with a cause for the log.
  public func because(_ cause: String) -> IdentityError {
    var copy = self
    copy.cause = cause
    return copy
  }

  /// Returns the same error with the check that failed.
  public func diagnosed(_ diagnosis: any ErrorDiagnosis) -> IdentityError {
    var copy = self
    copy.diagnosis = diagnosis
    return copy
  }
}

/// Details of an error for the operator only.
public protocol ErrorDiagnosis: Sendable {}

extension IdentityError {
  public static func refused(_ refusal: Refusal, _ detail: String? = nil) -> IdentityError {
    IdentityError(.refused, refusal, detail)
  }

  public static func missing(_ refusal: Refusal) -> IdentityError { IdentityError(.missing, refusal) }

  public static func conflict(_ refusal: Refusal, _ detail: String? = nil) -> IdentityError {
    IdentityError(.conflict, refusal, detail)
  }

  public static func malformed(_ sentence: String) -> IdentityError {
    IdentityError(.malformed, sentence: sentence)
  }

  public static func forbidden(_ sentence: String) -> IdentityError {
    IdentityError(.forbidden, sentence: sentence)
  }

  public static func unimplemented(_ sentence: String) -> IdentityError {
    IdentityError(.unimplemented, sentence: sentence)
  }

  /// - Parameter retryAfter: seconds.
  public static func busy(retryAfter: Int) -> IdentityError {
    var error = IdentityError(.busy, .tooManyAttemptsTryLater)
    error.retryAfter = retryAfter
    return error
  }

  public static func unavailable(_ refusal: Refusal, cause: String) -> IdentityError {
    var error = IdentityError(.unavailable, refusal)
    error.retryAfter = 1
    error.cause = cause
    return error
  }

  /// Runs a part of an operation that reads a message, and converts its errors.
  public static func reading<Value>(_ body: () throws(MessageFault) -> Value) throws(IdentityError) -> Value {
    do { return try body() } catch { throw .malformed(error.sentence) }
  }
}
