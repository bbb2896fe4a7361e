import Foundation
import Yams

/// A configuration file as text: the values of its settings, and their lines. The format is YAML, which
/// includes JSON.
struct ConfigurationFile {
  /// The maximum size of a file in bytes. No file written by hand is larger.
  static let maximumBytes = 1 << 20
  /// The maximum number of values in a file. With aliases, a small file can expand to a very large one.
  static let maximumValues = 10_000

  enum Value: Equatable {
    case text(String)
    case list([String])
  }

  struct Entry {
    var value: Value
    var line: Int
  }

  let path: String
  private(set) var entries: [String: Entry] = [:]
  private(set) var problems: [ConfigurationProblem] = []
  /// True if the file is not a file of settings at all.
  private(set) var isUnreadable = false
  private var count = 0

  /// Reads a file. It never throws: mistakes are in `problems`.
  static func reading(_ path: String) -> ConfigurationFile {
    func failed(_ reason: String, _ fix: String) -> ConfigurationFile {
      ConfigurationFile(unreadable: path, ConfigurationProblem(path, reason, fix: fix))
    }
    let data: Data
    do {
      data = try FileCheck.contents(of: path, maximumBytes: maximumBytes)
    } catch {
      return failed("The file cannot be read: \(error.reason).", "Name another one with --config.")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      return failed("The file is not UTF-8.", "Save it as UTF-8.")
    }
    let mode = FileCheck.isWritableByOthers(path).map { reason in
      ConfigurationProblem(path, reason, fix: "Run: chmod go-w '\(path)'")
    }
    return ConfigurationFile(path: path, text: text, problems: mode.map { [$0] } ?? [])
  }

  private init(unreadable path: String, _ problem: ConfigurationProblem) {
    self.path = path
    problems = [problem]
    isUnreadable = true
  }

  init(path: String, text: String, problems: [ConfigurationProblem] = []) {
    self.path = path
    self.problems = problems
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      isUnreadable = true
      self.problems.append(Self.problem(path, error, isJSON: Self.isJSON(path, text)))
      return
    }
    guard let root, root != Node("") else { return }
    guard case .mapping(let mapping) = root else {
      isUnreadable = true
      self.problems.append(
        ConfigurationProblem(
          path, "The file contains no settings.",
          fix: "Write each setting as \"key: value\", like docs/latchkey.example.yaml."))
      return
    }
    add(mapping, under: "")
    guard count > Self.maximumValues else { return }
    // Ignores all entries of the file.
    isUnreadable = true
    entries = [:]
    self.problems =
      problems + [
        ConfigurationProblem(path, "The file has too many values.", fix: "Shorten it.")
      ]
  }

  func source(_ line: Int) -> String { "\((path as NSString).lastPathComponent) line \(line)" }

  private mutating func add(_ mapping: Node.Mapping, under prefix: String) {
    for (keyNode, node) in mapping {
      let line = keyNode.mark?.line ?? 0
      count += 1
      guard count <= Self.maximumValues else { return }
      guard let name = keyNode.string else {
        problems.append(
          ConfigurationProblem(
            prefix.isEmpty ? path : prefix, source: source(line), "A key is not text.",
            fix: "Remove or rename it."))
        continue
      }
      let key = prefix.isEmpty ? name : "\(prefix).\(name)"
      switch node {
      case .mapping(let inner): add(inner, under: key)
      case .sequence(let sequence): add(sequence, key, line)
      case .scalar(let scalar):
        // Skips a section without settings, and a setting without a value.
        if node.tag == Tag(.null) || (scalar.style == .plain && ["", "~", "null"].contains(scalar.string)) {
          continue
        }
        entries[key] = Entry(value: .text(scalar.string), line: line)
      case .alias: continue
      }
    }
  }

  private mutating func add(_ sequence: Node.Sequence, _ key: String, _ line: Int) {
    var texts: [String] = []
    for element in sequence {
      guard case .scalar(let scalar) = element else {
        problems.append(
          ConfigurationProblem(
            key, source: source(line), "The list contains a value that is not text.",
            fix: "Make it a list of texts."))
        return
      }
      texts.append(scalar.string)
    }
    entries[key] = Entry(value: .list(texts), line: line)
  }

  private static func isJSON(_ path: String, _ text: String) -> Bool {
    path.lowercased().hasSuffix(".json") || text.first { !$0.isWhitespace } == "{"
  }

  private static func problem(_ path: String, _ error: any Error, isJSON: Bool) -> ConfigurationProblem {
    let name = (path as NSString).lastPathComponent
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let source = "\(name) line \(mark.line)"
      if isJSON {
        return ConfigurationProblem(
          path, source: source, "The file is not JSON.",
          fix: "Correct this line or the line before it: check for a missing comma, quotation mark or brace.")
      }
      return ConfigurationProblem(
        path, source: source, "The file is not YAML: \(problem).",
        fix: "Correct the line. Indent all keys of a section with the same number of spaces, never with tabs."
      )
    case .duplicatedKeysInMapping(let duplicates, let context):
      return ConfigurationProblem(
        duplicates.map { "\($0)" }.joined(separator: ", "), source: "\(name) line \(context.mark.line)",
        "The key appears twice.", fix: "Remove one of them.")
    default:
      return ConfigurationProblem(path, "The file is not \(isJSON ? "JSON" : "YAML").", fix: "Correct it.")
    }
  }
}
