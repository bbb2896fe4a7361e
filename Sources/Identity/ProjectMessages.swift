/// A project's own message texts, which replace the server's, and the senders of its mails.
public struct ProjectMessages: Sendable, Equatable {
  /// One message in one language. A nil member means the server's text.
  public struct Wording: Sendable, Equatable, Codable {
    /// One line. A text message has none.
    public var subject: String?
    public var text: String?
    /// The HTML part. If it is nil and there is a text, it is made from the text.
    public var html: String?

    public init(subject: String? = nil, text: String? = nil, html: String? = nil) {
      self.subject = subject
      self.text = text
      self.html = html
    }

    public var isEmpty: Bool { self == Wording() }
  }

  /// The sender of mails of one kind. The address itself is the server's.
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

  /// The wordings by language tag in lower case, then by message kind. None is empty.
  public private(set) var wordings: [String: [MessageKind: Wording]] = [:]
  /// The senders by message kind. None is empty.
  public private(set) var senders: [MessageKind: Sender] = [:]
  /// The page that mailed links lead to. Nil means the server's own.
  public var actionURL: String?

  public init() {}

  /// The wording of a message in a language, given by its tag; empty if there is none.
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

/// Decodes messages that were stored before a member existed: it gets its default.
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
