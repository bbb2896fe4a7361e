import Foundation
import Identity
import SecurityRules

/// The settings for the authentication emulator in the files of a Firebase project.
struct FirebaseProject: Sendable {
  struct Found<Value: Sendable>: Sendable {
    var value: Value
    var place: FirebaseFile.Place
  }

  /// The `firebase.json` that was found; nil without one.
  var configuration: String?
  var port: Found<Int>?
  /// The host as written in the file. A development server may not be able to listen there.
  var host: Found<String>?
  /// The ids of projects by their aliases in `.firebaserc`.
  var projects: [String: Found<String>] = [:]

  /// Reads `firebase.json` from a directory or the nearest directory above it, and the `.firebaserc` next to it.
  /// Without a `firebase.json`, it reads the `.firebaserc` of the directory itself. The official tools search
  /// the same places.
  ///
  /// - Throws: the mistake in one of the files.
  static func find(from directory: String = FileManager.default.currentDirectoryPath) throws(CommandFailure)
    -> FirebaseProject
  {
    var project = FirebaseProject()
    var root = URL(fileURLWithPath: directory).standardizedFileURL
    while !FirebaseFile.exists(at: root.appending(path: "firebase.json").path), root.path != "/" {
      root.deleteLastPathComponent()
    }
    let configuration = root.appending(path: "firebase.json").path
    if FirebaseFile.exists(at: configuration) {
      try project.readConfiguration(configuration)
    } else {
      root = URL(fileURLWithPath: directory)
    }
    let aliases = root.appending(path: ".firebaserc").path
    if FirebaseFile.exists(at: aliases) { try project.readAliases(aliases) }
    return project
  }

  /// The project for a command line without a project: the alias `default`, or the only project.
  var defaultProject: Found<String>? {
    projects["default"] ?? (projects.count == 1 ? projects.values.first : nil)
  }

  private mutating func readConfiguration(_ path: String) throws(CommandFailure) {
    configuration = path
    let file = try FirebaseFile(at: path)
    if let entry = try file.entry("emulators", "auth", "port") {
      guard let number = file.port(entry.value) else {
        throw file.mistake(
          at: entry.place, "\(entry.key) must be a number from 1 to 65535.", "Correct it or remove it.")
      }
      port = Found(value: number, place: entry.place)
    }
    if let entry = try file.entry("emulators", "auth", "host") {
      guard let text = file.text(entry.value) else {
        throw file.mistake(
          at: entry.place, "\(entry.key) must be a text.", "Write it in double quotes, or remove it.")
      }
      host = Found(value: text, place: entry.place)
    }
  }

  private mutating func readAliases(_ path: String) throws(CommandFailure) {
    let file = try FirebaseFile(at: path)
    guard let entry = try file.entry("projects") else { return }
    for member in try file.members(of: entry) {
      guard let id = file.text(member.value) else {
        throw file.mistake(
          at: file.place(member.key.span),
          "\(entry.key).\(PlainText.line(member.key.text)) must be a text.",
          "Write the project's id in double quotes.")
      }
      projects[member.key.text] = Found(value: id, place: file.place(member.value.span))
    }
  }
}
