/// A message that clients send, or a part of it.
public protocol RequestMessage: Sendable {
  /// Reads the members. Only the first faulty member is reported, so the order of reading decides which member is
  /// reported.
  init(reading members: MessageReader) throws(MessageFault)
}

/// A fault of a message's member.
public struct MessageFault: Error, Sendable, Equatable {
  /// The path from the message to the member, including indexes in lists. Nil if the error text is a whole sentence.
  private var place: [String]? = []
  private let text: String

  init(_ text: String) { self.text = text }

  /// A fault of the whole message.
  init(sentence: String) {
    text = sentence
    place = nil
  }

  /// Reports a missing member.
  public static func missing(_ name: StaticString) -> MessageFault { MessageFault("is required").in(name) }

  func `in`(_ name: StaticString) -> MessageFault { self.in("\(name)") }

  func `in`(_ name: String) -> MessageFault {
    var fault = self
    fault.place?.insert(name, at: 0)
    return fault
  }

  /// The sentence for the client.
  public var sentence: String {
    guard let place else { return text }
    return "Invalid JSON payload received. /\(place.joined(separator: "/").prefix(utf8Bytes: 400)) \(text)"
  }

  /// Returns `INVALID_ARGUMENT` with the name of the member.
  public var wireError: WireError { .invalidArgument(sentence) }
}

/// The members with which every message may select a project and a tenant.
public struct MessageAddress: Decodable, Sendable {
  public var targetProjectId: String?
  public var tenantId: String?
  public var idToken: String?
}

extension MessageAddress: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    targetProjectId = try members.text("targetProjectId")
    tenantId = try members.text("tenantId")
    idToken = try members.token("idToken")
  }
}
