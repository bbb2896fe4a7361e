import CLatchkeyAuth
import Foundation
import LatchkeyAuth

private func passkeys(of user: OpaquePointer?) -> [PasskeyInfo] {
  content(user, User.self)?.enrolledPasskeys ?? []
}

private func passkey(_ user: OpaquePointer?, _ index: Int) -> PasskeyInfo? {
  let all = passkeys(of: user)
  return all.indices.contains(index) ? all[index] : nil
}

@_cdecl("latchkey_user_passkey_count")
public func userPasskeyCount(_ user: OpaquePointer?) -> Int { passkeys(of: user).count }

@_cdecl("latchkey_user_passkey_name")
public func userPasskeyName(_ user: OpaquePointer?, _ index: Int) -> UnsafeMutablePointer<CChar>? {
  text(passkey(user, index)?.name)
}

@_cdecl("latchkey_user_passkey_credential_id")
public func userPasskeyCredentialID(_ user: OpaquePointer?, _ index: Int) -> UnsafeMutablePointer<CChar>? {
  text(passkey(user, index)?.credentialID)
}

@_cdecl("latchkey_user_start_passkey_enrollment")
public func userStartPasskeyEnrollment(
  _ user: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    return { OperationResult(texts: [try await user.passkeyCreationOptions().json]) }
  }
}

@_cdecl("latchkey_user_finalize_passkey_enrollment")
public func userFinalizePasskeyEnrollment(
  _ user: OpaquePointer?, _ response: CText?, _ name: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    let registration = try PasskeyRegistration(json: try given(response, or: .invalidAuthenticatorResponse))
    let name = string(name)
    return { OperationResult(try await user.finalizePasskeyEnrollment(with: registration, name: name)) }
  }
}

@_cdecl("latchkey_user_unenroll_passkey")
public func userUnenrollPasskey(
  _ user: OpaquePointer?, _ credentialID: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let id = try given(credentialID, or: .missingPasskeyEnrollment)
    return { try await user.unenrollPasskey(withCredentialID: id) }
  }
}

@_cdecl("latchkey_auth_start_passkey_sign_in")
public func authStartPasskeySignIn(
  _ auth: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    return { OperationResult(texts: [try await auth.passkeyRequestOptions().json]) }
  }
}

@_cdecl("latchkey_auth_finalize_passkey_sign_in")
public func authFinalizePasskeySignIn(
  _ auth: OpaquePointer?, _ response: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let assertion = try PasskeyAssertion(json: try given(response, or: .invalidAuthenticatorResponse))
    return { OperationResult(try await auth.finalizePasskeySignIn(with: assertion)) }
  }
}
