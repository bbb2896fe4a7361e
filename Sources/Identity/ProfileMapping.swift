/// The paths to the profile fields of an account in an OAuth 2.0 provider's responses.
public struct ProfileMapping: Sendable, Equatable {
  public enum Field: String, Sendable, CaseIterable {
    /// The provider's id of the user: a text or an integer. It must never change.
    case userID = "userId"
    case email
    /// A boolean: true if the provider has verified the address.
    case emailVerified
    case displayName
    case screenName
    case photoURL = "photoUrl"
    /// The user id in the token endpoint's response. It must equal the user id in the profile.
    case tokenUserID = "tokenUserId"
  }

  private var paths: [Field: ProfilePath] = [:]

  public init() {}

  /// Nil for a field that is not read.
  public subscript(field: Field) -> ProfilePath? {
    get { paths[field] }
    set { paths[field] = newValue }
  }

  public var isEmpty: Bool { paths.isEmpty }

  /// True if the e-mail address and its verification come from the same element of a list.
  public var verifiesItsAddress: Bool {
    guard let email = self[.email], let verified = self[.emailVerified] else { return true }
    return email.sharesElements(with: verified)
  }
}

extension ProfileMapping: Codable {
  public init(from decoder: any Decoder) throws {
    let stored = try decoder.singleValueContainer().decode([String: ProfilePath].self)
    for field in Field.allCases { paths[field] = stored[field.rawValue] }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: paths.map { ($0.key.rawValue, $0.value) }))
  }
}
