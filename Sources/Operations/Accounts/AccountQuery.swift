import Identity
import IdentityWire

/// An administrator's search for accounts, as entered.
public struct AccountQuery: Sendable, Hashable {
  /// The field that the text is searched in.
  public enum Field: String, Sendable, CaseIterable {
    /// Every field whose format the text fits.
    case anything, id, email, phone, name
    /// `google.com:1234`: a provider and the user's ID at the provider.
    case identity
  }

  public enum Order: String, Sendable, CaseIterable {
    case newest
    /// By the account's ID. If ``method`` is a provider, by the user's ID at the provider. That order is fast even if
    /// few accounts have the provider.
    case id
  }

  /// Empty to find all accounts.
  public var text = ""
  public var field = Field.anything
  /// Restricts the search to accounts with this way to sign in; nil for any.
  public var method: AccountSearch.Method?
  public var isDisabled: Bool?
  /// Restricts the search to accounts without a second factor.
  public var lacksFactor = false
  /// The order of the results if the text is empty. Results for a text are ordered by the matching field.
  public var order = Order.newest

  public init() {}

  /// The maximum length of the text in Unicode scalars.
  public static let maximumLength = 256

  /// - Throws: `INVALID_ARGUMENT` if the text is too long or contains characters that no account has.
  var search: AccountSearch {
    get throws(IdentityError) {
      // Trimming the end may scan the whole text.
      guard text.utf8.count <= 16 * Self.maximumLength else { throw Self.unfitText }
      let text = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
      let trimmed = String(text)
      guard trimmed.unicodeScalars.count <= Self.maximumLength,
        trimmed.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else { throw Self.unfitText }
      let keys = trimmed.isEmpty ? [listing] : try self.keys(trimmed)
      return AccountSearch(keys, method: method, isDisabled: isDisabled, lacksFactor: lacksFactor)
    }
  }

  private static let unfitText = IdentityError.malformed(
    "The text is too long or contains control characters.")

  private var listing: AccountSearch.Key {
    switch (order, method) {
    case (.newest, _): .newest
    case (.id, .provider(let id)): .provider(id)
    case (.id, _): .ids
    }
  }

  private func keys(_ text: String) throws(IdentityError) -> [AccountSearch.Key] {
    switch field {
    case .anything: return Self.keys(recognizing: text)
    case .id: return AccountID(rawValue: text).map { [.id($0)] } ?? []
    case .email: return [.emailPrefix(text)]
    case .phone: return [.phoneNumberPrefix(Self.phoneNumber(text))]
    case .name: return [.displayNamePrefix(text)]
    case .identity:
      guard let identity = Self.identity(text) else {
        throw .malformed("A provider and an id, such as google.com:1234, are needed.")
      }
      return [identity]
    }
  }

  /// Returns the searches that fit the text, the most specific first.
  private static func keys(recognizing text: String) -> [AccountSearch.Key] {
    var keys: [AccountSearch.Key] = []
    if let id = AccountID(rawValue: text) { keys.append(.id(id)) }
    if let identity = identity(text) { keys.append(identity) }
    let number = phoneNumber(text)
    if isPhoneNumber(number) { keys.append(.phoneNumberPrefix(number)) }
    // An address does not begin with a plus sign and has no blanks.
    if !text.contains(where: \.isWhitespace), text.first != "+" { keys.append(.emailPrefix(text)) }
    if !text.contains("@") { keys.append(.displayNamePrefix(text)) }
    return keys
  }

  private static func identity(_ text: String) -> AccountSearch.Key? {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    // A provider ID is a domain name or begins with its kind (`oidc.`, `saml.`).
    guard parts.count == 2, parts[0].contains("."), !parts[0].contains("@") else { return nil }
    return .identity(providerID: parts[0].lowercased(), rawID: parts[1])
  }

  /// Removes the separators that people put between digits.
  private static func phoneNumber(_ text: String) -> String { text.filter { !" -().".contains($0) } }

  private static func isPhoneNumber(_ text: String) -> Bool {
    text.first == "+" && text.utf8.count > 1
      && text.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension AccountSearch.Method {
  /// The method's name in tokens.
  public var name: String {
    switch self {
    case .password: "password"
    case .phone: "phone"
    case .anonymous: "anonymous"
    case .custom: "custom"
    case .provider(let id): id
    }
  }

  public init(name: String) {
    self =
      switch name {
      case "password": .password
      case "phone": .phone
      case "anonymous": .anonymous
      case "custom": .custom
      default: .provider(name)
      }
  }
}
