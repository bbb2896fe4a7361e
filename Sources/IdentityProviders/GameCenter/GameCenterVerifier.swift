import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import X509

/// Verifies Apple's Game Center: a signature over player, app, time and salt, with a key whose certificate
/// Apple publishes.
///
/// The certificate is fetched over HTTPS, and only from Apple's own host: a credential with another URL is
/// refused. The host proves that the certificate is Apple's. The certificate chain is not checked, because
/// Apple publishes only the leaf certificate.
public struct GameCenterVerifier: ProviderVerifier {
  public static let providerID = "gc.apple.com"
  /// How many seconds a signature is valid before and after its time.
  static let lifetime: Int64 = 600

  let services: ProviderServices

  /// Always throws: Game Center has no OAuth credentials.
  public func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    throw .unsupportedCredential(Self.providerID, takes: "a player's signature, by signInWithGameCenter")
  }

  /// - Throws: `INVALID_IDP_RESPONSE` if the signature is wrong or too old, or if its key is not Apple's;
  ///   `OPERATION_NOT_ALLOWED` if the settings name no app.
  public func verify(
    _ credential: GameCenterCredential, with settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let bundleIDs = settings.acceptedAudiences
    guard !bundleIDs.isEmpty else {
      throw .incompleteConfiguration(Self.providerID, needs: "the bundle id of your app")
    }
    let limit = GameCenterCredential.maximumLength
    guard credential.playerIDs.allSatisfy({ $0.utf8.count <= limit }), credential.salt.count <= limit,
      (256...1_024).contains(credential.signature.count),
      let milliseconds = Int64(exactly: credential.timestamp)
    else { throw Self.refusal("The player's signature is malformed.") }
    // Divides milliseconds instead of multiplying seconds, because a timestamp near the end of its range
    // would overflow.
    let signedAt = milliseconds / 1_000
    guard abs(now.seconds - signedAt) <= Self.lifetime else {
      throw Self.refusal("The player's signature has expired.")
    }
    let key = try await key(at: credential.publicKeyURL, settings, now: now)
    let signature = _RSA.Signing.RSASignature(rawRepresentation: credential.signature)
    for playerID in credential.playerIDs {
      for bundleID in bundleIDs {
        let digest = SHA256.hash(data: credential.message(playerID: playerID, bundleID: bundleID))
        guard key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) else { continue }
        var identity = try IdentityProviders.identity(Self.providerID, rawID: playerID)
        identity.redemption = .init(
          key: "\(Self.providerID)/\(hexadecimal(SHA256.hash(data: credential.signature)))",
          expiresAt: Instant(seconds: signedAt).adding(seconds: Self.lifetime + 1))
        return identity
      }
    }
    throw Self.refusal("The player's signature fits none of the project's apps with this player.")
  }

  private static func refusal(_ sentence: String) -> IdentityError {
    .invalidIDPResponse(sentence).diagnosed(Diagnosis.profile(what: sentence))
  }

  private func key(
    at url: String, _ settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> _RSA.Signing.PublicKey {
    let base = try required(
      ProviderCatalog.endpoints(for: settings)?.jwks, "certificate", of: Self.providerID)
    guard url.hasPrefix(base), Self.isCertificateName(url.dropFirst(base.count)) else {
      throw Self.refusal("The address of the public key is not Apple's.")
    }
    let certificate: GameCenterCertificate
    do {
      certificate = try await services.gameCenterCertificates.document(
        .init(url: url, allowPrivateAddresses: settings.endpoints.allowPrivateAddresses), now: now)
    } catch {
      throw .issuerUnreachable(cause: "certificate \(safeToLog(url)): \(error)")
        .diagnosed(Diagnosis.keysUnavailable(address: safeToLog(url), reason: error.words))
    }
    guard certificate.validity.contains(now.seconds) else {
      throw Self.refusal("The certificate of the public key is not valid now.")
    }
    return certificate.key
  }

  /// True if the text is a plain file name that cannot lead to another path.
  private static func isCertificateName(_ name: Substring) -> Bool {
    name.utf8.count <= 64 && name.hasSuffix(".cer") && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

/// The used parts of Apple's signing certificate.
struct GameCenterCertificate: Sendable {
  let key: _RSA.Signing.PublicKey
  /// The validity in seconds since 1970.
  let validity: ClosedRange<Int64>

  /// Nil unless the data is an X.509 certificate in DER with an RSA key of at least 2048 bits.
  init?(der: [UInt8]) {
    guard let certificate = try? Certificate(derEncoded: der),
      let key = _RSA.Signing.PublicKey(certificate.publicKey), key.keySizeInBits >= 2_048
    else { return nil }
    let from = Int64(certificate.notValidBefore.timeIntervalSince1970)
    let to = Int64(certificate.notValidAfter.timeIntervalSince1970)
    guard from <= to else { return nil }
    self.key = key
    validity = from...to
  }
}
