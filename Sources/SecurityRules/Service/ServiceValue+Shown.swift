extension ServiceValue {
  /// As a rule would write it, shortened.
  var shown: String { shown(depth: 0) }

  private func shown(depth: Int) -> String {
    guard depth < 4 else { return "…" }
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .int(let value): return "\(value)"
    case .float(let value): return "\(value)"
    case .string(let value): return ShownText.quoted(value)
    case .bytes(let bytes): return "\(bytes.count) bytes"
    case .timestamp(let time): return time.text
    case .duration(let duration): return "\(duration.seconds)s"
    case .latlng(let place): return "(\(place.latitude), \(place.longitude))"
    case .path(let path): return path.text
    case .list(let list): return "[\(Self.shown(list.elements, depth: depth))]"
    case .set(let set): return "[\(Self.shown(set.elements, depth: depth))].toSet()"
    case .map(let map):
      let members = zip(map.members.keys, map.members.values).prefix(6).map {
        "\(ShownText.quoted($0)): \($1.shown(depth: depth + 1))"
      }
      return "{\(members.joined(separator: ", "))\(map.members.count > 6 ? ", …" : "")}"
    case .mapDiff: return "map_diff"
    }
  }

  private static func shown(_ elements: [ServiceValue], depth: Int) -> String {
    elements.prefix(6).map { $0.shown(depth: depth + 1) }.joined(separator: ", ")
      + (elements.count > 6 ? ", …" : "")
  }
}
