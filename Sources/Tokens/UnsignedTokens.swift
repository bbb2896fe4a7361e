import Identity
import IdentityWire

/// Makes and takes ID tokens and session cookies that nobody signed: `alg` `none` and an empty signature (RFC 7519
/// section 6), as Firebase's emulator makes them. The Admin SDK for Node takes no others from an emulator.
///
/// Anyone can write such a token, so that whoever reaches a server that takes them can be anyone. It exists for a
/// server on a loopback address, and a server anywhere else refuses to start with it. Access tokens of service
/// accounts and messages to functions are signed whatever happens, and so are all tokens without one of these.
public struct UnsignedTokens: Sendable {
  /// Where the server listens.
  public let host: LoopbackHost

  public init(iKnowThatAnyoneCanBeAnyoneAt host: LoopbackHost) { self.host = host }

  /// The base64url text of the header and the dot behind it.
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

  /// - Throws: `CLAIMS_TOO_LARGE` when the token would be larger than any that we accept.
  func token(_ claims: JSONWriter) throws(IdentityError) -> String {
    var bytes = encodedHeader()
    Base64URL.append(claims.bytes, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    guard bytes.count <= UnverifiedJWT.maximumLength else { throw .refused(.claimsTooLarge) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The claims of the sign-in that an unsigned token names in its header; nil for a token of another algorithm.
  ///
  /// - Throws: when the token has a signature, or a header that ``encodedHeader(sessionClaims:)`` does not write.
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
