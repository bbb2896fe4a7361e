extension DatabaseValue {
  /// The value in rule syntax, shortened.
  var shown: String { shown(depth: 0) }

  private func shown(depth: Int) -> String {
    guard depth < 4 else { return "…" }
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .number(let value): return Self.text(of: value)
    case .string(let value): return ShownText.quoted(value)
    case .map(let members): return "{\(ShownText.list(members.keys, ShownText.shortened))}"
    case .list(let elements): return "[\(ShownText.list(elements) { $0.shown(depth: depth + 1) })]"
    case .tree(let node): return "{\(ShownText.list(node.children.keys, ShownText.shortened))}"
    case .snapshot(let snapshot):
      return "snapshot of \(snapshot.node?.value.shown(depth: depth + 1) ?? "nothing")"
    }
  }
}
