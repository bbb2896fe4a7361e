extension ServiceValue {
  /// The value in rule syntax, shortened.
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
    case .path(let path): return "/" + ShownText.shortened(path.segments.prefix(6).joined(separator: "/"))
    case .list(let list): return "[\(Self.shown(list.elements, depth: depth))]"
    case .set(let set): return "[\(Self.shown(set.elements, depth: depth))].toSet()"
    case .map(let map):
      let members = ShownText.list(map.members.keys.indices) {
        "\(ShownText.quoted(map.members.keys[$0])): \(map.members.values[$0].shown(depth: depth + 1))"
      }
      return "{\(members)}"
    case .mapDiff: return "map_diff"
    }
  }

  private static func shown(_ elements: [ServiceValue], depth: Int) -> String {
    ShownText.list(elements) { $0.shown(depth: depth + 1) }
  }
}
