import CLatchkeyAuth
import Foundation
import LatchkeyAuth

// MARK: Factors

private func given(_ factor: OpaquePointer?) -> MultiFactorInfo? { content(factor, MultiFactorInfo.self) }

@_cdecl("latchkey_factor_uid")
public func factorUID(_ factor: OpaquePointer?) -> UnsafeMutablePointer<CChar>? { text(given(factor)?.uid) }

@_cdecl("latchkey_factor_display_name")
public func factorDisplayName(_ factor: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(factor)?.displayName)
}

@_cdecl("latchkey_factor_id")
public func factorID(_ factor: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(factor)?.factorID)
}

@_cdecl("latchkey_factor_phone_number")
public func factorPhoneNumber(_ factor: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text((given(factor) as? PhoneMultiFactorInfo)?.phoneNumber)
}

@_cdecl("latchkey_factor_enrolled_at")
public func factorEnrolledAt(_ factor: OpaquePointer?) -> Int64 {
  milliseconds(given(factor)?.enrollmentDate)
}

// MARK: Enrolling

@_cdecl("latchkey_user_multi_factor_session")
public func userMultiFactorSession(
  _ user: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    return { OperationResult(session: try await user.multiFactor.session()) }
  }
}

@_cdecl("latchkey_user_enroll")
public func userEnroll(
  _ user: OpaquePointer?, _ assertion: OpaquePointer?, _ displayName: CText?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let assertion = try given(assertion, MultiFactorAssertion.self, or: .missingMultiFactorInfo)
    let name = string(displayName)
    return { try await user.multiFactor.enroll(with: assertion, displayName: name) }
  }
}

@_cdecl("latchkey_user_unenroll")
public func userUnenroll(
  _ user: OpaquePointer?, _ factorUID: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let factor = try given(factorUID, or: .missingMultiFactorInfo)
    return { try await user.multiFactor.unenroll(withFactorUID: factor) }
  }
}

@_cdecl("latchkey_session_generate_totp_secret")
public func sessionGenerateTOTPSecret(
  _ session: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let session = try given(session, MultiFactorSession.self, or: .missingMultiFactorSession)
    return { OperationResult(totpSecret: try await TOTPMultiFactorGenerator.generateSecret(with: session)) }
  }
}

@_cdecl("latchkey_totp_secret_key")
public func totpSecretKey(_ secret: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(secret, TOTPSecret.self)?.sharedSecretKey())
}

@_cdecl("latchkey_totp_secret_url")
public func totpSecretURL(_ secret: OpaquePointer?, _ accountName: CText?, _ issuer: CText?)
  -> UnsafeMutablePointer<CChar>?
{
  let secret = content(secret, TOTPSecret.self)
  return text(
    secret?.generateQRCodeURL(withAccountName: string(accountName) ?? "", issuer: string(issuer) ?? ""))
}

// MARK: Proofs

@_cdecl("latchkey_assertion_phone")
public func assertionPhone(_ credential: OpaquePointer?) -> OpaquePointer? {
  let credential = content(credential, AuthCredential.self) as? PhoneAuthCredential
  let assertion: MultiFactorAssertion? = credential.map { PhoneMultiFactorGenerator.assertion(with: $0) }
  return handle(assertion)
}

@_cdecl("latchkey_assertion_totp_enrollment")
public func assertionTOTPEnrollment(_ secret: OpaquePointer?, _ code: CText?) -> OpaquePointer? {
  guard let secret = content(secret, TOTPSecret.self), let code = string(code) else { return nil }
  let assertion: MultiFactorAssertion = TOTPMultiFactorGenerator.assertionForEnrollment(
    with: secret, oneTimePassword: code)
  return handle(assertion)
}

@_cdecl("latchkey_assertion_totp_sign_in")
public func assertionTOTPSignIn(_ factorUID: CText?, _ code: CText?) -> OpaquePointer? {
  guard let factor = string(factorUID), let code = string(code) else { return nil }
  let assertion: MultiFactorAssertion = TOTPMultiFactorGenerator.assertionForSignIn(
    withEnrollmentID: factor, oneTimePassword: code)
  return handle(assertion)
}

// MARK: Waiting sign-ins

private func waiting(_ resolver: OpaquePointer?) -> MultiFactorResolver? {
  content(resolver, MultiFactorResolver.self)
}

@_cdecl("latchkey_resolver_auth")
public func resolverAuth(_ resolver: OpaquePointer?) -> OpaquePointer? { handle(waiting(resolver)?.auth) }

@_cdecl("latchkey_resolver_session")
public func resolverSession(_ resolver: OpaquePointer?) -> OpaquePointer? {
  handle(waiting(resolver)?.session)
}

@_cdecl("latchkey_resolver_hint_count")
public func resolverHintCount(_ resolver: OpaquePointer?) -> Int { waiting(resolver)?.hints.count ?? 0 }

@_cdecl("latchkey_resolver_hint_at")
public func resolverHintAt(_ resolver: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  guard let hints = waiting(resolver)?.hints, hints.indices.contains(index) else { return nil }
  return handle(hints[index])
}

@_cdecl("latchkey_resolver_resolve")
public func resolverResolve(
  _ resolver: OpaquePointer?, _ assertion: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let resolver = try given(resolver, MultiFactorResolver.self, or: .missingMultiFactorSession)
    let assertion = try given(assertion, MultiFactorAssertion.self, or: .missingMultiFactorInfo)
    return { OperationResult(try await resolver.resolveSignIn(with: assertion)) }
  }
}
