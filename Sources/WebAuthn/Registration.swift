import Crypto
import Foundation

/// A client's answer to a registration request for a passkey (WebAuthn Level 3 section 7.1).
public struct Registration: Sendable {
  /// The maximum size in bytes. The statements of all authenticators are much smaller.
  public static let maximumAttestationObjectSize = 65_536

  public let client: CollectedClientData
  public let attestationObject: [UInt8]

  public init(client: CollectedClientData, attestationObject: [UInt8]) {
    self.client = client
    self.attestationObject = attestationObject
  }

  /// Performs all checks of section 7.1 except one: only the relying party knows whether the credential ID
  /// is already registered.
  ///
  /// Without an attestation, the answer is not signed. The credential's ID and key, the counter, the model
  /// and the backup flags are then unverified claims of the client.
  ///
  /// - Parameters:
  ///   - challenge: the challenge that was given to this user for this registration.
  ///   - algorithms: the algorithms that were offered.
  ///   - now: the moment at which certificates have to be valid.
  public func verify(
    challenge: [UInt8], by relyingParty: RelyingParty,
    offering algorithms: [COSEKey.Algorithm] = COSEKey.Algorithm.allCases,
    at now: Date
  ) async throws(WebAuthnRefusal) -> (credential: CredentialRecord, aaguid: [UInt8]) {
    guard attestationObject.count <= Self.maximumAttestationObjectSize,
      let object = try? CBORReader.item(attestationObject[...]), object.entries?.count == 3,
      let format = object["fmt"], case .text = format, let statement = object["attStmt"],
      statement.entries != nil,
      let bytes = object["authData"]?.bytes
    else {
      throw WebAuthnRefusal(.attestationObject, expected: "canonical CBOR of fmt, attStmt and authData")
    }
    let data = try AuthenticatorData(refusing: bytes)
    try relyingParty.verify(client, data, of: .registration, challenge)
    guard let made = data.credential else {
      throw WebAuthnRefusal(.authenticatorData, expected: "a credential")
    }
    guard let key = COSEKey(made.publicKey, encoded: made.encodedPublicKey),
      algorithms.contains(key.algorithm)
    else {
      throw WebAuthnRefusal(.publicKey, expected: "a key for ES256, EdDSA or RS256, as it was offered")
    }
    try await AttestationStatement(
      format: format, statement: statement, credential: made, publicKey: key,
      relyingPartyIDHash: data.relyingPartyIDHash, authenticatorData: bytes,
      clientDataHash: Array(SHA256.hash(data: client.bytes))
    ).verify(by: relyingParty.attestation, at: now)
    let credential = CredentialRecord(
      id: made.id, publicKey: key, signCount: data.signCount,
      isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp))
    return (credential, made.aaguid)
  }
}

extension AuthenticatorData {
  init(refusing bytes: [UInt8]) throws(WebAuthnRefusal) {
    do throws(Failure) {
      try self.init(bytes)
    } catch {
      throw WebAuthnRefusal(.authenticatorData, seen: "\(error)")
    }
  }
}
