/// What a project's messages say in place of the server's words, and whom its mails are from.
public struct ProjectMessages: Sendable, Equatable {
  /// One message in one language. What is nil is as the server has it.
  public struct Wording: Sendable, Equatable, Codable {
    /// One line; a text message has none.
    public var subject: String?
    public var text: String?
    /// For readers whose programs show it; nil beside a text has it made of the text.
    public var html: String?

    public init(subject: String? = nil, text: String? = nil, html: String? = nil) {
      self.subject = subject
      self.text = text
      self.html = html
    }

    public var isEmpty: Bool { self == Wording() }
  }

  /// Whom mails of one kind are from. The address itself is the server's.
  public struct Sender: Sendable, Equatable, Codable {
    /// What readers see beside the address.
    public var name: String?
    /// A mailbox, with a name or without: `Help <help@example.com>`.
    public var replyTo: String?

    public init(name: String? = nil, replyTo: String? = nil) {
      self.name = name
      self.replyTo = replyTo
    }

    public var isEmpty: Bool { self == Sender() }
  }

  /// By the language's tag in lower case, then by what the message is about. None is empty.
  public private(set) var wordings: [String: [MessageKind: Wording]] = [:]
  /// None is empty.
  public private(set) var senders: [MessageKind: Sender] = [:]
  /// The page that mailed links lead to; nil for the server's own.
  public var actionURL: String?

  public init() {}

  /// A message's words in a language by its tag; empty where there are none.
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

  /// The tags in which a message has words, sorted.
  public func languages(of kind: MessageKind) -> [String] {
    wordings.filter { $0.value[kind] != nil }.keys.sorted()
  }
}

/// What was stored before a member existed has its default.
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
