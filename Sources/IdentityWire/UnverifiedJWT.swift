/// The parts of a JSON Web Token (RFC 7519, compact serialization). Nothing is verified. Do not trust the claims until
/// a verifier has checked the signature over ``signingInput``.
public struct UnverifiedJWT: Sendable {
  public enum Failure: Error, Equatable {
    case tooLarge
    case malformed
  }

  /// The maximum length of the server's own tokens. It is checked before anything is decoded.
  public static let maximumLength = 16_384
  /// The maximum length of a provider's token, which may contain the user's groups.
  public static let maximumProviderLength = 32_768

  /// The JOSE header.
  public let headerMembers: JSONMembers
  /// The claims.
  public let payload: JSONMembers
  public let signature: [UInt8]
  /// The bytes that were signed: the first two segments and the dot between them.
  public let signingInput: [UInt8]

  /// The whole header, created anew at each access.
  public var header: [String: JSONValue] { headerMembers.dictionary }
  /// All claims, created anew at each access.
  public var claims: [String: JSONValue] { payload.dictionary }

  public var algorithm: String? { headerMembers["alg"]?.stringValue }
  public var keyID: String? { headerMembers["kid"]?.stringValue }
  public var issuer: String? { payload["iss"]?.stringValue }
  public var subject: String? { payload["sub"]?.stringValue }

  /// `aud` as a list, also if it is a single string (RFC 7519 section 4.1.3). Empty if it is missing or contains a
  /// value that is not a string.
  public var audiences: [String] {
    switch payload["aud"] {
    case .string(let one): return [one]
    case .array(let many):
      let texts = many.compactMap(\.stringValue)
      return texts.count == many.count ? texts : []
    default: return []
    }
  }

  /// - Parameters:
  ///   - costlyText: what to do with claims whose text is not stream-safe.
  ///   - maximumLength: the maximum length of the text in bytes.
  public init(
    _ text: String, costlyText: JSONParser.CostlyText = .refused,
    maximumLength: Int = UnverifiedJWT.maximumLength
  ) throws(Failure) {
    guard text.utf8.count <= maximumLength else { throw .tooLarge }
    let bytes = Array(text.utf8)
    let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    guard dots.count == 2,
      let header = Self.members(bytes[..<dots[0]], .refused),
      let payload = Self.members(bytes[(dots[0] + 1)..<dots[1]], costlyText),
      let signature = Base64URL.decode(bytes[(dots[1] + 1)...])
    else { throw .malformed }
    self.headerMembers = header
    self.payload = payload
    self.signature = signature
    self.signingInput = Array(bytes[..<dots[1]])
  }

  /// True if the text has the form of a JWT, so that an error can say that a JWT is in the wrong place.
  public static func looksLike(_ text: String) -> Bool {
    (try? UnverifiedJWT(text)) != nil
  }

  private static func members(
    _ segment: ArraySlice<UInt8>, _ costlyText: JSONParser.CostlyText
  ) -> JSONMembers? {
    guard let bytes = Base64URL.decode(segment) else { return nil }
    let parser = JSONParser(maximumBytes: maximumProviderLength, maximumDepth: 16, costlyText: costlyText)
    return try? parser.members(bytes)
  }
}
