import IdentityWire

/// The user who makes a request: `auth` in database rules, `request.auth` in Storage and Firestore rules.
///
/// Create the value once for a token, and use it for any number of requests.
public struct RulesAuth: Sendable {
  public let uid: String
  let database: DatabaseValue
  let service: ServiceValue

  /// - Parameter claims: all claims of an ID token that has been **verified**. They are not checked here.
  /// - Returns: nil if the claims contain no user ID.
  public init?(claims: [String: JSONValue]) {
    guard let uid = (claims["user_id"] ?? claims["sub"])?.stringValue, !uid.isEmpty else { return nil }
    let provider = claims["firebase"]?["sign_in_provider"]?.stringValue
    self.init(uid: uid, token: claims, provider: provider.map(Self.shortName))
  }

  /// - Parameters:
  ///   - token: the claims that rules read in `auth.token`.
  ///   - provider: `auth.provider` of database rules, such as `password` or `google`.
  public init(uid: String, token: [String: JSONValue], provider: String? = nil) {
    var members: [String: JSONValue] = ["uid": .string(uid), "token": .object(token)]
    service = ServiceValue(.object(members))
    members["provider"] = provider.map { .string($0) }
    database = DatabaseValue(.object(members))
    self.uid = uid
  }

  /// Reads the user of a test: an object that is used as `auth`, or null if no user is signed in.
  public init?(test json: JSONValue?) {
    guard let json, case .object(var members) = json else { return nil }
    uid = members["uid"]?.stringValue ?? ""
    database = DatabaseValue(json)
    members["provider"] = nil
    service = ServiceValue(.object(members))
  }

  /// Returns a provider's name in database rules, which use older names without a domain.
  private static func shortName(_ provider: String) -> String {
    ExactText.ends(provider, with: ".com") ? String(Substring(provider.utf8.dropLast(4))) : provider
  }
}

extension DatabaseValue {
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .number(Double(value))
    case .double(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .list(elements.map(DatabaseValue.init))
    case .object(let members): self = .map(TextMap(members.map { ($0.key, DatabaseValue($0.value)) }))
    }
  }
}
