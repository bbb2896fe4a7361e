/// A project's own message texts, which replace the server's, and the senders of its mails.
public struct ProjectMessages: Sendable, Equatable {
  /// The texts of one message in one language. Where a member is nil, the server's text is used.
  public struct Wording: Sendable, Equatable, Codable {
    /// One line. Nil for text messages.
    public var subject: String?
    public var text: String?
    /// The HTML part. If it is nil and there is a plain text, the HTML is made from that text.
    public var html: String?

    public init(subject: String? = nil, text: String? = nil, html: String? = nil) {
      self.subject = subject
      self.text = text
      self.html = html
    }

    public var isEmpty: Bool { self == Wording() }
  }

  /// The sender of mails of one kind. The server determines the address itself.
  public struct Sender: Sendable, Equatable, Codable {
    /// The name that readers see beside the address.
    public var name: String?
    /// A mailbox, with or without a name: `Help <help@example.com>`.
    public var replyTo: String?

    public init(name: String? = nil, replyTo: String? = nil) {
      self.name = name
      self.replyTo = replyTo
    }

    public var isEmpty: Bool { self == Sender() }
  }

  /// The wordings by language tag in lower case, then by message kind. Empty wordings are not stored.
  public private(set) var wordings: [String: [MessageKind: Wording]] = [:]
  /// The senders by message kind. Empty senders are not stored.
  public private(set) var senders: [MessageKind: Sender] = [:]
  /// The page to which mailed links lead. Nil means the server's own page.
  public var actionURL: String?

  public init() {}

  /// The wording of a message in the language with this tag. Empty if there is none.
  public subscript(kind: MessageKind, language: String) -> Wording {
    get { wordings[language.lowercased()]?[kind] ?? Wording() }
    set {
      let tag = language.lowercased()
      wordings[tag, default: [:]][kind] = newValue.isEmpty ? nil : newValue
      if wordings[tag]?.isEmpty == true { wordings[tag] = nil }
    }
  }

  public subscript(kind: MessageKind) -> Sender {
    get { senders[kind] ?? Sender() }
    set { senders[kind] = newValue.isEmpty ? nil : newValue }
  }

  /// The tags of the languages in which a message has a wording, sorted.
  public func languages(of kind: MessageKind) -> [String] {
    wordings.filter { $0.value[kind] != nil }.keys.sorted()
  }
}

/// Decodes messages that were stored before a member existed. Missing members get their defaults.
extension ProjectMessages: Codable {
  private enum CodingKeys: String, CodingKey { case wordings, senders, actionURL }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    wordings =
      try container.decodeIfPresent([String: [MessageKind: Wording]].self, forKey: .wordings) ?? wordings
    senders = try container.decodeIfPresent([MessageKind: Sender].self, forKey: .senders) ?? senders
    actionURL = try container.decodeIfPresent(String.self, forKey: .actionURL)
  }
}
