import Crypto
import CryptoExtras

/// A credential's public key (RFC 9052 section 7, RFC 9053, RFC 8230) with an algorithm that this module
/// verifies.
public struct COSEKey: Sendable {
  /// Algorithms of the COSE registry, in the order in which a relying party prefers them.
  public enum Algorithm: Int64, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256; signatures are DER.
    case es256 = -7
    /// Ed25519.
    case eddsa = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256, for authenticators on TPMs.
    case rs256 = -257
  }

  private enum Material: Sendable {
    case p256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rsa(_RSA.Signing.PublicKey)
  }

  public let algorithm: Algorithm
  /// The canonical encoding from the authenticator, as it is stored.
  public let encoded: [UInt8]
  private let material: Material

  /// Nil for other algorithms, points that are not on their curve, RSA keys below 2048 or above 4096 bits,
  /// unexpected members, and encodings that are not canonical.
  public init?(encoded: [UInt8]) {
    guard let item = try? CBORReader.item(encoded[...]) else { return nil }
    self.init(item, encoded: encoded)
  }

  init?(_ item: CBORItem, encoded: [UInt8]) {
    guard let entries = item.entries, let algorithm = item[3]?.integer.flatMap(Algorithm.init) else {
      return nil
    }
    let material: Material?
    switch algorithm {
    case .es256: material = Self.p256(item, entries.count)
    case .eddsa: material = Self.ed25519(item, entries.count)
    case .rs256: material = Self.rsa(item, entries.count)
    }
    guard let material else { return nil }
    (self.algorithm, self.encoded, self.material) = (algorithm, encoded, material)
  }

  /// - Parameter signature: in the form of WebAuthn section 6.5.5.
  public func isValid(signature: [UInt8], over message: [UInt8]) -> Bool {
    switch material {
    case .p256(let key):
      (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map {
        key.isValidSignature($0, for: SHA256.hash(data: message))
      } ?? false
    case .ed25519(let key): key.isValidSignature(signature, for: message)
    case .rsa(let key):
      key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
        padding: .insecurePKCS1v1_5)
    }
  }

  /// The uncompressed point of a key on P-256 (SEC 1 section 2.3.3). A FIDO U2F attestation signs this
  /// point.
  var uncompressedPoint: [UInt8]? {
    guard case .p256(let key) = material else { return nil }
    return Array(key.x963Representation)
  }

  private static func p256(_ item: CBORItem, _ count: Int) -> Material? {
    guard count == 5, item[1]?.integer == 2, item[-1]?.integer == 1,
      let x = item[-2]?.bytes, x.count == 32, let y = item[-3]?.bytes, y.count == 32
    else { return nil }
    return (try? P256.Signing.PublicKey(rawRepresentation: x + y)).map(Material.p256)
  }

  private static func ed25519(_ item: CBORItem, _ count: Int) -> Material? {
    guard count == 4, item[1]?.integer == 1, item[-1]?.integer == 6,
      let x = item[-2]?.bytes, x.count == 32
    else { return nil }
    return (try? Curve25519.Signing.PublicKey(rawRepresentation: x)).map(Material.ed25519)
  }

  private static func rsa(_ item: CBORItem, _ count: Int) -> Material? {
    guard count == 4, item[1]?.integer == 3,
      let modulus = item[-1]?.bytes, let first = modulus.first, first != 0,
      (2048...4096).contains(modulus.count * 8 - first.leadingZeroBitCount),
      let exponent = item[-2]?.bytes, (1...4).contains(exponent.count), exponent.first != 0,
      let low = exponent.last, low & 1 == 1, exponent.count > 1 || low >= 3
    else { return nil }
    return (try? _RSA.Signing.PublicKey(n: modulus, e: exponent)).map(Material.rsa)
  }
}

extension COSEKey: Equatable {
  public static func == (first: COSEKey, second: COSEKey) -> Bool { first.encoded == second.encoded }
}
