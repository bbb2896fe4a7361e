import Foundation

/// Makes the errors of what keeps sessions in files.
enum FileFailure {
  /// - Parameter code: `errno`, when the system refused.
  static func error(_ text: String, at path: String, code: Int32? = nil) -> AuthError {
    let underlying = code.map { NSError(domain: NSPOSIXErrorDomain, code: Int($0)) }
    let reason = "\(text) (\(path)\(underlying.map { ": " + $0.localizedDescription } ?? ""))"
    return AuthError(.keychainError, reason, failureReason: reason, underlying: underlying)
  }
}
