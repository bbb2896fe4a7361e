import CLatchkeyAuth
import Foundation
import LatchkeyAuth

extension AuthError {
  /// Converts an error. The library passes only ``AuthError``s to C code.
  static func reported(_ error: any Error) -> AuthError {
    of(error) as? AuthError ?? AuthError(.internalError, underlying: error)
  }
}

/// Stores an error in an output argument, if the caller passed one.
func report(_ error: any Error, _ place: UnsafeMutablePointer<OpaquePointer?>?) {
  place?.pointee = handle(AuthError.reported(error))
}

/// Runs a throwing body in a function that reports failure by NULL or false.
///
/// - Parameter place: set to NULL, or to the error.
func reporting<Result>(
  _ place: UnsafeMutablePointer<OpaquePointer?>?, else failure: Result, _ body: () throws -> Result
) -> Result {
  place?.pointee = nil
  do {
    return try body()
  } catch {
    report(error, place)
    return failure
  }
}

@_cdecl("latchkey_error_code")
public func errorCode(_ error: OpaquePointer?) -> Int32 {
  Int32(content(error, AuthError.self)?.code ?? 0)
}

@_cdecl("latchkey_error_name")
public func errorName(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(error, AuthError.self)?.userInfo[AuthErrors.userInfoNameKey] as? String)
}

@_cdecl("latchkey_error_message")
public func errorMessage(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(error, AuthError.self)?.localizedDescription)
}

@_cdecl("latchkey_error_reason")
public func errorReason(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let error = content(error, AuthError.self) else { return nil }
  if let reason = error.localizedFailureReason { return text(reason) }
  let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
  switch error.authErrorCode {
  // The system's text contains the reason why the server could not be reached.
  case .networkError: return text(underlying?.localizedDescription)
  // The answer may come from a different kind of server. Only this text shows that.
  case .internalError: return text(error.serverMessage ?? underlying.map(reason))
  default: return nil
  }
}

private func reason(_ failure: NSError) -> String {
  let cause = failure.userInfo[NSUnderlyingErrorKey] as? NSError
  guard let cause, cause.domain == AuthErrors.httpStatusDomain else { return failure.localizedDescription }
  return "\(failure.localizedDescription) Its status was \(cause.code)."
}

@_cdecl("latchkey_error_server_message")
public func errorServerMessage(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(error, AuthError.self)?.serverMessage)
}

@_cdecl("latchkey_error_email")
public func errorEmail(_ error: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(error, AuthError.self)?.email)
}

@_cdecl("latchkey_error_updated_credential")
public func errorUpdatedCredential(_ error: OpaquePointer?) -> OpaquePointer? {
  handle(content(error, AuthError.self)?.updatedCredential)
}

@_cdecl("latchkey_error_resolver")
public func errorResolver(_ error: OpaquePointer?) -> OpaquePointer? {
  handle(content(error, AuthError.self)?.multiFactorResolver)
}
