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

  public let header: [String: JSONValue]
  public let claims: [String: JSONValue]
  public let signature: [UInt8]
  /// The exact bytes that are signed: the first two segments and the dot between them.
  public let signingInput: [UInt8]

  public var algorithm: String? { header["alg"]?.stringValue }
  public var keyID: String? { header["kid"]?.stringValue }
  public var issuer: String? { claims["iss"]?.stringValue }
  public var subject: String? { claims["sub"]?.stringValue }

  /// `aud` as a list, whether it came as one string or as several (RFC 7519 section 4.1.3). Empty when it is
  /// missing or holds anything but strings.
  public var audiences: [String] {
    switch claims["aud"] {
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
    let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard segments.count == 3,
      let header = Self.object(segments[0], .refused),
      let claims = Self.object(segments[1], costlyText),
      let signature = Base64URL.decode(segments[2])
    else { throw .malformed }
    self.header = header
    self.claims = claims
    self.signature = signature
    self.signingInput = Array("\(segments[0]).\(segments[1])".utf8)
  }

  /// True for text of the shape of a JWT, so that a JWT in the wrong place can be named as such.
  public static func looksLike(_ text: String) -> Bool {
    (try? UnverifiedJWT(text)) != nil
  }

  private static func object(_ segment: Substring, _ costlyText: JSONParser.CostlyText)
    -> [String: JSONValue]?
  {
    guard let bytes = Base64URL.decode(segment) else { return nil }
    let parser = JSONParser(maximumBytes: maximumProviderLength, maximumDepth: 16, costlyText: costlyText)
    return (try? parser.parse(bytes))?.objectValue
  }
}
