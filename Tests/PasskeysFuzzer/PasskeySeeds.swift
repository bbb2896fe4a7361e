import Foundation
import WebAuthn
import X509

/// The answers that inputs begin with: those of Web Authentication Level 3, section 16.
enum PasskeySeeds {
  static let unattested = named("none.ES256")
  static let selfAttested = named("packed-self.ES256")
  static let certified = named("packed.ES256")
  static let apple = named("apple.ES256")
  static let u2f = named("fido-u2f.ES256")
  static let eddsa = named("packed.EdDSA")
  static let rs256 = named("packed.RS256")
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
    case .eddsaAuthenticatorData: eddsa.authenticatorData
    case .eddsaSignature: eddsa.signature
    case .rs256AuthenticatorData: rs256.authenticatorData
    case .rs256Signature: rs256.signature
    case .selfAttestedObject: selfAttested.attestationObject
    case .selfAttestedClientData: selfAttested.registrationClientData
    case .certifiedObject: certified.attestationObject
    case .certifiedClientData: certified.registrationClientData
    case .appleObject: apple.attestationObject
    case .appleClientData: apple.registrationClientData
    case .u2fObject: u2f.attestationObject
    case .u2fClientData: u2f.registrationClientData
    case .unattestedObject: unattested.attestationObject
    case .unattestedClientData: unattested.registrationClientData
    case .cbor, .writtenCBOR, .coseKey, .authenticatorData, .clientData, .names, .base64: []
    }
  }

  static var all: [[UInt8]] {
    var seeds: [[UInt8]] = []
    for target in FuzzTarget.allCases where !original(of: target).isEmpty {
      seeds.append([target.rawValue] + original(of: target))
    }
    for vector in W3CVector.all {
      seeds.append([FuzzTarget.cbor.rawValue] + vector.attestationObject)
      seeds.append([FuzzTarget.writtenCBOR.rawValue] + vector.attestationObject)
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
