import Foundation
import IdentityWire
import Yams

/// The nodes of a YAML file with their lines. Mistakes are collected in ``problems``.
public struct YAMLNodes {
  /// A node and its place in the file.
  public struct Place {
    let node: Node
    /// The path from the root, for messages: `users.2.email`.
    public let name: String
    public let line: Int
  }

  /// The maximum number of nodes. It equals the number of bytes in the file, because aliases can expand a small file to
  /// a very large number of nodes.
  private var maximumNodes = 0
  private static let maximumDepth = 32

  public let path: String
  public private(set) var problems: [ConfigurationProblem] = []
  private var count = 0

  public init(path: String) { self.path = path }

  private var fileName: String { (path as NSString).lastPathComponent }

  /// - Returns: nil for an empty text.
  /// - Throws: ``ConfigurationMistakes`` if the text is not YAML.
  public mutating func root(of text: String) throws -> Place? {
    maximumNodes = text.utf8.count
    // A file without an anchor has no alias, so no node can expand.
    if Self.hasAnchor(text), let line = Self.lineOfUnboundedKey(in: text) {
      throw ConfigurationMistakes([
        ConfigurationProblem(
          fileName, source: "line \(line)", "A key is an alias, a list or a mapping.",
          fix: "Write keys as plain names.")
      ])
    }
    do {
      guard let node = try Yams.compose(yaml: text), node != Node("") else { return nil }
      return Place(node: node, name: "", line: 1)
    } catch {
      throw ConfigurationMistakes([problem(of: error)])
    }
  }

  /// Finds the line of a key that is not a scalar. Such a key is hashed with everything it refers to, and aliases
  /// multiply these references exponentially.
  ///
  /// The search examines each line separately. It also reports such a key inside quotation marks.
  private static func lineOfUnboundedKey(in text: String) -> Int? {
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard let first = line.first(where: { $0 != UInt8(ascii: " ") }) else { continue }
      // A comment also ends at other line breaks: a carriage return, and line breaks outside ASCII.
      let isOneLine = line.dropLast().allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") }
      if first == UInt8(ascii: "#"), isOneLine { continue }
      if hasUnboundedKey(Array(line)) { return number }
    }
    return nil
  }

  /// True if the text contains something like an anchor (`&name`), even inside quotation marks.
  private static func hasAnchor(_ text: String) -> Bool {
    let blanks: Set<UInt8> = Set(" \t\r\n".utf8)
    let openers = blanks.union("-?:[{,".utf8)
    var isAtStart = true
    var isOpen = false
    for byte in text.utf8 {
      if isOpen, !blanks.contains(byte) { return true }
      isOpen = isAtStart && byte == UInt8(ascii: "&")
      // Some line breaks of YAML 1.1 are outside ASCII.
      isAtStart = openers.contains(byte) || byte >= 0x80
    }
    return false
  }

  private static func hasUnboundedKey(_ line: [UInt8]) -> Bool {
    let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    let openers = blanks.union("-?[{,".utf8)
    for index in line.indices {
      let isAtStart = index == 0 || openers.contains(line[index - 1]) || line[index - 1] >= 0x80
      var end = index + 1
      switch line[index] {
      case UInt8(ascii: "?") where isAtStart:
        if end == line.count || blanks.contains(line[end]) { return true }
        continue
      case UInt8(ascii: "*") where isAtStart:
        while end < line.count, !blanks.contains(line[end]), !",]}".utf8.contains(line[end]) { end += 1 }
        // A colon directly after an alias belongs to the alias's name.
        if line[end - 1] == UInt8(ascii: ":") { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): break
      default: continue
      }
      while end < line.count, blanks.contains(line[end]) { end += 1 }
      if end < line.count, line[end] == UInt8(ascii: ":") { return true }
    }
    return false
  }

  private func problem(of error: any Error) -> ConfigurationProblem {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return ConfigurationProblem(
        fileName, source: "line \(mark.line)", "The file is not YAML: \(problem).",
        fix:
          "Correct this line or the line before it. Indent keys with spaces, never with tabs."
      )
    case .duplicatedKeysInMapping(let duplicates, let context):
      return ConfigurationProblem(
        duplicates.map { "\($0)" }.joined(separator: ", "), source: "\(fileName) line \(context.mark.line)",
        "The key appears twice.", fix: "Remove one of them.")
    default: return ConfigurationProblem(fileName, "The file is not YAML.", fix: "Correct it.")
    }
  }

  public mutating func problem(_ place: Place, _ reason: String, fix: String) {
    // The first problems are enough for the operator.
    guard problems.count < 50 else { return }
    problems.append(
      ConfigurationProblem(
        place.name.isEmpty ? fileName : place.name, source: "\(fileName) line \(place.line)", reason, fix: fix
      ))
  }

  private mutating func admits(_ place: Place) -> Bool {
    count += 1
    if count == maximumNodes + 1 {
      problem(place, "The file's aliases expand to too many values.", fix: "Use fewer aliases (*name).")
    }
    return count <= maximumNodes
  }

  // MARK: Readings

  /// Returns the members of a mapping. A name that is not in `names` is a mistake.
  public mutating func fields(of place: Place, _ names: [String]) -> [String: Place]? {
    guard case .mapping = place.node else {
      problem(
        place, "There is no mapping here.",
        fix: "Write \"key: value\" with the keys \(names.joined(separator: ", ")).")
      return nil
    }
    var fields: [String: Place] = [:]
    for (name, entry) in entries(place) {
      if names.contains(name) {
        if !isNull(entry.node) { fields[name] = entry }
        continue
      }
      let meant = NearMiss.best(for: name, among: names)
      problem(
        entry, "There is no such key.",
        fix: meant.map { "Did you mean \($0)?" } ?? "Choose one of \(names.joined(separator: ", ")).")
    }
    return fields
  }

  /// Returns the members of a mapping with any names, in order.
  public mutating func entries(_ place: Place) -> [(name: String, place: Place)] {
    guard case .mapping(let mapping) = place.node else {
      problem(place, "There is no mapping here.", fix: "Write each entry as \"key: value\".")
      return []
    }
    var entries: [(String, Place)] = []
    for (key, node) in mapping {
      let line = key.mark?.line ?? place.line
      guard case .scalar(let scalar) = key else {
        problem(place, "A key is not text.", fix: "Rename it.")
        continue
      }
      let name = place.name.isEmpty ? scalar.string : "\(place.name).\(scalar.string)"
      let entry = Place(node: node, name: String(name.prefix(120)), line: line)
      if admits(entry) { entries.append((scalar.string, entry)) }
    }
    return entries
  }

  /// Returns the elements of a list; empty for a missing place.
  public mutating func list(_ place: Place?) -> [Place] {
    guard let place else { return [] }
    guard case .sequence(let sequence) = place.node else {
      problem(place, "There is no list here.", fix: "Write each entry on its own line, after \"- \".")
      return []
    }
    var places: [Place] = []
    for (index, node) in sequence.enumerated() {
      let entry = Place(node: node, name: "\(place.name).\(index + 1)", line: node.mark?.line ?? place.line)
      if admits(entry) { places.append(entry) }
    }
    return places
  }

  /// Returns a text or number as it is written.
  public mutating func text(_ place: Place?) -> String? {
    guard let place else { return nil }
    guard case .scalar(let scalar) = place.node else {
      problem(place, "There is more than one value here.", fix: "Write one text.")
      return nil
    }
    guard !scalar.string.utf8.contains(0) else {
      problem(place, "The text has a null character.", fix: "Remove it.")
      return nil
    }
    return scalar.string
  }

  public mutating func flag(_ place: Place?) -> Bool? {
    guard let place, let text = text(place) else { return nil }
    switch text.lowercased() {
    case "true": return true
    case "false": return false
    default:
      problem(place, "\"\(text.prefix(60))\" is neither true nor false.", fix: "Write true or false.")
      return nil
    }
  }

  /// Returns a mapping as JSON, with the types of YAML 1.2's JSON schema.
  public mutating func claims(_ place: Place?) -> JSONValue? {
    guard let place else { return nil }
    guard case .mapping = place.node else {
      problem(place, "Claims must be a mapping.", fix: "Write each claim as \"name: value\".")
      return nil
    }
    return json(place, depth: 0)
  }

  /// Returns any node as JSON, with the types of YAML 1.2's JSON schema.
  public mutating func value(_ place: Place) -> JSONValue { json(place, depth: 0) }

  private mutating func json(_ place: Place, depth: Int) -> JSONValue {
    guard depth < Self.maximumDepth else {
      problem(place, "The values are nested too deeply.", fix: "Flatten them.")
      return .null
    }
    switch place.node {
    case .mapping:
      var members: [String: JSONValue] = [:]
      for (name, entry) in entries(place) { members[name] = json(entry, depth: depth + 1) }
      return .object(members)
    case .sequence: return .array(list(place).map { json($0, depth: depth + 1) })
    case .scalar(let scalar):
      if scalar.style == .plain {
        if isNull(place.node) { return .null }
        // Only JSON's numbers and Boolean values are converted. YAML 1.1 also converts "no" and "12:30"; here they are
        // texts.
        switch try? JSONParser().parse(scalar.string) {
        case let value? where value.boolValue != nil || value.doubleValue != nil: return value
        default: break
        }
      }
      return text(place).map { .string($0) } ?? .null
    case .alias: return .null
    }
  }

  private func isNull(_ node: Node) -> Bool {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
    return ["", "~", "null"].contains(scalar.string)
  }
}
