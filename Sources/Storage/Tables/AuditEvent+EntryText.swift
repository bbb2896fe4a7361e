import Identity
import IdentityWire

/// The text of an event without its place in the chain.
struct AuditEntryText: Sendable, Equatable {
  /// The text before the number of the place.
  var beginning: String
  /// The text after the number of the place.
  var end: String

  /// The complete text, which is stored, hashed and sent.
  func at(_ place: Int64) -> String { "\(beginning)\(place)\(end)" }
}

extension AuditEvent {
  /// The event as JSON with sorted members, so that a reader can reproduce it exactly.
  var entryText: AuditEntryText {
    var writer = JSONWriter()
    func optional(_ name: String, _ value: String?) {
      if let value { writer.member(name, value) }
    }
    writer.beginObject()
    optional("account", account?.rawValue)
    writer.member("action", action.rawValue)
    writer.member("actor", actor)
    writer.member("at", at.milliseconds)
    optional("clientAddress", clientAddress)
    writer.key("details")
    writer.beginObject()
    for (name, value) in details.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.member(name, value)
    }
    writer.endObject()
    writer.member("id", id)
    optional("identifierHash", identifierHash)
    writer.member("outcome", outcome)
    optional("project", project?.rawValue)
    writer.key("sequence")
    let place = writer.bytes.count
    writer.write(0 as Int64)
    optional("tenant", tenant?.rawValue)
    optional("userAgent", userAgent)
    writer.endObject()
    return AuditEntryText(
      beginning: String(decoding: writer.bytes[..<place], as: UTF8.self),
      end: String(decoding: writer.bytes[(place + 1)...], as: UTF8.self))
  }
}
