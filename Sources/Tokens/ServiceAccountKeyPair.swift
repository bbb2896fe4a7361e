import CryptoExtras
import Foundation
import Identity
import Secrets

/// A new key pair of a service account. The server does not store the private key: it exists only in the
/// account's key file.
public struct ServiceAccountKeyPair: Sendable {
  public let key: ServiceAccount.Key
  /// PKCS #8, PEM.
  public let privateKeyPEM: Secret

  /// - Parameter email: the account's address, which is in the certificate.
  public static func generate(for email: String, now: Instant) async throws(SigningKey.Failure)
    -> ServiceAccountKeyPair
  {
    let pair = try await SigningKey.generate(now: now, commonName: email)
    var bytes = try pair.material.privateKey()
    defer { SigningKeyMaterial.clear(&bytes) }
    do {
      let publicKey = try pair.material.publicKeyDER()
      let privateKey = try _RSA.Signing.PrivateKey(derRepresentation: bytes)
      let pem = privateKey.pkcs8PEMRepresentation
      return ServiceAccountKeyPair(
        key: ServiceAccount.Key(
          id: pair.keyID, publicKey: publicKey, certificate: pair.certificatePEM, createdAt: now),
        privateKeyPEM: Secret(pem.hasSuffix("\n") ? pem : pem + "\n"))
    } catch {
      throw .malformedKey
    }
  }
}
