// For libFuzzer, built by `make fuzz-passkeys` together with the vectors of WebAuthnTests.

import Foundation
import IdentityWire
import WebAuthn
import X509

/// Seeds, each the input of one target and its number before it, in the directory that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func makeSeeds(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt {
  guard let directory = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  for (number, seed) in PasskeySeeds.all.enumerated() {
    let file = URL(fileURLWithPath: directory).appendingPathComponent("seed-\(number)")
    try? Data(seed).write(to: file)
  }
  return 0
}

/// The first byte says what the rest is read as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasskeys(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0, let target = FuzzTarget(rawValue: start[0] % UInt8(FuzzTarget.allCases.count)) else {
    return 0
  }
  target.take(Array(UnsafeBufferPointer(start: start + 1, count: count - 1)))
  return 0
}

enum FuzzTarget: UInt8, CaseIterable {
  case cbor, coseKey, authenticatorData, clientData, names, base64
  case assertionClientData, assertionAuthenticatorData, assertionSignature
  case selfAttestedObject, selfAttestedClientData, certifiedObject, certifiedClientData, unattestedObject

  func take(_ bytes: [UInt8]) {
    switch self {
    case .cbor:
      guard let item = try? CBORReader.item(bytes[...]) else { return }
      // What is read in one form alone is written as it was.
      precondition(CanonicalCBOR.encode(item) == bytes, "an item has two encodings")
    case .coseKey:
      guard let key = COSEKey(encoded: bytes) else { return }
      precondition(key.encoded == bytes, "a key has two encodings")
      precondition(!key.isValid(signature: bytes, over: []), "a signature is not one")
    case .authenticatorData: Self.readAuthenticatorData(bytes)
    case .clientData:
      guard let client = try? CollectedClientData(bytes) else { return }
      precondition(
        client.bytes == bytes && bytes.count <= CollectedClientData.maximumSize, "other client data")
    case .names: Self.readNames(String(decoding: bytes, as: UTF8.self))
    case .base64: Self.readBase64(String(decoding: bytes, as: UTF8.self))
    default: Self.ceremony(self, bytes)
    }
  }

  private static func readAuthenticatorData(_ bytes: [UInt8]) {
    guard let data = try? AuthenticatorData(bytes) else { return }
    let count = data.signCount
    var written = data.relyingPartyIDHash + [data.flags.rawValue]
    written += [UInt8(count >> 24), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
    if let credential = data.credential {
      written += credential.aaguid + [UInt8(credential.id.count >> 8), UInt8(credential.id.count & 255)]
      written += credential.id + credential.encodedPublicKey
    }
    precondition(bytes.starts(with: written), "authenticator data that is not what was read")
    precondition(
      bytes.count == written.count || data.flags.contains(.hasExtensions), "bytes that were not read")
  }

  private static func readNames(_ text: String) {
    if let id = RelyingPartyID(text) {
      precondition(id.rawValue == text && id.covers(host: text) && !text.contains(":"), "an RP ID")
      precondition(PasskeyOrigin("https://\(text)")?.host == text, "no site of an RP ID")
    }
    if let origin = PasskeyOrigin(text), let host = origin.host {
      precondition(RelyingPartyID(host) != nil, "a host that is no domain")
    }
  }

  private static func readBase64(_ text: String) {
    guard let bytes = Base64Bytes.decode(text) else { return }
    var canonical = text.replacing("+", with: "-").replacing("/", with: "_")[...]
    while canonical.last == "=" { canonical.removeLast() }
    precondition(Base64URL.encode(bytes) == canonical, "bytes with two spellings")
  }

  private static func ceremony(_ target: FuzzTarget, _ bytes: [UInt8]) {
    let original = PasskeySeeds.original(of: target)
    let isTaken: Bool
    switch target {
    case .assertionClientData: isTaken = Ceremony.assert(clientData: bytes)
    case .assertionAuthenticatorData: isTaken = Ceremony.assert(authenticatorData: bytes)
    case .assertionSignature: isTaken = Ceremony.assert(signature: bytes)
    case .selfAttestedObject: isTaken = Ceremony.register(PasskeySeeds.selfAttested, object: bytes)
    case .selfAttestedClientData: isTaken = Ceremony.register(PasskeySeeds.selfAttested, clientData: bytes)
    case .certifiedClientData:
      isTaken = Ceremony.register(PasskeySeeds.certified, clientData: bytes, trusting: true)
    case .certifiedObject:
      isTaken = Ceremony.register(PasskeySeeds.certified, object: bytes, trusting: true)
      // More certificates than the chain needs are signed by nobody, and stand before the authenticator's data.
      precondition(
        !isTaken || bytes.suffix(164) == original.suffix(164), "other authenticator data was taken")
      return
    default:
      // Nobody signed it: RP ID and flags are checked, key and credential ID are the client's word.
      _ = Ceremony.register(PasskeySeeds.unattested, object: bytes)
      return
    }
    precondition(!isTaken || bytes == original, "a changed answer was taken")
  }
}
