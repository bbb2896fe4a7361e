/// Which accounts of a scope somebody looks for. Each is found from an index, and what is looked at for one page is
/// bounded, however many accounts there are.
public struct AccountSearch: Sendable, Hashable {
  /// What accounts are found by, and thereby their order.
  public enum Key: Sendable, Hashable {
    /// All, the newest first.
    case newest
    /// All in the order of their ids.
    case ids
    case id(AccountID)
    case email(EmailAddress)
    case phoneNumber(String)
    /// The one that an identity at a provider is linked to.
    case identity(providerID: String, rawID: String)
    /// By the beginning of the address, in lower case, in the order of the addresses.
    case emailPrefix(String)
    case phoneNumberPrefix(String)
    /// By the beginning of the name, in the order of the names. Of letters beyond ASCII, the usual spellings in small
    /// and capital letters are looked for.
    case displayNamePrefix(String)
    /// All that are linked to a provider, in the order of their ids there.
    case provider(String)
  }

  /// By what an account can be signed in to.
  public enum Method: Sendable, Hashable {
    /// A password or a link in a mail.
    case password
    case phone
    case anonymous
    /// Made by a custom token.
    case custom
    case provider(String)
  }

  /// What is found by the first comes before what is found by the next. An account that is found by several is shown
  /// by the first of them.
  public var keys: [Key]
  /// Nil for any.
  public var method: Method?
  /// Nil for both.
  public var isDisabled: Bool?
  /// Whether accounts are found that have no second factor alone.
  public var lacksFactor: Bool

  public init(_ keys: [Key], method: Method? = nil, isDisabled: Bool? = nil, lacksFactor: Bool = false) {
    self.keys = keys
    self.method = method
    self.isDisabled = isDisabled
    self.lacksFactor = lacksFactor
  }

  public init(_ key: Key) { self.init([key]) }

  /// Accounts that are looked at for one page, of which a filter may let none through.
  public static let maximumCandidates = 2_000
  /// Accounts of one page.
  public static let maximumPageSize = 500
  /// Of a name, how many characters can be searched by.
  public static let maximumNameLength = 64

  /// A place between two accounts of the list.
  public struct Place: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
      case text(String)
      case moment(Int64, id: String)
    }

    /// Which of ``AccountSearch/keys`` goes on there.
    public var part: Int
    public var value: Value

    public init(part: Int, value: Value) {
      self.part = part
      self.value = value
    }
  }

  public enum Direction: Sendable, Hashable { case forward, backward }

  public struct Page: Sendable {
    /// In the order of the list, in whichever direction they were looked for.
    public var accounts: [Account]
    /// Where the list goes on before them, and behind them; nil where it begins or ends.
    public var before: Place?
    public var after: Place?
    /// Whether as many were looked at as may be, and fewer than asked for were found.
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
  /// A text that ``init(text:)`` reads.
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
