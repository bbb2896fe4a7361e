import Identity
import IdentityWire

extension AuditEvent {
  /// What is kept of it, hashed and sent: JSON with its members sorted, so that whoever reads it can write it down again
  /// as it was.
  var text: String {
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
    writer.member("sequence", sequence)
    optional("tenant", tenant?.rawValue)
    optional("userAgent", userAgent)
    writer.endObject()
    return writer.text
  }
}
