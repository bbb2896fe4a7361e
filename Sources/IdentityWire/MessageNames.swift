/// Records the names of members in the decoded messages and in the input, to find unknown names.
///
/// Each decoding has its own instance and runs in one task.
final class MessageNames {
  /// One object of the input.
  final class Object {
    let place: String
    fileprivate var members: Set<String>
    fileprivate var known: Set<String> = []
    var isMap = false

    fileprivate init(place: String, members: Set<String>) {
      self.place = place
      self.members = members
    }

    func know(_ names: String...) { known.formUnion(names) }
  }

  private var objects: [String: Object] = [:]

  /// The object at a position of the input. If a message is decoded in several parts, the parts share it.
  func object(at path: [any CodingKey], _ members: some Sequence<String>) -> Object {
    let place = Self.place(path)
    if let known = objects[place] { return known }
    let object = Object(place: place, members: Set(members))
    objects[place] = object
    return object
  }

  /// The names in the input that no message has, sorted by place. An empty place means the whole message.
  var unknown: [(place: String, name: String)] {
    objects.values.sorted { $0.place < $1.place }.flatMap { object in
      object.isMap
        ? [] : object.members.subtracting(object.known).sorted().map { (place: object.place, name: $0) }
    }
  }

  /// The place in the official service's notation: `mfa.provider_configs[0]`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + snakeCase(key.stringValue)
      }
    }
  }
}
