import Identity
import IdentityWire

/// What an administrator asks for when they look for accounts, as they say it.
public struct AccountQuestion: Sendable, Hashable {
  /// What the text is part of.
  public enum Field: String, Sendable, CaseIterable {
    /// Whatever it looks like.
    case anything, id, email, phone, name
    /// `google.com:1234`: a provider and the user's id there.
    case identity
  }

  public enum Order: String, Sendable, CaseIterable {
    case newest
    /// By the account's id, or where one provider is asked for by the user's id there. Where few accounts have that
    /// provider, this finds them at once.
    case id
  }

  /// Empty for all.
  public var text = ""
  public var field = Field.anything
  /// Of accounts that can be signed in to by it; nil for any.
  public var method: AccountSearch.Method?
  public var isDisabled: Bool?
  /// Whether accounts are asked for that have no second factor alone.
  public var lacksFactor = false
  /// Counts where there is no text: what is found by one is in the order of it.
  public var order = Order.newest

  public init() {}

  /// Characters of a text that is looked at.
  public static let maximumLength = 256

  /// - Throws: `INVALID_ARGUMENT` for a text that is too long, or has characters that no account has.
  var search: AccountSearch {
    get throws(IdentityError) {
      // Trimming the end may go through the whole text.
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

  /// What a text can be, the most particular first.
  private static func keys(recognizing text: String) -> [AccountSearch.Key] {
    var keys: [AccountSearch.Key] = []
    if let id = AccountID(rawValue: text) { keys.append(.id(id)) }
    if let identity = identity(text) { keys.append(identity) }
    let number = phoneNumber(text)
    if isPhoneNumber(number) { keys.append(.phoneNumberPrefix(number)) }
    // What has a plus in front, or a blank inside, begins no address.
    if !text.contains(where: \.isWhitespace), text.first != "+" { keys.append(.emailPrefix(text)) }
    if !text.contains("@") { keys.append(.displayNamePrefix(text)) }
    return keys
  }

  private static func identity(_ text: String) -> AccountSearch.Key? {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    // A provider's name is an address of the web, or begins with its kind.
    guard parts.count == 2, parts[0].contains("."), !parts[0].contains("@") else { return nil }
    return .identity(providerID: parts[0].lowercased(), rawID: parts[1])
  }

  /// Without what people put between digits.
  private static func phoneNumber(_ text: String) -> String { text.filter { !" -().".contains($0) } }

  private static func isPhoneNumber(_ text: String) -> Bool {
    text.first == "+" && text.utf8.count > 1
      && text.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension AccountSearch.Method {
  /// As providers are called in tokens.
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
