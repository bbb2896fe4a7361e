import Foundation
import LatchkeyAuth
import Testing

/// The code of what a call throws, when it is an error of the SDK's domain.
func code(of body: () async throws -> Void) async -> Int? {
  do {
    try await body()
    return nil
  } catch {
    let error = error as NSError
    return error.domain == "FIRAuthErrorDomain" ? error.code : nil
  }
}

/// What an error of the SDK says of itself, when a call throws one with this code.
func message(_ expected: AuthErrorCode, of body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    let error = error as NSError
    return error.code == expected.rawValue ? error.localizedDescription : nil
  }
}
