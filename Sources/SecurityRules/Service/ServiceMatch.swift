/// A `match` block with the full path to it.
struct ServiceMatch: Sendable {
  let service: ServiceRules.Service
  let segments: [ServiceSegment]
  /// The index of the `=**` variable.
  let glob: Int?
  let allows: [ServiceFile.AllowDeclaration]
  let version: Int
  let methods: ServiceMethods
  /// The maximum number of steps to compare a path with the segments.
  let cost: Int

  init(
    service: ServiceRules.Service, segments: [ServiceSegment], glob: Int?,
    allows: [ServiceFile.AllowDeclaration], version: Int
  ) {
    self.service = service
    self.segments = segments
    self.glob = glob
    self.allows = allows
    self.version = version
    methods = allows.reduce([]) { $0.union($1.methods) }
    cost = 1 + segments.count + segments.reduce(0) { $0 + ($1.literal?.utf8.count ?? 0) } / 16
  }

  /// True if the block matches the whole path.
  func matches(_ path: [String]) -> Bool {
    guard let glob else {
      guard path.count == segments.count else { return false }
      return Self.equal(segments[...], path[...])
    }
    let after = segments.count - glob - 1
    // In version 1, the `=**` variable matches at least one segment.
    guard path.count >= segments.count - (version == 1 ? 0 : 1) else { return false }
    return Self.equal(segments[..<glob], path[..<glob])
      && Self.equal(segments[(glob + 1)...], path[(path.count - after)...])
  }

  private static func equal(_ segments: ArraySlice<ServiceSegment>, _ path: ArraySlice<String>) -> Bool {
    var index = path.startIndex
    for segment in segments {
      if case .literal(let text) = segment, !ExactText.equal(text, path[index]) { return false }
      index += 1
    }
    return true
  }

  /// Returns the values of the variables for a matching path, the outermost first.
  func bindings(_ path: [String]) -> [ServiceValue] {
    var values: [ServiceValue] = []
    var index = 0
    for segment in segments {
      switch segment {
      case .literal: index += 1
      case .single:
        values.append(.string(path[index]))
        index += 1
      case .glob:
        let count = path.count - segments.count + 1
        values.append(.path(ServicePath(Array(path[index..<(index + count)]))))
        index += count
      }
    }
    return values
  }

  /// The path as in the rule set.
  var path: String {
    segments.map { segment in
      switch segment {
      case .literal(let text): "/" + text
      case .single(let name): "/{\(name)}"
      case .glob(let name): "/{\(name)=**}"
      }
    }.joined()
  }
}
