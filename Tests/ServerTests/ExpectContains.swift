import IdentityWire
import Testing

/// Whether everything in `expected` is in `actual`: objects by their members, everything else whole; null
/// stands for what is not there.
func expectContains(
  _ actual: JSONValue?, _ expected: JSONValue, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  switch expected {
  case .object(let members):
    for (name, value) in members {
      expectContains(actual?[name], value, "\(what)/\(name)", sourceLocation: sourceLocation)
    }
  case .array(let elements):
    let found = actual?.arrayValue ?? []
    #expect(found.count == elements.count, "\(what): \(found)", sourceLocation: sourceLocation)
    for (element, value) in zip(found, elements) {
      expectContains(element, value, what, sourceLocation: sourceLocation)
    }
  case .null: #expect(actual == nil, "\(what)", sourceLocation: sourceLocation)
  default: #expect(actual == expected, "\(what)", sourceLocation: sourceLocation)
  }
}
