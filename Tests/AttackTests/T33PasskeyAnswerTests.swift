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
    /// The check that has to refuse it, so that none is left to another.
    let check: String
    let change: @Sendable (inout SoftAuthenticator) -> Void
    /// Changes the answer's parts after they were signed.
    let mend: @Sendable (inout [String: JSONValue]) -> Void

    init(
      _ name: String, _ check: String,
      _ change: @escaping @Sendable (inout SoftAuthenticator) -> Void = { _ in },
      mend: @escaping @Sendable (inout [String: JSONValue]) -> Void = { _ in }
    ) {
      testDescription = name
      self.check = check
      self.mend = mend
      self.change = change
    }
  }

  static let faults: [Fault] = [
    Fault("another site", "origin") { $0.origin = "https://evil.example" },
    Fault("a longer name", "origin") { $0.origin = "http://localhost.evil.example:3000" },
    Fault("a name below", "origin") { $0.origin = "http://app.localhost:3000" },
    Fault("another scheme", "origin") { $0.origin = "https://localhost:3000" },
    Fault("another port", "origin") { $0.origin = "http://localhost:3001" },
    Fault("a slash at the end", "origin") { $0.origin = "http://localhost:3000/" },
    Fault("upper case", "origin") { $0.origin = "http://LOCALHOST:3000" },
    Fault("an address of IP", "origin") { $0.origin = "http://127.0.0.1:3000" },
    Fault("a frame of another site", "crossOrigin") {
      $0.moreClientData = #","crossOrigin":true,"topOrigin":"https://evil.example""#
    },
    Fault("a frame of nobody", "crossOrigin") { $0.moreClientData = #","crossOrigin":true"# },
    Fault("a frame that is none", "crossOrigin") {
      $0.moreClientData = #","crossOrigin":false,"topOrigin":"http://localhost:3000""#
    },
    Fault("an origin twice", "clientData") { $0.moreClientData = #","origin":"http://localhost:3000""# },
    Fault("another RP ID", "relyingPartyID") { $0.relyingPartyID = "evil.example" },
    Fault("nobody there", "userPresence") { $0.flags = [.verified] },
    Fault("nobody verified", "userVerification") { $0.flags = [.present] },
    Fault("a backup of what has none", "backupState") { $0.flags = [.present, .verified, .backedUp] },
    Fault("trailing bytes", "authenticatorData") { $0.changeData = { $0 + [0] } },
    Fault("data cut short", "authenticatorData") { $0.changeData = { Array($0.dropLast()) } },
  ]

  static let registrationFaults: [Fault] =
    faults + [
      Fault("an id and another", "credentialID", mend: { $0["rawId"] = "AAAA" }),
      Fault(
        "another id than the authenticator's", "credentialID",
        mend: { $0.merge(["id": "AAAA", "rawId": "AAAA"]) { $1 } }),
      Fault("a signature by another key", "attestation") {
        $0.attests = true
        $0.attestationKey = .p256(.init())
      },
    ]

  static let assertionFaults: [Fault] =
    faults + [
      Fault("backups by now", "backupEligibility") {
        $0.flags = [.present, .verified, .backupEligible, .backedUp]
      },
      Fault("another user", "userHandle") { $0.userHandle[0] ^= 1 },
      Fault("an empty handle", "userHandle") { $0.userHandle = [] },
      Fault("nobody's handle", "userHandle", mend: { remove("userHandle", of: &$0) }),
      Fault("an id and another", "credentialID", mend: { $0["rawId"] = "AAAA" }),
      Fault("another key", "signature") { $0.key = .p256(.init()) },
      Fault(
        "a signature of 64 bytes", "signature",
        mend: { answer in
          change("signature", of: &answer) { bytes in
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes) else {
              return bytes
            }
            return Array(signature.rawRepresentation)
          }
        }),
      Fault(
        "client data changed after it was signed", "signature",
        mend: { change("clientDataJSON", of: &$0) { $0 + [0x20] } }),
      Fault(
        "data changed after it was signed", "signature",
        mend: { change("authenticatorData", of: &$0) { Array($0.dropLast()) + [7] } }),
    ]

  private static func remove(_ name: String, of answer: inout [String: JSONValue]) {
    guard var parts = answer["response"]?.objectValue else { return }
    parts[name] = nil
    answer["response"] = .object(parts)
  }

  private static func expectRefusal(
    _ response: TestResponse, by fault: Fault, _ server: TestServer
  ) async throws {
    expectRefused(response, "INVALID_AUTHENTICATOR_RESPONSE", fault.testDescription)
    let id = try #require(response.headers.first(name: "x-latchkey-diagnostic"))
    #expect(
      try await server.backend.explanation(of: id)?.report.check == "passkey-\(fault.check)",
      "\(fault.testDescription)")
  }

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
  @Test("no wrong answer enrols a passkey")
  func registrations() async throws {
    try await TestServer.run { server in
      try await server.requireOwnOrigins()
      let user = try await server.signUp("ada@example.com")
      try await eachCase(of: Self.registrationFaults) { fault in
        var authenticator = SoftAuthenticator()
        fault.change(&authenticator)
        let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
        var answer = try authenticator.registration(challenge: challenge).objectValue ?? [:]
        fault.mend(&answer)
        let refused = try await server.finalizePasskeyEnrollment(user.idToken, .object(answer))
        try await Self.expectRefusal(refused, by: fault, server)
        #expect(try await server.account(user.localID)?.passkeys.isEmpty == true)
      }
    }
  }

  // Fails when Assertion.verify checks no signature, no user handle, no backup flag (each alone).
  @Test("no wrong answer signs in")
  func assertions() async throws {
    try await TestServer.run { server in
      try await server.requireOwnOrigins()
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      let before = try await server.account(user.localID)
      try await eachCase(of: Self.assertionFaults) { fault in
        var authenticator = passkey.authenticator
        fault.change(&authenticator)
        let challenge = try await server.signInChallenge()
        var answer = try authenticator.assertion(challenge: challenge).objectValue ?? [:]
        fault.mend(&answer)
        let refused = try await server.finalizePasskeySignIn(.object(answer))
        try await Self.expectRefusal(refused, by: fault, server)
        #expect(try await server.account(user.localID) == before)
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("no byte of an answer can be another") { try await bytes($0) },
    Behaviour("a registration is no sign-in, and a sign-in no registration") { try await otherCeremony($0) },
  ]

  @Test("no wrong answer of an authenticator counts")
  func answers() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func bytes(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    try await eachCase(of: ["clientDataJSON", "authenticatorData", "signature"]) { part in
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

  private static func otherCeremony(_ server: TestServer) async throws {
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
