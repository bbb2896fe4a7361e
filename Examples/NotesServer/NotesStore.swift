import LatchkeyHummingbird

/// The notes, in memory, by their paths.
public actor NotesStore {
  private var notes: [[String]: String] = [:]

  public init() {}

  public func note(at path: [String]) -> String? { notes[path] }

  /// - Returns: true if there was no note at this path before.
  public func set(_ text: String, at path: [String]) -> Bool { notes.updateValue(text, forKey: path) == nil }

  /// - Returns: true if there was a note.
  public func remove(at path: [String]) -> Bool { notes.removeValue(forKey: path) != nil }

  /// The names of the notes below a path.
  public func names(below path: [String]) -> [String] {
    notes.keys.filter { $0.count == path.count + 1 && $0.starts(with: path) }.compactMap(\.last).sorted()
  }

  /// The values of a note that the rules can read.
  public func resource(at path: [String]) -> RulesResource? {
    notes[path].map {
      RulesResource(storage: [
        "name": .string(path.joined(separator: "/")), "size": .integer(Int64($0.utf8.count)),
        "contentType": "text/plain",
      ])
    }
  }
}
