import Crypto
import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

/// Answers of authenticators that are wrong in one thing each.
@Suite("T33: passkey answers", .fewAtOnce)
struct T33PasskeyAnswerTests {
  /// What is wrong, and how an authenticator comes to it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var change: @Sendable (inout SoftAuthenticator) -> Void = { _ in }
    var type: String?
    /// The answer's parts: client data, authenticator data, signature.
    var mend: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
  }

  static let faults: [Fault] = [
    Fault(testDescription: "another site") { $0.origin = "https://evil.example" },
    Fault(testDescription: "a longer name") { $0.origin = "http://localhost.evil.example:3000" },
    Fault(testDescription: "a name below") { $0.origin = "http://app.localhost:3000" },
    Fault(testDescription: "a slash at the end") { $0.origin = "http://localhost:3000/" },
    Fault(testDescription: "upper case") { $0.origin = "http://LOCALHOST:3000" },
    Fault(testDescription: "an address of IP") { $0.origin = "http://127.0.0.1:3000" },
    Fault(testDescription: "a frame of another site") {
      $0.moreClientData = #","crossOrigin":true,"topOrigin":"https://evil.example""#
    },
    Fault(testDescription: "a frame of nobody") { $0.moreClientData = #","crossOrigin":true"# },
    Fault(testDescription: "an origin twice") { $0.moreClientData = #","origin":"http://localhost:3000""# },
    Fault(testDescription: "another RP ID") { $0.relyingPartyID = "evil.example" },
    Fault(testDescription: "nobody there") { $0.flags = [.verified] },
    Fault(testDescription: "nobody verified") { $0.flags = [.present] },
    Fault(testDescription: "a backup of what has none") { $0.flags = [.present, .verified, .backedUp] },
  ]

  static let assertionFaults: [Fault] =
    faults + [
      Fault(testDescription: "backups by now") {
        $0.flags = [.present, .verified, .backupEligible, .backedUp]
      },
      Fault(testDescription: "another user") { $0.userHandle[0] ^= 1 },
      Fault(testDescription: "nobody's handle") { $0.userHandle = [] },
      Fault(testDescription: "an id and another", mend: { $0["rawId"] = "AAAA" }),
      Fault(testDescription: "another key") { $0.key = .p256(.init()) },
      Fault(
        testDescription: "a signature of 64 bytes",
        mend: { answer in
          change("signature", of: &answer) { bytes in
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes) else {
              return bytes
            }
            return Array(signature.rawRepresentation)
          }
        }),
      Fault(
        testDescription: "trailing bytes",
        mend: { change("authenticatorData", of: &$0) { $0 + [0] } }),
      Fault(
        testDescription: "data cut short",
        mend: { change("authenticatorData", of: &$0) { Array($0.dropLast()) } }),
      Fault(
        testDescription: "client data changed after it was signed",
        mend: { change("clientDataJSON", of: &$0) { $0 + [0x20] } }),
    ]

  private static func change(
    _ name: String, of answer: inout [String: JSONValue], _ body: ([UInt8]) -> [UInt8]
  ) {
    guard var parts = answer["response"]?.objectValue,
      let bytes = parts[name]?.stringValue.flatMap({ Base64URL.decode($0) })
    else { return }
    parts[name] = .string(Base64URL.encode(body(bytes)))
    answer["response"] = .object(parts)
  }

  // Fails when RelyingParty.verify compares no origin, no RP ID, no flag (each alone).
  @Test("no wrong answer enrols a passkey", arguments: faults)
  func registrations(_ fault: Fault) async throws {
    try await TestServer.run { server in
      try await server.requireOwnOrigins()
      let user = try await server.signUp("ada@example.com")
      var authenticator = SoftAuthenticator()
      fault.change(&authenticator)
      let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
      var answer = try authenticator.registration(challenge: challenge).objectValue ?? [:]
      fault.mend(&answer)
      let refused = try await server.finalizePasskeyEnrollment(user.idToken, .object(answer))
      expectRefused(refused, "INVALID_AUTHENTICATOR_RESPONSE", fault.testDescription)
      #expect(try await server.account(user.localID)?.passkeys.isEmpty == true)
    }
  }

  // Fails when Assertion.verify checks no signature, no user handle, no backup flag (each alone).
  @Test("no wrong answer signs in", arguments: assertionFaults)
  func assertions(_ fault: Fault) async throws {
    try await TestServer.run { server in
      try await server.requireOwnOrigins()
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      let before = try await server.account(user.localID)
      var authenticator = passkey.authenticator
      fault.change(&authenticator)
      let challenge = try await server.signInChallenge()
      var answer = try authenticator.assertion(challenge: challenge).objectValue ?? [:]
      fault.mend(&answer)
      let refused = try await server.finalizePasskeySignIn(.object(answer))
      expectRefused(refused, "INVALID_AUTHENTICATOR_RESPONSE", fault.testDescription)
      #expect(try await server.account(user.localID) == before)
    }
  }

  @Test(
    "no byte of an answer can be another", arguments: ["clientDataJSON", "authenticatorData", "signature"])
  func bytes(_ part: String) async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      let challenge = try await server.signInChallenge()
      let answer = try passkey.authenticator.assertion(challenge: challenge).objectValue ?? [:]
      let text = try #require(answer["response"]?[part]?.stringValue)
      let length = try #require(Base64URL.decode(text)).count
      for position in stride(from: 0, to: length, by: 3) {
        var changed = answer
        Self.change(part, of: &changed) { bytes in
          var bytes = bytes
          bytes[position] ^= 1
          return bytes
        }
        expectRefused(
          try await server.finalizePasskeySignIn(.object(changed)), nil, "\(part)[\(position)]")
      }
      // The challenge was used up by none of them.
      #expect(try await server.finalizePasskeySignIn(.object(answer)).status == 200)
    }
  }

  @Test("a registration is no sign-in, and a sign-in no registration")
  func otherCeremony() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      let forSignIn = try await server.signInChallenge()
      let registration = try SoftAuthenticator().registration(challenge: forSignIn)
      expectRefused(
        try await server.finalizePasskeyEnrollment(user.idToken, registration), "PASSKEY_CHALLENGE_TIMEOUT")
      let forEnrolment = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
      let assertion = try passkey.authenticator.assertion(challenge: forEnrolment)
      expectRefused(try await server.finalizePasskeySignIn(assertion), "PASSKEY_CHALLENGE_TIMEOUT")
      // The right challenge in client data of the other kind.
      var authenticator = passkey.authenticator
      authenticator.assertionType = "webauthn.create"
      expectRefused(
        try await server.finalizePasskeySignIn(
          try authenticator.assertion(challenge: try await server.signInChallenge())),
        "INVALID_AUTHENTICATOR_RESPONSE")
    }
  }

  @Test("a counter that went back signs nobody in, and the log says so")
  func counter() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      var passkey = try await server.enrollPasskey(user) { $0.signCount = 10 }
      passkey.authenticator.signCount = 9
      let copied = passkey.authenticator
      let events = try await server.auditEvents {
        expectRefused(try await server.signInByPasskey(copied), "INVALID_AUTHENTICATOR_RESPONSE")
      }
      #expect(events.first?.details["passkey"] == "counter")
    }
  }

  @Test("credential ids of another length than they may have are refused", arguments: [0, 1_024])
  func lengths(_ length: Int) async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      var authenticator = SoftAuthenticator()
      authenticator.credentialID = [UInt8](repeating: 7, count: length)
      let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
      expectRefused(
        try await server.finalizePasskeyEnrollment(
          user.idToken, try authenticator.registration(challenge: challenge)),
        "INVALID_AUTHENTICATOR_RESPONSE")
      expectRefused(
        try await server.finalizePasskeySignIn(
          try authenticator.assertion(challenge: try await server.signInChallenge())),
        "INVALID_AUTHENTICATOR_RESPONSE")
    }
  }
}

extension TestServer {
  /// Settings of the project's own: a development server takes pages of every port of `localhost` without any, and another
  /// one has no passkeys. Every node has them then.
  func requireOwnOrigins() async throws {
    try await changeProject { project in
      project.signIn.passkeys = PasskeySettings(
        rpID: "localhost", expectedOrigins: ["http://localhost:3000"])
    }
    for _ in 0..<5_000 {
      let answers = [try await startPasskeySignIn(), try await startPasskeySignIn()]
      if answers.allSatisfy({ $0.status == 200 }) { return }
    }
    throw TestFailure("a node does not learn of the settings")
  }
}
