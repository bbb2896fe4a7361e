/// A JSON Web Token taken apart (RFC 7519, compact serialization). Nothing about it has been checked: its
/// claims are hearsay until a verifier has compared the signature over ``signingInput``.
public struct UnverifiedJWT: Sendable {
  public enum Failure: Error, Equatable {
    case tooLarge
    case malformed
  }

  /// No token of our own is larger; size is looked at before anything is decoded.
  public static let maximumLength = 16_384
  /// Of a provider's token, which may name the groups of its user.
  public static let maximumProviderLength = 32_768

  /// The JOSE header.
  public let headerMembers: JSONMembers
  /// The claims.
  public let payload: JSONMembers
  public let signature: [UInt8]
  /// The exact bytes that are signed: the first two segments and the dot between them.
  public let signingInput: [UInt8]

  /// All of the header, made anew each time.
  public var header: [String: JSONValue] { headerMembers.dictionary }
  /// All claims, made anew each time.
  public var claims: [String: JSONValue] { payload.dictionary }

  public var algorithm: String? { headerMembers["alg"]?.stringValue }
  public var keyID: String? { headerMembers["kid"]?.stringValue }
  public var issuer: String? { payload["iss"]?.stringValue }
  public var subject: String? { payload["sub"]?.stringValue }

  /// `aud` as a list, whether it came as one string or as several (RFC 7519 section 4.1.3). Empty when it is
  /// missing or holds anything but strings.
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
  ///   - costlyText: what becomes of claims whose text is not stream-safe.
  ///   - maximumLength: bytes of the text.
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

  /// True for text of the shape of a JWT, so that a JWT in the wrong place can be named as such.
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
