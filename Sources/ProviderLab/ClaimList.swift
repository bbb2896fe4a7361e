import IdentityWire

/// A token's claims in their written order.
struct ClaimList: Sendable {
  private(set) var members: [(name: String, value: JSONValue)] = []

  init(_ members: [(String, JSONValue)] = []) { for (name, value) in members { self[name] = value } }

  /// Setting a new claim adds it at the end. Setting an existing claim keeps its place. Nil removes a claim.
  subscript(name: String) -> JSONValue? {
    get { members.last { $0.name == name }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append((name, newValue))
      }
    }
  }

  mutating func append(_ more: [(String, JSONValue)]) {
    for (name, value) in more { self[name] = value }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in members { writer.member(name, value) }
    writer.endObject()
    return writer.bytes
  }
}
