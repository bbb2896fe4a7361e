extension DatabaseValue {
  /// As a rule would write it, shortened.
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): Self.text(of: value)
    case .string(let value): ShownText.quoted(value)
    case .map(let members):
      "{\(members.keys.prefix(6).joined(separator: ", "))\(members.count > 6 ? ", …" : "")}"
    case .list(let elements):
      "[\(elements.prefix(6).map(\.shown).joined(separator: ", "))\(elements.count > 6 ? ", …" : "")]"
    case .tree(let node):
      "{\(node.children.keys.prefix(6).joined(separator: ", "))\(node.children.count > 6 ? ", …" : "")}"
    case .snapshot(let snapshot): "snapshot of \(snapshot.node?.value.shown ?? "nothing")"
    }
  }
}
