/// A search for accounts of a scope. Every search uses an index, and reads a limited number of accounts for one page.
public struct AccountSearch: Sendable, Hashable {
  /// The criterion that finds accounts. It also sets their order.
  public enum Key: Sendable, Hashable {
    /// All accounts, the newest first.
    case newest
    /// All accounts, in the order of their ids.
    case ids
    case id(AccountID)
    case email(EmailAddress)
    case phoneNumber(String)
    /// The account that an identity at a provider is linked to.
    case identity(providerID: String, rawID: String)
    /// All accounts whose address begins with a lower-case prefix, in the order of the addresses.
    case emailPrefix(String)
    case phoneNumberPrefix(String)
    /// All accounts whose name begins with a prefix, in the order of the names. For letters beyond ASCII, the search
    /// tries the usual combinations of upper and lower case.
    case displayNamePrefix(String)
    /// All accounts linked to a provider, in the order of their ids at the provider.
    case provider(String)
  }

  /// A way to sign in, as a filter for accounts.
  public enum Method: Sendable, Hashable {
    /// A password or a link in a mail.
    case password
    case phone
    case anonymous
    /// Created by a custom token.
    case custom
    case provider(String)
  }

  /// Results of an earlier key come before results of a later key. An account that several keys find is listed under
  /// the first of them.
  public var keys: [Key]
  /// Nil for any method.
  public var method: Method?
  /// Nil for enabled and disabled accounts.
  public var isDisabled: Bool?
  /// True if only accounts without a second factor are found.
  public var lacksFactor: Bool

  public init(_ keys: [Key], method: Method? = nil, isDisabled: Bool? = nil, lacksFactor: Bool = false) {
    self.keys = keys
    self.method = method
    self.isDisabled = isDisabled
    self.lacksFactor = lacksFactor
  }

  public init(_ key: Key) { self.init([key]) }

  /// The maximum number of accounts that are read for one page, including accounts that do not pass the filter.
  public static let maximumCandidates = 2_000
  /// Accounts of one page.
  public static let maximumPageSize = 500
  /// The maximum length in characters of a name to search for.
  public static let maximumNameLength = 64

  /// A position between two accounts of the list.
  public struct Place: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
      case text(String)
      case moment(Int64, id: String)
    }

    /// The index in ``AccountSearch/keys`` of the key with which the search continues.
    public var part: Int
    public var value: Value

    public init(part: Int, value: Value) {
      self.part = part
      self.value = value
    }
  }

  public enum Direction: Sendable, Hashable { case forward, backward }

  public struct Page: Sendable {
    /// The page's accounts. They have the order of the list in both directions of a search.
    public var accounts: [Account]
    /// The positions from which the list continues before and after these accounts. Nil at the list's beginning or end.
    public var before: Place?
    public var after: Place?
    /// True if the search stopped at ``AccountSearch/maximumCandidates`` before it found as many accounts as
    /// requested.
    public var isCutShort: Bool

    public init(accounts: [Account], before: Place?, after: Place?, isCutShort: Bool) {
      self.accounts = accounts
      self.before = before
      self.after = after
      self.isCutShort = isCutShort
    }
  }
}

extension AccountSearch.Place {
  /// The place as text. ``init(text:)`` reads it.
  public var text: String {
    switch value {
    case .text(let text): "\(part) t \(text)"
    case .moment(let milliseconds, let id): "\(part) m \(milliseconds) \(id)"
    }
  }

  public init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, let part = Int(words[0]), part >= 0 else { return nil }
    switch words[1] {
    case "t": self.init(part: part, value: .text(String(words[2])))
    case "m":
      let rest = words[2].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard rest.count == 2, let milliseconds = Int64(rest[0]) else { return nil }
      self.init(part: part, value: .moment(milliseconds, id: String(rest[1])))
    default: return nil
    }
  }
}
