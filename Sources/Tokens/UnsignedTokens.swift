import Identity
import IdentityWire

/// Makes and accepts unsigned ID tokens and session cookies: `alg` `none` and an empty signature (RFC 7519
/// section 6), like Firebase's emulator. The Admin SDK for Node accepts only unsigned tokens from an
/// emulator.
///
/// Anyone can write an unsigned token, so every client that reaches the server can act as any user.
/// Unsigned tokens exist only for a server on a loopback address; any other server refuses to start with
/// them. Access tokens of service accounts and messages to functions are always signed.
public struct UnsignedTokens: Sendable {
  /// The address on which the server listens.
  public let host: LoopbackHost

  public init(iKnowThatAnyoneCanBeAnyoneAt host: LoopbackHost) { self.host = host }

  /// The header's base64url text with a trailing dot.
  ///
  /// - Parameter sessionClaims: see ``JOSEHeader/sessionClaims``.
  func encodedHeader(sessionClaims: [String] = []) -> [UInt8] {
    var writer = JSONWriter(reserving: 64)
    writer.beginObject()
    writer.member("alg", Self.algorithm)
    writer.member("typ", JOSEHeader.TokenType.jwt.rawValue)
    if !sessionClaims.isEmpty {
      writer.member(JOSEHeader.sessionClaimsName, .array(sessionClaims.map { .string($0) }))
    }
    writer.endObject()
    var bytes: [UInt8] = []
    Base64URL.append(writer.bytes, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    return bytes
  }

  /// - Throws: `CLAIMS_TOO_LARGE` if the token is larger than the server accepts.
  func token(_ claims: JSONWriter) throws(IdentityError) -> String {
    var bytes = encodedHeader()
    Base64URL.append(claims.bytes, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    guard bytes.count <= UnverifiedJWT.maximumLength else { throw .refused(.claimsTooLarge) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the names of the sign-in's claims from the header of an unsigned token. Nil if the token has
  /// another algorithm.
  ///
  /// - Throws: an error if the token has a signature, or a header that ``encodedHeader(sessionClaims:)`` does
  ///   not write.
  func sessionClaims(of token: UnverifiedJWT) throws(TokenFailure) -> [String]? {
    let header = token.headerMembers
    guard header["alg"]?.stringValue == Self.algorithm else { return nil }
    guard token.signature.isEmpty else { throw .badSignature }
    guard header.hasOnly(["alg", "typ", JOSEHeader.sessionClaimsName]) else {
      throw .malformed("unknown header parameter")
    }
    guard header["typ"]?.stringValue == JOSEHeader.TokenType.jwt.rawValue else { throw .malformed("type") }
    return try JOSEHeader.sessionClaims(in: header)
  }

  private static let algorithm = "none"
}
