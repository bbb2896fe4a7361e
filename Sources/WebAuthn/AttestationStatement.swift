import Crypto
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// An authenticator's attestation (WebAuthn Level 3 section 8), with its credential.
struct AttestationStatement {
  var format: CBORItem
  var statement: CBORItem
  var credential: AuthenticatorData.AttestedCredential
  var publicKey: COSEKey
  var relyingPartyIDHash: [UInt8]
  var authenticatorData: [UInt8]
  var clientDataHash: [UInt8]

  /// - Parameter now: the moment at which certificates have to be valid.
  func verify(by policy: AttestationPolicy, at now: Date) async throws(WebAuthnRefusal) {
    switch policy {
    case .unneeded:
      if format.isText("none") { return try verifyNone() }
      guard Self.otherFormats.contains(where: { format.isText($0) }) else {
        throw WebAuthnRefusal(.attestation, expected: "a format that is registered")
      }
      if format.isText("packed"), statement["x5c"] == nil { try verifySelf() }
    case .trusted(let roots):
      let chain = try chain()
      try verifySignature(by: chain[0])
      try await verify(chain, roots, at: now)
    }
  }

  /// The other formats of the IANA registry "WebAuthn Attestation Statement Format Identifiers".
  private static let otherFormats: [StaticString] = [
    "packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound",
  ]

  private func verifyNone() throws(WebAuthnRefusal) {
    guard statement.entries?.isEmpty == true else {
      throw WebAuthnRefusal(.attestation, expected: "nothing, as the format says", seen: "a statement")
    }
  }

  /// Verifies a self-attestation (section 8.2): there are no certificates, and the credential's own key
  /// signs.
  private func verifySelf() throws(WebAuthnRefusal) {
    guard statement.entries?.count == 2, statement["alg"]?.integer == publicKey.algorithm.rawValue,
      let signature = statement["sig"]?.bytes,
      publicKey.isValid(signature: signature, over: authenticatorData + clientDataHash)
    else { throw WebAuthnRefusal(.attestation, expected: "a signature by the key that was made") }
  }

  private func chain() throws(WebAuthnRefusal) -> [Certificate] {
    // No authenticator sends more than four certificates. The search for a chain is slow if many
    // certificates have the same name.
    guard let items = statement["x5c"]?.array, (1...4).contains(items.count) else {
      throw WebAuthnRefusal(.attestation, expected: "a statement with certificates", seen: "none")
    }
    var chain: [Certificate] = []
    for item in items {
      guard let bytes = item.bytes, let certificate = try? Certificate(derEncoded: bytes) else {
        throw WebAuthnRefusal(.attestation, expected: "certificates in DER")
      }
      guard chain.last.map({ $0.issuer == certificate.subject }) ?? true else {
        throw WebAuthnRefusal(.attestation, expected: "certificates in the order of their chain")
      }
      chain.append(certificate)
    }
    return chain
  }

  private func verifySignature(by certificate: Certificate) throws(WebAuthnRefusal) {
    let signed: [UInt8]
    if format.isText("packed") {
      guard statement.entries?.count == 3, statement["alg"]?.integer == COSEKey.Algorithm.es256.rawValue
      else {
        throw WebAuthnRefusal(.attestation, expected: "a statement of alg (ES256), sig and x5c")
      }
      try verifyPackedCertificate(certificate)
      signed = authenticatorData + clientDataHash
    } else if format.isText("fido-u2f"), let point = publicKey.uncompressedPoint {
      // Section 8.6: exactly one certificate, without a chain.
      guard statement.entries?.count == 2, statement["x5c"]?.array?.count == 1 else {
        throw WebAuthnRefusal(.attestation, expected: "a statement of sig and one certificate")
      }
      signed = [0] + relyingPartyIDHash + clientDataHash + credential.id + point
    } else if format.isText("apple") {
      return try verifyApple(certificate)
    } else {
      throw WebAuthnRefusal(.attestation, expected: "the format packed, fido-u2f or apple")
    }
    guard let signature = statement["sig"]?.bytes,
      Self.isValid(signature, over: signed, by: certificate.publicKey)
    else {
      throw WebAuthnRefusal(.attestation, expected: "a signature by the first certificate")
    }
  }

  /// Checks the rules of section 8.2.1: the certificate has version 3, is not an authority, and is made for
  /// attestations. If the certificate names a model, it has to be the authenticator's model.
  private func verifyPackedCertificate(_ certificate: Certificate) throws(WebAuthnRefusal) {
    let isAuthority: Bool
    switch try? certificate.extensions.basicConstraints {
    case .notCertificateAuthority: isAuthority = false
    default: isAuthority = true
    }
    guard certificate.version == .v3, !isAuthority else {
      throw WebAuthnRefusal(.attestation, expected: "a certificate of version 3 that is no authority's")
    }
    guard Self.unit(of: certificate) == "Authenticator Attestation" else {
      throw WebAuthnRefusal(.attestation, expected: "a certificate of the unit Authenticator Attestation")
    }
    guard let model = certificate.extensions[oid: Self.modelExtension] else { return }
    // The extension's OCTET STRING contains another OCTET STRING with the model.
    guard model.value.elementsEqual([4, 16] + credential.aaguid), !model.critical else {
      throw WebAuthnRefusal(.attestation, expected: "a certificate of the authenticator's model")
    }
  }

  private static func unit(of certificate: Certificate) -> String? {
    for name in certificate.subject {
      for attribute in name where attribute.type == .RDNAttributeType.organizationalUnitName {
        return String(attribute.value)
      }
    }
    return nil
  }

  private static let modelExtension: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4]
  private static let appleNonce: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 8, 2]

  /// Verifies an Apple statement (section 8.8): the certificate was made for exactly this answer and its
  /// key.
  private func verifyApple(_ certificate: Certificate) throws(WebAuthnRefusal) {
    let nonce = SHA256.hash(data: authenticatorData + clientDataHash)
    // SEQUENCE { [1] { OCTET STRING } }
    guard let value = certificate.extensions[oid: Self.appleNonce]?.value,
      value.elementsEqual([0x30, 36, 0xA1, 34, 4, 32] + Array(nonce))
    else { throw WebAuthnRefusal(.attestation, expected: "a certificate that was made for this answer") }
    guard let point = publicKey.uncompressedPoint,
      let key = P256.Signing.PublicKey(certificate.publicKey), Array(key.x963Representation) == point
    else { throw WebAuthnRefusal(.attestation, expected: "a certificate of the key that was made") }
  }

  private static func isValid(_ signature: [UInt8], over message: [UInt8], by key: Certificate.PublicKey)
    -> Bool
  {
    guard let key = P256.Signing.PublicKey(key),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
    else { return false }
    return key.isValidSignature(signature, for: SHA256.hash(data: message))
  }

  private func verify(_ chain: [Certificate], _ roots: [Certificate], at now: Date)
    async throws(WebAuthnRefusal)
  {
    var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
      RFC5280Policy(fixedExpiryValidationTime: now)
    }
    let result = await verifier.validate(
      leaf: chain[0], intermediates: CertificateStore(chain.dropFirst()))
    guard case .validCertificate = result else {
      throw WebAuthnRefusal(.attestation, expected: "certificates of a root that the settings name")
    }
  }
}
