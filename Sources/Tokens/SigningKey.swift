import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import SwiftASN1
import X509

/// A key pair that signs tokens, with its key id and its certificate.
///
/// The algorithm belongs to the key: a token cannot choose another algorithm (RFC 8725 section 3.1).
public final class SigningKey: Sendable {
  public enum Failure: Error {
    /// A library failed. The text is for the log and contains no key material.
    case libcrypto(String)
    case malformedKey
    /// A stored key names an algorithm that this version does not know.
    case unsupportedAlgorithm(String)
    /// The private key does not match the key id under which it was stored.
    case keyIDMismatch
    case certificate(String)
    /// No valid signature could be made.
    case wrongSignature
  }

  /// A name in the form of Google's token-signing certificates. It is a label and need not resolve.
  public static let defaultCommonName = "securetoken.latchkey.internal"
  /// The size of RSA keys in bits, the minimum of RFC 7518 section 3.3.
  public static let modulusBits: UInt32 = 2048
  /// The certificate's lifetime in seconds. The use of a key ends with its retirement, not with its
  /// certificate.
  public static let certificateLifetime: Int64 = 10 * 365 * 86_400

  /// The published `kid`: the first 20 bytes of the public key's SHA-256 digest, in hexadecimal.
  public let keyID: String
  public let algorithm: TokenAlgorithm
  /// The X.509 certificate with a line break at its end. Empty for algorithms other than RS256, whose
  /// verifiers read the key set. Some readers of the certificates refuse keys of other algorithms.
  public let certificatePEM: String

  let material: SigningKeyMaterial
  /// The base64url text of the header without session claims, with a trailing dot. It is the same for every
  /// such token of the key.
  let encodedHeader: [UInt8]

  init(material: SigningKeyMaterial, certificatePEM: String) throws(Failure) {
    self.material = material
    self.certificatePEM = certificatePEM
    algorithm = material.algorithm
    keyID = Self.keyID(publicKey: try material.publicKeyDER())
    encodedHeader = JOSEHeader(algorithm: algorithm, keyID: keyID).encoded
  }

  /// Makes a key and its self-signed certificate on a new thread. Generation takes up to a second of CPU
  /// time, and neither an event loop nor the signing pool should wait for it.
  public static func generate(
    _ algorithm: TokenAlgorithm = .rs256, now: Instant, commonName: String = defaultCommonName
  ) async throws(Failure) -> SigningKey {
    let result: Result<SigningKey, Failure> = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: Result { () throws(Failure) in try make(algorithm, now: now, commonName: commonName) })
      }
      thread.name = "signing-key"
      thread.stackSize = 1 << 20
      thread.start()
    }
    return try result.get()
  }

  /// Makes a key like ``generate(_:now:commonName:)``, but on the calling thread.
  static func make(
    _ algorithm: TokenAlgorithm, now: Instant, commonName: String
  ) throws(Failure) -> SigningKey {
    try make(of: try SigningKeyMaterial.generate(algorithm), now: now, commonName: commonName)
  }

  /// Returns the same key pair with a certificate of another date, for tests that reuse key pairs.
  package func recertified(now: Instant) throws(Failure) -> SigningKey {
    try Self.make(of: material, now: now, commonName: Self.defaultCommonName)
  }

  private static func make(
    of material: SigningKeyMaterial, now: Instant, commonName: String
  ) throws(Failure) -> SigningKey {
    guard material.algorithm == .rs256 else { return try SigningKey(material: material, certificatePEM: "") }
    var privateKey = try material.privateKey()
    defer { SigningKeyMaterial.clear(&privateKey) }
    let pem = try certificate(privateKey: privateKey, now: now, commonName: commonName)
    return try SigningKey(material: material, certificatePEM: pem)
  }

  /// The members of a JSON Web Key that define the public key, `kty` first. All values are texts.
  public var publicMembers: [(name: String, value: String)] { material.publicMembers }

  /// One of ``publicMembers``.
  public func publicMember(_ name: String) -> String? {
    publicMembers.first { $0.name == name }?.value
  }

  /// The key pair of an RS256 key.
  var rsa: RSAKeyPair? {
    if case .rsa(let pair) = material { pair } else { nil }
  }

  private static func keyID(publicKey: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.hash(data: publicKey).prefix(20).flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func certificate(
    privateKey: [UInt8], now: Instant, commonName: String
  ) throws(Failure) -> String {
    do {
      let key = try _RSA.Signing.PrivateKey(derRepresentation: privateKey)
      let name = try DistinguishedName { CommonName(commonName) }
      let certificate = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(),
        publicKey: Certificate.PublicKey(key.publicKey),
        notValidBefore: Instant(seconds: now.seconds).date,
        notValidAfter: Instant(seconds: now.seconds).adding(seconds: certificateLifetime).date,
        issuer: name, subject: name, signatureAlgorithm: .sha256WithRSAEncryption,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
        },
        issuerPrivateKey: Certificate.PrivateKey(key))
      let pem = try certificate.serializeAsPEM().pemString
      return pem.hasSuffix("\n") ? pem : pem + "\n"
    } catch {
      throw .certificate(String(describing: type(of: error)))
    }
  }
}

extension SigningKey.Failure {
  init(_ failure: RSAKeyPair.Failure) {
    switch failure {
    case .libcrypto(let text): self = .libcrypto(text)
    case .malformedKey: self = .malformedKey
    case .unsuited, .wrongSignature: self = .wrongSignature
    }
  }
}
