import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import Secrets

/// Authenticates the client at a token endpoint with a JWT that the client signs: `private_key_jwt` (OpenID
/// Connect Core 1.0 section 9, RFC 7523 section 3).
enum ClientAssertion {
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// The lifetime in seconds.
  static let lifetime: Int64 = 120

  /// A key of a type that providers accept: P-256, P-384, or RSA of at least 2048 bits.
  enum Key: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)

    /// Nil unless the text is a key of one of these types in PEM.
    init?(pem: Secret) {
      let text = pem.reveal()
      if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) {
        self = .p256(key)
      } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: text) {
        self = .p384(key)
      } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text) {
        self = .rsa(key)
      } else {
        return nil
      }
    }

    var algorithm: String {
      switch self {
      case .p256: "ES256"
      case .p384: "ES384"
      case .rsa: "RS256"
      }
    }

    func sign(_ message: Data) throws -> Data {
      switch self {
      case .p256(let key): try key.signature(for: message).rawRepresentation
      case .p384(let key): try key.signature(for: message).rawRepresentation
      case .rsa(let key):
        try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
      }
    }
  }

  /// - Parameters:
  ///   - endpoint: the token endpoint, which is the audience.
  ///   - random: generates the `jti`, which has to be unique for each assertion (RFC 7523 section 3).
  /// - Throws: an error if the key is missing or cannot sign.
  static func make(
    at endpoint: String, settings: ProviderSettings, secrets: ProviderSecrets, now: Instant,
    random: any RandomSource = SystemRandom()
  ) throws(IdentityError) -> String {
    guard let pem = secrets.privateKey, !pem.isEmpty, let key = Key(pem: pem) else {
      throw .incompleteConfiguration(settings.providerID, needs: "its private key (PEM; P-256, P-384 or RSA)")
    }
    var header: [String: JSONValue] = ["alg": .string(key.algorithm), "typ": "JWT"]
    if let id = settings.clientKeyID, !id.isEmpty { header["kid"] = .string(id) }
    let claims: JSONValue = [
      "iss": .string(settings.clientID), "sub": .string(settings.clientID), "aud": .string(endpoint),
      "jti": .string(Base64URL.encode(random.bytes(16))), "iat": .integer(now.seconds),
      "exp": .integer(now.seconds + lifetime),
    ]
    do {
      return try CompactJWS.make(header: .object(header), claims: claims, signedBy: key.sign)
    } catch {
      throw .incompleteConfiguration(settings.providerID, needs: "a private key that can sign")
    }
  }
}

/// The compact serialization of a signed JWT (RFC 7515 section 7.1).
enum CompactJWS {
  static func make(
    header: JSONValue, claims: JSONValue, signedBy sign: (Data) throws -> Data
  ) throws -> String {
    let input = [header, claims].map { Base64URL.encode(JSONWriter.text($0).utf8) }.joined(separator: ".")
    return "\(input).\(Base64URL.encode(try sign(Data(input.utf8))))"
  }
}
