import Foundation
import Testing
import X509

@testable import WebAuthn

/// Web Authentication Level 3, section 16: every vector is taken, or refused for the reason that the module's documentation
/// gives.
@Suite("The standard's test vectors")
struct W3CVectorTests {
  private static func relyingParty(
    topOrigins: [String] = [], attestation: AttestationPolicy = .unneeded
  ) throws -> RelyingParty {
    RelyingParty(
      id: try #require(RelyingPartyID("example.org")),
      origins: [try #require(PasskeyOrigin("https://example.org"))],
      topOrigins: try topOrigins.map { try #require(PasskeyOrigin($0)) },
      // The vectors draw the flag by lot.
      requiresUserVerification: false, attestation: attestation)
  }

  private static var trusting: AttestationPolicy {
    get throws { .trusted(roots: [try Certificate(derEncoded: W3CVector.attestationRoot)]) }
  }

  private static func register(
    _ vector: W3CVector, _ object: [UInt8]? = nil, by relyingParty: RelyingParty
  ) async throws -> (credential: CredentialRecord, aaguid: [UInt8]) {
    let client = try CollectedClientData(vector.registrationClientData)
    return try await Registration(client: client, attestationObject: object ?? vector.attestationObject)
      .verify(
        challenge: vector.registrationChallenge, by: relyingParty,
        at: Date(timeIntervalSince1970: 1_800_000_000))
  }

  private static func assert(
    _ vector: W3CVector, _ credential: CredentialRecord, by relyingParty: RelyingParty
  ) throws -> Assertion.Outcome {
    let client = try CollectedClientData(vector.assertionClientData)
    return try Assertion(
      client: client, authenticatorData: vector.authenticatorData, signature: vector.signature,
      userHandle: nil
    ).verify(
      credential, of: [1], handleIsNeeded: false, challenge: vector.assertionChallenge, by: relyingParty)
  }

  private static func verify(_ name: String, by relyingParty: RelyingParty) async throws {
    let vector = try #require(W3CVector.named(name))
    let made = try await register(vector, by: relyingParty)
    #expect(made.credential.id == vector.credentialID)
    #expect(made.aaguid == vector.aaguid)
    #expect(COSEKey(encoded: made.credential.publicKey.encoded) == made.credential.publicKey)
    #expect(try assert(vector, made.credential, by: relyingParty).hasCounted)
  }

  @Test(
    "Both ceremonies are taken where no attestation is asked for",
    arguments: [
      "none.ES256", "packed-self.ES256", "none.ES256.long-credential-id", "packed.ES256", "packed.RS256",
      "packed.EdDSA", "tpm.ES256", "android-key.ES256", "apple.ES256", "fido-u2f.ES256",
    ])
  func untrusted(_ name: String) async throws {
    try await Self.verify(name, by: try Self.relyingParty())
  }

  @Test(
    "Both ceremonies are taken with an attestation of the vectors' root",
    arguments: ["packed.ES256", "packed.RS256", "packed.EdDSA", "apple.ES256", "fido-u2f.ES256"])
  func trusted(_ name: String) async throws {
    try await Self.verify(name, by: try Self.relyingParty(attestation: try Self.trusting))
  }

  @Test(
    "Without certificates, and of a format that is not verified, no attestation is trusted",
    arguments: ["none.ES256", "packed-self.ES256", "tpm.ES256", "android-key.ES256"])
  func unsupportedAttestation(_ name: String) async throws {
    let vector = try #require(W3CVector.named(name))
    let relyingParty = try Self.relyingParty(attestation: try Self.trusting)
    let refusal = await #expect(throws: WebAuthnRefusal.self) {
      try await Self.register(vector, by: relyingParty)
    }
    #expect(refusal?.check == .attestation)
  }

  @Test("A root that signed none of the certificates is no root of them")
  func otherRoot() async throws {
    let vector = try #require(W3CVector.named("packed.ES256"))
    let relyingParty = try Self.relyingParty(attestation: .trusted(roots: []))
    let refusal = await #expect(throws: WebAuthnRefusal.self) {
      try await Self.register(vector, by: relyingParty)
    }
    #expect(refusal?.check == .attestation)
  }

  @Test(
    "A credential of an algorithm that was not offered is refused",
    arguments: ["packed.ES384", "packed.ES512", "packed.Ed448"])
  func otherAlgorithms(_ name: String) async throws {
    let vector = try #require(W3CVector.named(name))
    let relyingParty = try Self.relyingParty()
    let refusal = await #expect(throws: WebAuthnRefusal.self) {
      try await Self.register(vector, by: relyingParty)
    }
    #expect(refusal?.check == .publicKey)
  }

  @Test("A page in a frame is taken where its top origin is named")
  func topOrigin() async throws {
    try await Self.verify(
      "none.ES256.topOrigin", by: try Self.relyingParty(topOrigins: ["https://example.com"]))
    let vector = try #require(W3CVector.named("none.ES256.topOrigin"))
    for (topOrigins, check): ([String], WebAuthnRefusal.Check) in [
      ([], .crossOrigin), (["https://example.net"], .topOrigin),
    ] {
      let relyingParty = try Self.relyingParty(topOrigins: topOrigins)
      let refusal = await #expect(throws: WebAuthnRefusal.self) {
        try await Self.register(vector, by: relyingParty)
      }
      #expect(refusal?.check == check)
    }
  }

  @Test("A page in a frame that does not say in whose is refused, whatever the settings")
  func crossOrigin() async throws {
    let vector = try #require(W3CVector.named("none.ES256.crossOrigin"))
    for topOrigins in [[], ["https://example.com"]] {
      let relyingParty = try Self.relyingParty(topOrigins: topOrigins)
      let refusal = await #expect(throws: WebAuthnRefusal.self) {
        try await Self.register(vector, by: relyingParty)
      }
      #expect(refusal?.check == (topOrigins.isEmpty ? .crossOrigin : .topOrigin))
    }
  }

  /// Nobody signs how many bits of the certificate's signature are unused, and the library does not look. Of FIDO U2F, nobody
  /// signs the counter and the model.
  @Test(
    "No byte of a registration with certificates can be another",
    arguments: ["packed.ES256", "fido-u2f.ES256"])
  func attestedBytes(_ name: String) async throws {
    let vector = try #require(W3CVector.named(name))
    let relyingParty = try Self.relyingParty(attestation: try Self.trusting)
    let object = vector.attestationObject
    let data = object.count - Self.authenticatorDataSize(of: vector)
    let ecdsa = W3CVector.bytes("300a06082a8648ce3d040302")
    let algorithm = try #require(object[..<data].ranges(of: ecdsa).last)
    var unsigned: Set = [algorithm.upperBound + 2]
    if name.hasPrefix("fido-u2f") { unsigned.formUnion((data + 33)..<(data + 53)) }
    for index in object.indices where !unsigned.contains(index) {
      var changed = object
      changed[index] ^= index == data + 32 ? 0x40 : 0x01
      let mutation = changed
      await #expect(throws: WebAuthnRefusal.self, "byte \(index)") {
        try await Self.register(vector, mutation, by: relyingParty)
      }
    }
  }

  /// With a key for ES256.
  private static func authenticatorDataSize(of vector: W3CVector) -> Int {
    37 + 18 + vector.credentialID.count + 77
  }

  @Test("A credential ID of 1024 bytes is refused")
  func credentialIDLength() async throws {
    let vector = try #require(W3CVector.named("none.ES256.long-credential-id"))
    // One byte more, in the length of the bytes of authData (0x0483) and in that of the ID (0x03ff).
    var object = vector.attestationObject
    let start = object.count - Self.authenticatorDataSize(of: vector)
    #expect(object[(start - 2)..<start].elementsEqual([0x04, 0x83]))
    object[start - 1] += 1
    #expect(object[(start + 53)..<(start + 55)].elementsEqual([0x03, 0xFF]))
    object.replaceSubrange((start + 53)..<(start + 55), with: [0x04, 0x00])
    object.insert(0, at: start + 55)
    let longer = object
    let relyingParty = try Self.relyingParty()
    let refusal = await #expect(throws: WebAuthnRefusal.self) {
      try await Self.register(vector, longer, by: relyingParty)
    }
    #expect(refusal == WebAuthnRefusal(.authenticatorData, seen: "credentialID"))
  }
}
