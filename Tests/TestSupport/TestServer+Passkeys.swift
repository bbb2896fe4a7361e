import Identity
import IdentityWire

/// A passkey that a test has enrolled, and the session that this gave.
public struct TestPasskey: Sendable {
  /// Knows the user handle, and counts.
  public var authenticator: SoftAuthenticator
  public let session: TestSession

  /// As clients call it.
  public var id: String { Base64URL.encode(authenticator.credentialID) }
}

extension TestServer {
  public func startPasskeyEnrollment(_ idToken: String, _ more: [String: JSONValue] = [:]) async throws
    -> TestResponse
  {
    try await call2(
      "accounts/passkeyEnrollment:start", .object(more.merging(["idToken": .string(idToken)]) { $1 }))
  }

  public func startPasskeySignIn(_ more: [String: JSONValue] = [:], key: String = "key") async throws
    -> TestResponse
  {
    try await call2("accounts/passkeySignIn:start", .object(more), key: key)
  }

  public func finalizePasskeyEnrollment(
    _ idToken: String, _ answer: JSONValue, _ more: [String: JSONValue] = [:]
  ) async throws -> TestResponse {
    let message: [String: JSONValue] = [
      "idToken": .string(idToken), "authenticatorRegistrationResponse": answer,
    ]
    return try await call2("accounts/passkeyEnrollment:finalize", .object(message.merging(more) { $1 }))
  }

  public func finalizePasskeySignIn(
    _ answer: JSONValue, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    let message: [String: JSONValue] = ["authenticatorAuthenticationResponse": answer]
    return try await call2(
      "accounts/passkeySignIn:finalize", .object(message.merging(more) { $1 }), key: key)
  }

  /// The challenge of options that a client is given.
  public func challenge(of response: TestResponse) throws -> [UInt8] {
    let options = response.json["credentialCreationOptions"] ?? response.json["credentialRequestOptions"]
    guard response.status == 200,
      let challenge = options?["challenge"]?.stringValue.flatMap({ Base64Bytes.decode($0) })
    else { throw TestFailure("no challenge: \(response.status) \(response.text)") }
    return challenge
  }

  public func signInChallenge(_ more: [String: JSONValue] = [:], key: String = "key") async throws -> [UInt8]
  {
    try challenge(of: try await startPasskeySignIn(more, key: key))
  }

  /// The whole of an enrolment.
  ///
  /// - Parameter change: makes the authenticator another one than usual.
  public func enrollPasskey(
    _ session: TestSession, _ more: [String: JSONValue] = [:],
    _ change: (inout SoftAuthenticator) -> Void = { _ in }
  ) async throws -> TestPasskey {
    var authenticator = SoftAuthenticator()
    change(&authenticator)
    let started = try await startPasskeyEnrollment(session.idToken, more)
    let challenge = try challenge(of: started)
    let handle = started.json["credentialCreationOptions"]?["user"]?["id"]?.stringValue
    authenticator.userHandle = handle.flatMap { Base64Bytes.decode($0) } ?? []
    let finished = try await finalizePasskeyEnrollment(
      session.idToken, try authenticator.registration(challenge: challenge), more)
    return TestPasskey(authenticator: authenticator, session: try TestSession(finished))
  }

  /// The whole of a sign-in.
  public func signInByPasskey(_ authenticator: SoftAuthenticator, _ more: [String: JSONValue] = [:])
    async throws -> TestResponse
  {
    let challenge = try await signInChallenge(more)
    return try await finalizePasskeySignIn(try authenticator.assertion(challenge: challenge), more)
  }

  /// The whole of a second step by a passkey.
  public func provePasskey(_ pendingCredential: String, _ authenticator: SoftAuthenticator) async throws
    -> TestResponse
  {
    let started = try await call2(
      "accounts/mfaSignIn:start",
      ["mfaPendingCredential": .string(pendingCredential), "passkeySignInInfo": [:]])
    let challenge = try text(started, "passkeyResponseInfo", "credentialRequestOptions", "challenge")
    return try await call2(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(pendingCredential),
        "passkeyVerificationInfo": [
          "authenticatorAuthenticationResponse": try authenticator.assertion(
            challenge: Base64Bytes.decode(challenge) ?? [])
        ],
      ])
  }
}
