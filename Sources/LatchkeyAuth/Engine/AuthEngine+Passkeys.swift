import Foundation
import IdentityWire

// The messages follow unreleased sources of FirebaseAuth.
extension AuthEngine {
  nonisolated func startPasskeyEnrollment(idToken: String) async throws -> PasskeyCreationOptions {
    let answer = try await backend.call(
      .v2("accounts/passkeyEnrollment:start"), ["idToken": .string(idToken), "tenantId": tenant])
    guard let options = PasskeyCreationOptions(answer) else { throw Self.malformed(answer) }
    return options
  }

  nonisolated func finalizePasskeyEnrollment(
    _ registration: PasskeyRegistration, name: String?, idToken: String
  ) async throws -> SignInAnswer {
    let answer = try await backend.call(
      .v2("accounts/passkeyEnrollment:finalize"),
      [
        "idToken": .string(idToken), "tenantId": tenant, "name": JSONValue(name),
        "authenticatorRegistrationResponse": registration.message,
      ])
    return try passkeyAnswer(answer)
  }

  nonisolated func startPasskeySignIn() async throws -> PasskeyRequestOptions {
    let answer = try await backend.call(.v2("accounts/passkeySignIn:start"), ["tenantId": tenant])
    guard let options = PasskeyRequestOptions(answer) else { throw Self.malformed(answer) }
    return options
  }

  nonisolated func finalizePasskeySignIn(_ assertion: PasskeyAssertion) async throws -> SignInAnswer {
    let answer = try await backend.call(
      .v2("accounts/passkeySignIn:finalize"),
      ["tenantId": tenant, "authenticatorAuthenticationResponse": assertion.message])
    return try passkeyAnswer(answer)
  }

  private nonisolated func passkeyAnswer(_ answer: JSONValue) throws -> SignInAnswer {
    try SignInAnswer(answer, info: .init(providerID: "passkey", isNewUser: false), now: now)
  }

  private static func malformed(_ answer: JSONValue) -> AuthError {
    ServerErrors.malformedAnswer(Data(JSONWriter.text(answer).utf8))
  }
}
