import Identity
import IdentityWire

/// The header of our JWTs (RFC 7515 section 4).
///
/// Only this type writes and reads the header. Reading is strict: a header with any other member (`crit`,
/// `jwk`, `jku`, `x5u`, `b64`, …) is refused.
struct JOSEHeader: Sendable, Equatable {
  /// `typ`. A verifier that expects one kind of token checks it first (RFC 8725 section 3.11).
  enum TokenType: String, Sendable {
    case jwt = "JWT"
    /// RFC 9068 section 2.1.
    case accessToken = "at+jwt"
  }

  /// The name of a private parameter. Other verifiers ignore it, as RFC 7515 section 4.2 requires.
  static let sessionClaimsName = "session_claims"

  var type: TokenType
  var algorithm: TokenAlgorithm
  var keyID: String
  /// The names of the claims that belong to the sign-in and not to the account.
  ///
  /// A token that is issued from an older token keeps the sign-in's claims. It must not keep the account's
  /// claims, which may have been removed since. The payload does not distinguish the two kinds of claims,
  /// so the header names the sign-in's claims.
  var sessionClaims: [String] = []

  init(
    type: TokenType = .jwt, algorithm: TokenAlgorithm, keyID: String, sessionClaims: [String] = []
  ) {
    self.type = type
    self.algorithm = algorithm
    self.keyID = keyID
    self.sessionClaims = sessionClaims
  }

  init(reading members: JSONMembers, type: TokenType = .jwt) throws(TokenFailure) {
    let known = ["alg", "kid", "typ", Self.sessionClaimsName]
    guard members.hasOnly(known) else { throw .malformed("unknown header parameter") }
    guard let algorithm = members["alg"]?.stringValue.flatMap(TokenAlgorithm.init(rawValue:)) else {
      throw .malformed("algorithm")
    }
    guard members["typ"]?.stringValue == type.rawValue else { throw .malformed("type") }
    guard let keyID = members["kid"]?.stringValue, !keyID.isEmpty, keyID.utf8.count <= 128 else {
      throw .malformed("key id")
    }
    self.init(type: type, algorithm: algorithm, keyID: keyID)
    sessionClaims = try Self.sessionClaims(in: members)
  }

  static func sessionClaims(in members: JSONMembers) throws(TokenFailure) -> [String] {
    guard let value = members[sessionClaimsName] else { return [] }
    guard let names = value.arrayValue?.map(\.stringValue), !names.contains(nil) else {
      throw .malformed("session claims")
    }
    return names.compactMap { $0 }
  }

  /// The header's base64url text with a trailing dot.
  var encoded: [UInt8] {
    var writer = JSONWriter(reserving: 128)
    writer.beginObject()
    writer.member("alg", algorithm.rawValue)
    writer.member("kid", keyID)
    writer.member("typ", type.rawValue)
    if !sessionClaims.isEmpty {
      writer.member(Self.sessionClaimsName, .array(sessionClaims.map { .string($0) }))
    }
    writer.endObject()
    var bytes: [UInt8] = []
    Base64URL.append(writer.bytes, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    return bytes
  }
}

extension Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Appends the encoding without making a string, because a token is assembled as bytes.
  static func append(_ source: [UInt8], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + (source.count * 4 + 2) / 3)
    alphabet.withUnsafeBufferPointer { alphabet in
      source.withUnsafeBufferPointer { source in
        var index = 0
        while index + 2 < source.count {
          let triple =
            UInt32(source[index]) << 16 | UInt32(source[index + 1]) << 8 | UInt32(source[index + 2])
          bytes.append(alphabet[Int(triple >> 18)])
          bytes.append(alphabet[Int(triple >> 12 & 63)])
          bytes.append(alphabet[Int(triple >> 6 & 63)])
          bytes.append(alphabet[Int(triple & 63)])
          index += 3
        }
        switch source.count - index {
        case 1:
          bytes.append(alphabet[Int(source[index] >> 2)])
          bytes.append(alphabet[Int(source[index] & 3) << 4])
        case 2:
          let pair = UInt32(source[index]) << 8 | UInt32(source[index + 1])
          bytes.append(alphabet[Int(pair >> 10)])
          bytes.append(alphabet[Int(pair >> 4 & 63)])
          bytes.append(alphabet[Int(pair & 15) << 2])
        default: break
        }
      }
    }
  }
}
