/// Which members messages have, as far as their decoding asks for them, beside those that an input has.
///
/// One decoding, by one task, has one of it.
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

  /// The object at a place of the input. A message may be read in several parts, which all have it.
  func object(at path: [any CodingKey], _ members: some Sequence<String>) -> Object {
    let place = Self.place(path)
    if let known = objects[place] { return known }
    let object = Object(place: place, members: Set(members))
    objects[place] = object
    return object
  }

  /// What the input names and no message has, in the order of their places. Empty is the place of the whole.
  var unknown: [(place: String, name: String)] {
    objects.values.sorted { $0.place < $1.place }.flatMap { object in
      object.isMap
        ? [] : object.members.subtracting(object.known).sorted().map { (place: object.place, name: $0) }
    }
  }

  /// As the official service writes it: `mfa.provider_configs[0]`.
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
