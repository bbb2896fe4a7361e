/// The members of a JSON object. Each value is created on access.
public struct JSONMembers: Sendable {
  private let tape: JSONTape
  private let object: Int

  /// - Parameter object: the index of the object's entry.
  init(of tape: JSONTape, at object: Int = 0) {
    self.tape = tape
    self.object = object
  }

  public static let empty = JSONMembers(
    of: JSONTape(entries: [.init(kind: .object, end: 1)], input: [], unescaped: []))

  /// The last member with a name. Names are compared byte by byte.
  public subscript(name: String) -> JSONValue? { find(name).map(tape.value) }

  /// The members of a nested object. Nil if the member is not an object.
  public func members(_ name: String) -> JSONMembers? {
    guard let index = find(name), tape.entries[index].kind == .object else { return nil }
    return JSONMembers(of: tape, at: index)
  }

  /// The number of members with a name, compared byte by byte.
  public func count(of name: String) -> Int {
    var count = 0
    tape.forEachMember(of: object) { entry, _ in if tape.isText(entry, name) { count += 1 } }
    return count
  }

  /// All names in their order, including duplicates.
  var names: [String] {
    var names: [String] = []
    tape.forEachMember(of: object) { name, _ in names.append(tape.string(name)) }
    return names
  }

  /// True if the object has no names other than the given names.
  public func hasOnly(_ names: [String]) -> Bool {
    var hasOnly = true
    tape.forEachMember(of: object) { entry, _ in
      if hasOnly, !names.contains(where: { tape.isText(entry, $0) }) { hasOnly = false }
    }
    return hasOnly
  }

  /// All members, created anew at each access.
  public var dictionary: [String: JSONValue] { tape.members(of: object) }

  private func find(_ name: String) -> Int? {
    var found: Int?
    tape.forEachMember(of: object) { entry, value in
      if tape.isText(entry, name) { found = value }
    }
    return found
  }
}
