import Crypto
import Foundation
import IdentityWire
import TestTools
import Testing

@testable import WebAuthn

/// Both ceremonies of one authenticator, with everything that is verified as bytes that can be changed.
private struct Ceremonies {
  static let challenge = [UInt8](repeating: 9, count: 32)
  static let handle = [UInt8](repeating: 5, count: 32)
  let authenticator: SoftAuthenticator
  let relyingParty: RelyingParty

  init(
    key: SoftAuthenticator.Key = .p256(.init()), attests: Bool = true,
    flags: SoftAuthenticator.Flags = [.present, .verified]
  )
    throws
  {
    var authenticator = SoftAuthenticator(
      relyingPartyID: "example.com", origin: "https://www.example.com", key: key)
    authenticator.attests = attests
    authenticator.flags = flags
    authenticator.userHandle = Self.handle
    self.authenticator = authenticator
    relyingParty = RelyingParty(
      id: try #require(RelyingPartyID("example.com")),
      origins: [try #require(PasskeyOrigin("https://www.example.com"))])
  }

  func register(_ client: [UInt8], _ object: [UInt8]) async throws(WebAuthnRefusal) -> CredentialRecord {
    try await Registration(client: try CollectedClientData(client), attestationObject: object)
      .verify(challenge: Self.challenge, by: relyingParty, at: Date(timeIntervalSince1970: 1_800_000_000))
      .credential
  }

  var registration: (client: [UInt8], object: [UInt8]) {
    get throws {
      let client = authenticator.clientData("webauthn.create", challenge: Self.challenge)
      return (client, try authenticator.attestationObject(client))
    }
  }

  func assert(
    _ record: CredentialRecord, _ client: [UInt8], _ data: [UInt8], _ signature: [UInt8],
    _ handle: [UInt8]? = Self.handle
  ) throws(WebAuthnRefusal) -> Assertion.Outcome {
    try Assertion(
      client: try CollectedClientData(client), authenticatorData: data, signature: signature,
      userHandle: handle
    ).verify(record, of: Self.handle, challenge: Self.challenge, by: relyingParty)
  }

  var assertion: (client: [UInt8], data: [UInt8], signature: [UInt8]) {
    get throws {
      let client = authenticator.clientData("webauthn.get", challenge: Self.challenge)
      let data = authenticator.authenticatorData()
      return (client, data, try authenticator.signature(over: data + Array(SHA256.hash(data: client))))
    }
  }
}

/// Every byte of a text changed in three ways, and the text cut off at every length and with a byte more.
private func mutations(of bytes: [UInt8]) -> [[UInt8]] {
  var mutations: [[UInt8]] = []
  for index in bytes.indices {
    for change: UInt8 in [0x01, 0x80, 0xFF] {
      var mutation = bytes
      mutation[index] ^= change
      mutations.append(mutation)
    }
    mutations.append(Array(bytes[..<index]))
  }
  return mutations + [bytes + [0]]
}

@Suite("Every byte of an answer counts")
struct MutationTests {
  static let keys: [@Sendable () -> SoftAuthenticator.Key] = [{ .p256(.init()) }, { .ed25519(.init()) }]

  @Test("An untouched answer is taken", arguments: keys.indices, [true, false])
  func untouched(_ key: Int, attests: Bool) async throws {
    let ceremonies = try Ceremonies(key: Self.keys[key](), attests: attests)
    let registration = try ceremonies.registration
    let record = try await ceremonies.register(registration.client, registration.object)
    #expect(record.id == ceremonies.authenticator.credentialID)
    let assertion = try ceremonies.assertion
    let outcome = try ceremonies.assert(record, assertion.client, assertion.data, assertion.signature)
    #expect(outcome == .init(signCount: 0, isBackedUp: false, userIsVerified: true, hasCounted: true))
  }

  @Test("No byte of an attested registration can be another", arguments: keys.indices)
  func registration(_ key: Int) async throws {
    let ceremonies = try Ceremonies(key: Self.keys[key]())
    let (client, object) = try ceremonies.registration
    for mutation in mutations(of: object) {
      await #expect(throws: WebAuthnRefusal.self) { try await ceremonies.register(client, mutation) }
    }
    for mutation in mutations(of: client) {
      await #expect(throws: WebAuthnRefusal.self) { try await ceremonies.register(mutation, object) }
    }
  }

  @Test("Of a registration that nobody signed, the RP ID, the flags and the form are checked all the same")
  func unattested() async throws {
    let ceremonies = try Ceremonies(attests: false)
    let (client, object) = try ceremonies.registration
    let start = object.count - ceremonies.authenticator.authenticatorData(withCredential: true).count
    // From the counter on the client is believed: counter, model, credential ID and a point of the curve.
    for index in 0..<(start + 32) {
      var mutation = object
      mutation[index] ^= 0x01
      await #expect(throws: WebAuthnRefusal.self, "byte \(index)") {
        try await ceremonies.register(client, mutation)
      }
    }
    for length in object.indices {
      await #expect(throws: WebAuthnRefusal.self) {
        try await ceremonies.register(client, Array(object[..<length]))
      }
    }
  }

  @Test("No byte of an assertion can be another", arguments: keys.indices)
  func assertion(_ key: Int) async throws {
    let ceremonies = try Ceremonies(key: Self.keys[key]())
    let registration = try ceremonies.registration
    let record = try await ceremonies.register(registration.client, registration.object)
    let (client, data, signature) = try ceremonies.assertion
    for mutation in mutations(of: client) {
      #expect(throws: WebAuthnRefusal.self) { try ceremonies.assert(record, mutation, data, signature) }
    }
    for mutation in mutations(of: data) {
      #expect(throws: WebAuthnRefusal.self) { try ceremonies.assert(record, client, mutation, signature) }
    }
    for mutation in mutations(of: signature) {
      #expect(throws: WebAuthnRefusal.self) { try ceremonies.assert(record, client, data, mutation) }
    }
    for mutation in mutations(of: Ceremonies.handle) {
      #expect(throws: WebAuthnRefusal.self) {
        try ceremonies.assert(record, client, data, signature, mutation)
      }
    }
    #expect(throws: WebAuthnRefusal(.userHandle, expected: "that of the passkey's account", seen: "none")) {
      try ceremonies.assert(record, client, data, signature, nil)
    }
  }

  struct Attack: Sendable, CustomTestStringConvertible {
    var what: String
    var check: WebAuthnRefusal.Check
    var change: @Sendable (inout SoftAuthenticator) -> Void
    var testDescription: String { what }
  }

  /// What an authenticator or a page signs that is not to be taken, each as if it were genuine.
  static let attacks: [Attack] = [
    .init(what: "a site whose name goes on", check: .origin) { $0.origin = "https://www.example.com.evil" },
    .init(what: "plain http", check: .origin) { $0.origin = "http://www.example.com" },
    .init(what: "another port", check: .origin) { $0.origin = "https://www.example.com:8443" },
    .init(what: "a slash more", check: .origin) { $0.origin = "https://www.example.com/" },
    .init(what: "upper case", check: .origin) { $0.origin = "https://WWW.example.com" },
    .init(what: "the RP ID's own site, which is not named", check: .origin) {
      $0.origin = "https://example.com"
    },
    .init(what: "a frame of another site", check: .crossOrigin) {
      $0.moreClientData = #","crossOrigin":true"#
    },
    .init(what: "a top origin without a frame", check: .crossOrigin) {
      $0.moreClientData = #","topOrigin":"https://www.example.com""#
    },
    .init(what: "the origin twice", check: .clientData) {
      $0.moreClientData = #","origin":"https://www.example.com""#
    },
    .init(what: "another RP ID", check: .relyingPartyID) { $0.relyingPartyID = "www.example.com" },
    .init(what: "nobody there", check: .userPresence) { $0.flags = [.verified] },
    .init(what: "a user who was not verified", check: .userVerification) { $0.flags = [.present] },
    .init(what: "a backup of what may have none", check: .backupState) {
      $0.flags = [.present, .verified, .backedUp]
    },
  ]

  @Test("What was signed in earnest and is not to be taken", arguments: attacks)
  func signedAttack(_ attack: Attack) async throws {
    let honest = try Ceremonies()
    let registration = try honest.registration
    let record = try await honest.register(registration.client, registration.object)
    var authenticator = honest.authenticator
    attack.change(&authenticator)
    let client = authenticator.clientData("webauthn.create", challenge: Ceremonies.challenge)
    let object = try authenticator.attestationObject(client)
    let refusal = await #expect(throws: WebAuthnRefusal.self) { try await honest.register(client, object) }
    #expect(refusal?.check == attack.check)
    let asserted = authenticator.clientData("webauthn.get", challenge: Ceremonies.challenge)
    let data = authenticator.authenticatorData()
    let signature = try authenticator.signature(over: data + Array(SHA256.hash(data: asserted)))
    let other = #expect(throws: WebAuthnRefusal.self) { try honest.assert(record, asserted, data, signature) }
    #expect(other?.check == attack.check)
  }

  @Test("One ceremony's answer is none of the other")
  func otherCeremony() async throws {
    let ceremonies = try Ceremonies()
    let registration = try ceremonies.registration
    let record = try await ceremonies.register(registration.client, registration.object)
    let asserted = try ceremonies.assertion
    let authenticator = ceremonies.authenticator
    let refusal = await #expect(throws: WebAuthnRefusal.self) {
      try await ceremonies.register(asserted.client, authenticator.attestationObject(asserted.client))
    }
    #expect(refusal?.check == .type)
    let signature = try authenticator.signature(
      over: asserted.data + Array(SHA256.hash(data: registration.client)))
    let other = #expect(throws: WebAuthnRefusal.self) {
      try ceremonies.assert(record, registration.client, asserted.data, signature)
    }
    #expect(other?.check == .type)
  }

  @Test("What was signed for another challenge is not to be taken")
  func otherChallenge() async throws {
    let ceremonies = try Ceremonies()
    let registration = try ceremonies.registration
    let record = try await ceremonies.register(registration.client, registration.object)
    let other = [UInt8](repeating: 8, count: 32)
    for challenge in [other, Array(Ceremonies.challenge.dropLast()), Ceremonies.challenge + [0], []] {
      let client = ceremonies.authenticator.clientData("webauthn.create", challenge: challenge)
      let object = try ceremonies.authenticator.attestationObject(client)
      let refusal = await #expect(throws: WebAuthnRefusal.self) {
        try await ceremonies.register(client, object)
      }
      #expect(refusal?.check == .challenge)
      let asserted = ceremonies.authenticator.clientData("webauthn.get", challenge: challenge)
      let data = ceremonies.authenticator.authenticatorData()
      let signature = try ceremonies.authenticator.signature(over: data + Array(SHA256.hash(data: asserted)))
      let second = #expect(throws: WebAuthnRefusal.self) {
        try ceremonies.assert(record, asserted, data, signature)
      }
      #expect(second?.check == .challenge)
    }
  }

  @Test("An assertion that brings a new credential is refused")
  func credentialInAssertion() async throws {
    let ceremonies = try Ceremonies()
    let registration = try ceremonies.registration
    let record = try await ceremonies.register(registration.client, registration.object)
    let client = ceremonies.authenticator.clientData("webauthn.get", challenge: Ceremonies.challenge)
    let data = ceremonies.authenticator.authenticatorData(withCredential: true)
    let signature = try ceremonies.authenticator.signature(over: data + Array(SHA256.hash(data: client)))
    let refusal = #expect(throws: WebAuthnRefusal.self) {
      try ceremonies.assert(record, client, data, signature)
    }
    #expect(refusal == WebAuthnRefusal(.authenticatorData, expected: "no new credential"))
  }

  @Test("Of client data that nobody signed, every byte up to the end of the origin counts")
  func unsignedClientData() async throws {
    let ceremonies = try Ceremonies(attests: false)
    let (client, object) = try ceremonies.registration
    // After it comes a member that may be false or missing.
    let end = try #require(client.firstRange(of: Array(",\"crossOrigin".utf8))).lowerBound
    for index in 0..<end {
      for change: UInt8 in [0x01, 0x02, 0x20, 0x80] {
        var changed = client
        changed[index] ^= change
        let mutation = changed
        await #expect(throws: WebAuthnRefusal.self, "byte \(index) as \(mutation[index])") {
          try await ceremonies.register(mutation, object)
        }
      }
    }
  }

  @Test("What may be backed up stays so, and what may not")
  func backupEligibility() async throws {
    for (registered, asserted): (SoftAuthenticator.Flags, SoftAuthenticator.Flags) in [
      ([.present, .verified], [.present, .verified, .backupEligible]),
      ([.present, .verified, .backupEligible], [.present, .verified]),
    ] {
      let ceremonies = try Ceremonies(flags: registered)
      let registration = try ceremonies.registration
      let record = try await ceremonies.register(registration.client, registration.object)
      var authenticator = ceremonies.authenticator
      authenticator.flags = asserted
      let client = authenticator.clientData("webauthn.get", challenge: Ceremonies.challenge)
      let data = authenticator.authenticatorData()
      let signature = try authenticator.signature(over: data + Array(SHA256.hash(data: client)))
      let refusal = #expect(throws: WebAuthnRefusal.self) {
        try ceremonies.assert(record, client, data, signature)
      }
      #expect(refusal?.check == .backupEligibility)
    }
  }

  @Test(
    "A counter that stands still or goes back is told",
    arguments: [(0, 0, true), (1, 2, true), (2, 2, false), (2, 1, false), (2, 0, false)])
  func counter(stored: UInt32, seen: UInt32, hasCounted: Bool) async throws {
    let ceremonies = try Ceremonies()
    let registration = try ceremonies.registration
    var record = try await ceremonies.register(registration.client, registration.object)
    record.signCount = stored
    var authenticator = ceremonies.authenticator
    authenticator.signCount = seen
    let client = authenticator.clientData("webauthn.get", challenge: Ceremonies.challenge)
    let data = authenticator.authenticatorData()
    let signature = try authenticator.signature(over: data + Array(SHA256.hash(data: client)))
    #expect(try ceremonies.assert(record, client, data, signature).hasCounted == hasCounted)
  }

  @Test("A raw signature of ES256 is none")
  func rawSignature() async throws {
    let key = P256.Signing.PrivateKey()
    let ceremonies = try Ceremonies(key: .p256(key))
    let registration = try ceremonies.registration
    let record = try await ceremonies.register(registration.client, registration.object)
    let (client, data, _) = try ceremonies.assertion
    let raw = try key.signature(for: data + Array(SHA256.hash(data: client))).rawRepresentation
    let refusal = #expect(throws: WebAuthnRefusal.self) {
      try ceremonies.assert(record, client, data, Array(raw))
    }
    #expect(refusal?.check == .signature)
  }
}
