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
  case writtenCBOR, unattestedClientData, appleObject, appleClientData, u2fObject, u2fClientData
  case eddsaAuthenticatorData, eddsaSignature, rs256AuthenticatorData, rs256Signature

  func take(_ bytes: [UInt8]) {
    switch self {
    case .cbor:
      guard let item = try? CBORReader.item(bytes[...]) else { return }
      // What is read in one form alone is written as it was.
      precondition(CanonicalCBOR.encode(item) == bytes, "an item has two encodings")
    case .writtenCBOR: Self.readWritten(bytes)
    case .coseKey:
      guard let key = COSEKey(encoded: bytes) else { return }
      precondition(key.encoded == bytes, "a key has two encodings")
      precondition(!key.isValid(signature: bytes, over: []), "a signature is not one")
    case .authenticatorData: Self.readAuthenticatorData(bytes)
    case .clientData:
      guard let client = try? CollectedClientData(bytes) else { return }
      precondition(
        client.bytes == bytes && bytes.count <= CollectedClientData.maximumSize, "other client data")
      ClientDataReading(bytes)?.check(client)
    case .names: Self.readNames(String(decoding: bytes, as: UTF8.self))
    case .base64: Self.readBase64(String(decoding: bytes, as: UTF8.self))
    case .unattestedObject: Self.registerUnattested(object: bytes)
    case .unattestedClientData: Self.registerUnattested(clientData: bytes)
    default: precondition(!isTaken(bytes), "a changed answer was taken")
    }
  }

  private static func readWritten(_ bytes: [UInt8]) {
    let item = CBORBuilder.item(from: bytes)
    let encoded = CanonicalCBOR.encode(item)
    precondition((try? CBORReader.item(encoded[...])) == item, "a canonical encoding was not read")
    precondition((try? CBORReader.item((encoded + [0])[...])) == nil, "a byte more was read")
    for count in 0..<min(encoded.count, 64) {
      precondition((try? CBORReader.item(encoded[..<count])) == nil, "a part of an item was read")
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

  /// Nobody signed it: the credential is the client's word, but all the rest is checked.
  private static func registerUnattested(object: [UInt8]) {
    guard let record = Ceremony.register(PasskeySeeds.unattested, object: object) else { return }
    guard let item = try? CBORReader.item(object[...]), let bytes = item["authData"]?.bytes,
      let data = try? AuthenticatorData(bytes), let made = data.credential
    else { preconditionFailure("an object that cannot be read was taken") }
    precondition(
      data.relyingPartyIDHash.elementsEqual(Ceremony.relyingParty.id.digest), "another RP ID")
    precondition(data.flags.contains(.userPresent), "nobody was there")
    precondition(
      record.isBackupEligible == data.flags.contains(.backupEligible)
        && record.isBackedUp == data.flags.contains(.backedUp)
        && (record.isBackupEligible || !record.isBackedUp), "other backup flags")
    precondition(
      record.id == made.id && (1...AuthenticatorData.maximumCredentialIDLength).contains(record.id.count)
        && record.signCount == data.signCount && record.publicKey.encoded == made.encodedPublicKey,
      "another credential")
    let isVerified =
      Ceremony.register(PasskeySeeds.unattested, object: object, by: Ceremony.verifying) != nil
    precondition(isVerified == data.flags.contains(.userVerified), "user verification is not what was said")
  }

  private static func registerUnattested(clientData: [UInt8]) {
    let vector = PasskeySeeds.unattested
    guard Ceremony.register(vector, clientData: clientData) != nil else { return }
    guard let client = try? CollectedClientData(clientData) else {
      preconditionFailure("client data that cannot be read was taken")
    }
    precondition(client.type == "webauthn.create" && client.origin == "https://example.org", "another page")
    precondition(client.challenge == vector.registrationChallenge, "another challenge")
    precondition(!client.isCrossOrigin && client.topOrigin == nil, "a frame of another site")
    ClientDataReading(clientData)?.check(client)
  }

  /// Whether an answer is taken of which something that is signed was changed.
  private func isTaken(_ bytes: [UInt8]) -> Bool {
    let isChanged = bytes != PasskeySeeds.original(of: self)
    switch self {
    case .assertionClientData:
      return isChanged && Ceremony.assert(PasskeySeeds.selfAttested, clientData: bytes)
    case .assertionAuthenticatorData:
      return isChanged && Ceremony.assert(PasskeySeeds.selfAttested, authenticatorData: bytes)
    case .assertionSignature:
      return isChanged && Ceremony.assert(PasskeySeeds.selfAttested, signature: bytes)
    case .eddsaAuthenticatorData:
      return isChanged && Ceremony.assert(PasskeySeeds.eddsa, authenticatorData: bytes)
    case .eddsaSignature: return isChanged && Ceremony.assert(PasskeySeeds.eddsa, signature: bytes)
    case .rs256AuthenticatorData:
      return isChanged && Ceremony.assert(PasskeySeeds.rs256, authenticatorData: bytes)
    case .rs256Signature: return isChanged && Ceremony.assert(PasskeySeeds.rs256, signature: bytes)
    case .selfAttestedObject:
      return isChanged && Ceremony.register(PasskeySeeds.selfAttested, object: bytes) != nil
    case .selfAttestedClientData:
      return isChanged && Ceremony.register(PasskeySeeds.selfAttested, clientData: bytes) != nil
    case .certifiedClientData: return isChanged && Self.trusts(PasskeySeeds.certified, clientData: bytes)
    case .appleClientData: return isChanged && Self.trusts(PasskeySeeds.apple, clientData: bytes)
    case .u2fClientData: return isChanged && Self.trusts(PasskeySeeds.u2f, clientData: bytes)
    // More certificates than the chain needs are signed by nobody, and stand before the authenticator's data.
    case .certifiedObject: return Self.takesOtherCredential(PasskeySeeds.certified, bytes)
    case .appleObject: return Self.takesOtherCredential(PasskeySeeds.apple, bytes)
    case .u2fObject: return Self.takesOtherCredential(PasskeySeeds.u2f, bytes)
    default: return false
    }
  }

  private static func trusts(_ vector: W3CVector, clientData: [UInt8]) -> Bool {
    Ceremony.register(vector, clientData: clientData, by: Ceremony.trusting) != nil
  }

  /// U2F signs the credential, and not the flags, the counter and the model; the other formats sign all of it.
  private static func takesOtherCredential(_ vector: W3CVector, _ object: [UInt8]) -> Bool {
    guard let record = Ceremony.register(vector, object: object, by: Ceremony.trusting) else { return false }
    if record.id != vector.credentialID { return true }
    guard let original = Ceremony.register(vector) else { preconditionFailure("a vector was refused") }
    if record.publicKey != original.publicKey { return true }
    return vector.name != PasskeySeeds.u2f.name && record != original
  }
}
