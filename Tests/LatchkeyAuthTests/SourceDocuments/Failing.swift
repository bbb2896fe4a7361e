import FirebaseAuth
import Foundation

/// The error of an operation that has to fail, as an app has it: an `NSError` of the SDK's domain, with a
/// code, a name and words.
func failure(_ body: () async throws -> Void) async -> NSError? {
  do {
    try await body()
    return nil
  } catch {
    let error = error as NSError
    guard error.domain == AuthErrorDomain, !error.localizedDescription.isEmpty,
      (error.userInfo[AuthErrorUserInfoNameKey] as? String)?.isEmpty == false
    else { return NSError(domain: "not the SDK's: \(error)", code: -1) }
    return error
  }
}

/// The code of that error.
func failureCode(_ body: () async throws -> Void) async -> AuthErrorCode? {
  await failure(body).flatMap { AuthErrorCode(rawValue: $0.code) }
}
