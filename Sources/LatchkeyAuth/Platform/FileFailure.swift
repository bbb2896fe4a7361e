import Foundation

/// Makes the errors of file storage.
enum FileFailure {
  /// - Parameter code: `errno`, if a system call failed.
  static func error(_ text: String, at path: String, code: Int32? = nil) -> AuthError {
    let underlying = code.map { NSError(domain: NSPOSIXErrorDomain, code: Int($0)) }
    let reason = "\(text) (\(path)\(underlying.map { ": " + $0.localizedDescription } ?? ""))"
    return AuthError(.keychainError, reason, failureReason: reason, underlying: underlying)
  }
}
