/// A message that clients send, or a part of one.
public protocol RequestMessage: Sendable {
  /// Reads the members in the order in which their faults are to be told: the first one counts.
  init(reading members: MessageReader) throws(MessageFault)
}

/// A member of a message that is not what it has to be.
public struct MessageFault: Error, Sendable, Equatable {
  /// From the whole message to the member, with the positions in lists. Nil where the text is a whole sentence.
  private var place: [String]? = []
  private let text: String

  init(_ text: String) { self.text = text }

  /// A fault of the whole message.
  init(sentence: String) {
    text = sentence
    place = nil
  }

  /// That a message lacks a member.
  public static func missing(_ name: StaticString) -> MessageFault { MessageFault("is required").in(name) }

  func `in`(_ name: StaticString) -> MessageFault { self.in("\(name)") }

  func `in`(_ name: String) -> MessageFault {
    var fault = self
    fault.place?.insert(name, at: 0)
    return fault
  }

  /// For whoever sent the message.
  public var sentence: String {
    guard let place else { return text }
    return "Invalid JSON payload received. /\(place.joined(separator: "/").prefix(utf8Bytes: 400)) \(text)"
  }

  /// `INVALID_ARGUMENT` naming the member.
  public var wireError: WireError { .invalidArgument(sentence) }
}

/// What every message may say of the accounts that it means.
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
