import Foundation
import Operations

/// The files of an export for Firebase. Users with the same hash settings share a file.
struct ExportedUserFiles {
  private var outputs: [OutputFile]
  private let path: String
  /// The names of the files. Each file contains the part with the same index.
  private(set) var names: [String]

  init(main: OutputFile, path: String) {
    outputs = [main]
    names = [path]
    self.path = path
  }

  /// True if further files can be created next to the first.
  var areRegular: Bool { outputs[0].isRegular }

  /// Appends each piece to the file of its part. Creates a file for each new part.
  mutating func write(_ pieces: [[UInt8]], of parts: [UserExporter.Part]) throws(CommandFailure) {
    for index in outputs.count..<max(outputs.count, parts.count) {
      let name = name(of: parts[index])
      outputs.append(try OutputFile(name))
      names.append(name)
    }
    for (output, bytes) in zip(outputs, pieces) where !bytes.isEmpty { try output.write(bytes) }
  }

  /// Completes the files. If there are several, writes one more file with the commands that import them.
  func finish(_ parts: [UserExporter.Part]) throws(CommandFailure) {
    for output in outputs { try output.finish() }
    guard parts.count > 1 else { return }
    let lines = zip(names, parts).map { name, part in
      let options = part.hashing.map { HashOptions.arguments(for: $0) } ?? []
      return (["firebase", "auth:import", Self.quoted(name)] + options).joined(separator: " ") + "\n"
    }
    let options = try OutputFile(Self.optionsPath(beside: path))
    try options.write(Array(lines.joined().utf8))
    try options.finish()
  }

  static func optionsPath(beside path: String) -> String { stem(of: path) + "-hash-options.txt" }

  /// The file's name: `users-bcrypt.json`, or `users-bcrypt-2.json` for a second setting of the same
  /// algorithm.
  private func name(of part: UserExporter.Part) -> String {
    let algorithm = (part.hashing?.algorithm ?? "").lowercased().replacing("_", with: "-")
    let stem = Self.stem(of: path)
    let end = path.dropFirst(stem.count)
    var name = "\(stem)-\(algorithm)\(end)"
    var number = 2
    while names.contains(name) {
      name = "\(stem)-\(algorithm)-\(number)\(end)"
      number += 1
    }
    return name
  }

  private static func stem(of path: String) -> String {
    UserFileFormat(fileName: path) == nil ? path : (path as NSString).deletingPathExtension
  }

  /// Quotes a text for a shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
