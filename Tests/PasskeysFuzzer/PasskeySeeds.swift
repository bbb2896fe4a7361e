import Foundation
import WebAuthn
import X509

/// The answers that inputs begin with: those of Web Authentication Level 3, section 16.
enum PasskeySeeds {
  static let unattested = named("none.ES256")
  static let selfAttested = named("packed-self.ES256")
  static let certified = named("packed.ES256")
  static let root = try? Certificate(derEncoded: W3CVector.attestationRoot)

  private static func named(_ name: String) -> W3CVector {
    guard let vector = W3CVector.named(name) else { preconditionFailure("There is no vector \(name)") }
    return vector
  }

  static func original(of target: FuzzTarget) -> [UInt8] {
    switch target {
    case .assertionClientData: selfAttested.assertionClientData
    case .assertionAuthenticatorData: selfAttested.authenticatorData
    case .assertionSignature: selfAttested.signature
    case .selfAttestedObject: selfAttested.attestationObject
    case .selfAttestedClientData: selfAttested.registrationClientData
    case .certifiedObject: certified.attestationObject
    case .certifiedClientData: certified.registrationClientData
    case .unattestedObject: unattested.attestationObject
    default: []
    }
  }

  static var all: [[UInt8]] {
    var seeds: [[UInt8]] = []
    for target in FuzzTarget.allCases where !original(of: target).isEmpty {
      seeds.append([target.rawValue] + original(of: target))
    }
    for vector in W3CVector.all {
      seeds.append([FuzzTarget.cbor.rawValue] + vector.attestationObject)
      seeds.append([FuzzTarget.clientData.rawValue] + vector.registrationClientData)
      guard let object = try? CBORReader.item(vector.attestationObject[...]),
        let data = object["authData"]?.bytes
      else { continue }
      seeds.append([FuzzTarget.authenticatorData.rawValue] + data)
      // With an extension, whose bytes end it.
      var extended = data + [0xA1, 0x61, 0x78, 0xF5]
      extended[32] |= 0x80
      seeds.append([FuzzTarget.authenticatorData.rawValue] + extended)
      guard let key = try? AuthenticatorData(data).credential?.encodedPublicKey else { continue }
      seeds.append([FuzzTarget.coseKey.rawValue] + key)
    }
    for name in [
      "example.org", "https://example.org", "http://localhost:3000", "https://a.example.co.uk:8443",
      "127.0.0.1",
      "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ] { seeds.append([FuzzTarget.names.rawValue] + Array(name.utf8)) }
    for text in ["AAEC_w", "AAEC/w==", "AAE=", "AA"] {
      seeds.append([FuzzTarget.base64.rawValue] + Array(text.utf8))
    }
    return seeds
  }
}

/// The ceremonies of the vectors, with one part of an answer replaced.
enum Ceremony {
  static let relyingParty = party(.unneeded)
  static let trusting = party(.trusted(roots: PasskeySeeds.root.map { [$0] } ?? []))

  private static func party(_ policy: AttestationPolicy) -> RelyingParty {
    guard let id = RelyingPartyID("example.org"), let origin = PasskeyOrigin("https://example.org") else {
      preconditionFailure("There is no relying party")
    }
    return RelyingParty(id: id, origins: [origin], requiresUserVerification: false, attestation: policy)
  }

  static let credential: CredentialRecord = {
    guard let record = verify(PasskeySeeds.selfAttested, nil, nil, relyingParty) else {
      preconditionFailure("The vector was refused")
    }
    return record
  }()

  static func register(
    _ vector: W3CVector, object: [UInt8]? = nil, clientData: [UInt8]? = nil, trusting isTrusting: Bool = false
  ) -> Bool {
    verify(vector, object, clientData, isTrusting ? trusting : relyingParty) != nil
  }

  static func assert(
    clientData: [UInt8]? = nil, authenticatorData: [UInt8]? = nil, signature: [UInt8]? = nil
  ) -> Bool {
    let vector = PasskeySeeds.selfAttested
    guard let client = try? CollectedClientData(clientData ?? vector.assertionClientData) else {
      return false
    }
    let assertion = Assertion(
      client: client, authenticatorData: authenticatorData ?? vector.authenticatorData,
      signature: signature ?? vector.signature, userHandle: [1])
    return
      (try? assertion.verify(
        credential, of: [1], challenge: vector.assertionChallenge, by: relyingParty)) != nil
  }

  private final class Answer: @unchecked Sendable {
    var record: CredentialRecord?
  }

  /// libFuzzer calls a function that waits for nothing.
  private static func verify(
    _ vector: W3CVector, _ object: [UInt8]?, _ clientData: [UInt8]?, _ relyingParty: RelyingParty
  ) -> CredentialRecord? {
    guard let client = try? CollectedClientData(clientData ?? vector.registrationClientData) else {
      return nil
    }
    let registration = Registration(client: client, attestationObject: object ?? vector.attestationObject)
    let (answer, done) = (Answer(), DispatchSemaphore(value: 0))
    Task.detached {
      answer.record = try? await registration.verify(
        challenge: vector.registrationChallenge, by: relyingParty,
        at: Date(timeIntervalSince1970: 1_800_000_000)
      ).credential
      done.signal()
    }
    done.wait()
    return answer.record
  }
}
