import Foundation
import LatchkeyAuth

/// Returns the content of an argument's handle.
///
/// - Parameter code: the error code for NULL and for a handle of another kind.
func given<Content: Sendable>(
  _ pointer: OpaquePointer?, _ kind: Content.Type, or code: AuthErrorCode
) throws(AuthError) -> Content {
  guard let content = content(pointer, kind) else { throw AuthError(code) }
  return content
}

func given(_ text: CText?, or code: AuthErrorCode) throws(AuthError) -> String {
  guard let string = string(text) else { throw AuthError(code) }
  return string
}

func givenAuth(_ pointer: OpaquePointer?) throws(AuthError) -> Auth {
  guard let auth = content(pointer, Auth.self) else {
    throw AuthError(.internalError, "An auth is needed, and none was given.")
  }
  return auth
}

func givenUser(_ pointer: OpaquePointer?) throws(AuthError) -> User {
  try given(pointer, User.self, or: .nullUser)
}

func givenCredential(_ pointer: OpaquePointer?) throws(AuthError) -> AuthCredential {
  try given(pointer, AuthCredential.self, or: .invalidCredential)
}

/// Returns the argument's phone credential.
func givenPhoneCredential(_ pointer: OpaquePointer?) throws(AuthError) -> PhoneAuthCredential {
  guard let credential = try givenCredential(pointer) as? PhoneAuthCredential else {
    throw AuthError(.invalidCredential, "The credential is not for a telephone number.")
  }
  return credential
}
