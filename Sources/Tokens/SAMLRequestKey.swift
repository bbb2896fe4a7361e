import Foundation
import Identity
import Secrets

/// A key pair by which a project signs its requests to SAML providers: RSA with a self-signed certificate. It signs no
/// token, and no verifier of tokens knows it.
public struct SAMLRequestKey: Sendable {
  /// X.509, PEM.
  public var certificatePEM: String { key.certificatePEM }
  private let key: SigningKey

  /// - Parameter commonName: of the certificate's subject, up to 64 characters. A label: nobody resolves it.
  public static func generate(commonName: String, now: Instant) async throws(SigningKey.Failure)
    -> SAMLRequestKey
  {
    SAMLRequestKey(key: try await SigningKey.generate(now: now, commonName: commonName))
  }

  private init(key: SigningKey) { self.key = key }

  /// The pair as a project keeps it.
  public func sealed(now: Instant, with box: SecretBox, context: String) throws(SigningKey.Failure)
    -> SAMLKeys.Key
  {
    var privateKey = try key.material.privateKey()
    defer { SigningKeyMaterial.clear(&privateKey) }
    do {
      return SAMLKeys.Key(
        certificate: certificatePEM, sealedPrivateKey: Array(try box.seal(privateKey, context: context)),
        createdAt: now,
        expiresAt: Instant(seconds: now.seconds).adding(seconds: SigningKey.certificateLifetime))
    } catch {
      throw .malformedKey
    }
  }

  /// - Throws: ``SigningKey/Failure/malformedKey`` for what does not open under the master key.
  public init(_ kept: SAMLKeys.Key, with box: SecretBox, context: String) throws(SigningKey.Failure) {
    guard let opened = try? box.open(Data(kept.sealedPrivateKey), context: context) else {
      throw .malformedKey
    }
    var bytes = Array(opened)
    defer { SigningKeyMaterial.clear(&bytes) }
    key = try SigningKey(
      material: SigningKeyMaterial(.rs256, privateKey: bytes), certificatePEM: kept.certificate)
  }

  /// A signature by RSASSA-PKCS1-v1_5 with SHA-256.
  ///
  /// - Throws: as ``TokenSigner/sign(_:with:)``.
  public func signature(of octets: [UInt8], by signer: JWTSigner) async throws(IdentityError) -> [UInt8] {
    try await signer.signer.sign(octets, with: key)
  }
}
