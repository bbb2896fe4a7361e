import Foundation
import Identity
import Secrets

/// A key pair with which a project signs its requests to SAML providers: RSA with a self-signed certificate.
/// It signs no tokens and is not in the key set.
public struct SAMLRequestKey: Sendable {
  /// X.509, PEM.
  public var certificatePEM: String { key.certificatePEM }
  private let key: SigningKey

  /// - Parameter commonName: the common name in the certificate, up to 64 characters. It is a label and need
  ///   not resolve.
  public static func generate(commonName: String, now: Instant) async throws(SigningKey.Failure)
    -> SAMLRequestKey
  {
    SAMLRequestKey(key: try await SigningKey.generate(now: now, commonName: commonName))
  }

  private init(key: SigningKey) { self.key = key }

  /// Returns the sealed key pair in the form that a project stores.
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

  /// - Throws: ``SigningKey/Failure/malformedKey`` if the stored key cannot be opened with the master key.
  public init(_ kept: SAMLKeys.Key, with box: SecretBox, context: String) throws(SigningKey.Failure) {
    guard let opened = try? box.open(Data(kept.sealedPrivateKey), context: context) else {
      throw .malformedKey
    }
    var bytes = Array(opened)
    defer { SigningKeyMaterial.clear(&bytes) }
    key = try SigningKey(
      material: SigningKeyMaterial(.rs256, privateKey: bytes), certificatePEM: kept.certificate)
  }

  /// Signs with RSASSA-PKCS1-v1_5 and SHA-256.
  ///
  /// - Throws: the errors of ``TokenSigner/sign(_:with:)``.
  public func signature(of octets: [UInt8], by signer: JWTSigner) async throws(IdentityError) -> [UInt8] {
    try await signer.signer.sign(octets, with: key)
  }
}
