import Foundation
import Identity
import SecurityRules

/// What the files of a Firebase project say of its authentication emulator.
struct FirebaseProject: Sendable {
  struct Found<Value: Sendable>: Sendable {
    var value: Value
    var place: FirebaseFile.Place
  }

  /// The `firebase.json` that was found; nil without one.
  var configuration: String?
  var port: Found<Int>?
  /// As it is written there, whether a development server listens there or not.
  var host: Found<String>?
  /// The ids of projects by their aliases, as `.firebaserc` has them.
  var projects: [String: Found<String>] = [:]

  /// Reads `firebase.json` of a directory, or of the nearest one above it, and the `.firebaserc` beside it; without the
  /// first, the `.firebaserc` of the directory itself. The official tools look for them in the same places.
  ///
  /// - Throws: what is wrong with one of them.
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

  /// The project that is meant where nobody names one: `default`, or the only one that there is.
  var defaultProject: Found<String>? {
    projects["default"] ?? (projects.count == 1 ? projects.values.first : nil)
  }

  private mutating func readConfiguration(_ path: String) throws(CommandFailure) {
    configuration = path
    let file = try FirebaseFile(at: path)
    if let entry = try file.entry("emulators", "auth", "port") {
      guard let number = file.port(entry.value) else {
        throw file.mistake(
          at: entry.place, "\(entry.key) has to be a number from 1 to 65535.", "Mend it or remove it.")
      }
      port = Found(value: number, place: entry.place)
    }
    if let entry = try file.entry("emulators", "auth", "host") {
      guard let text = file.text(entry.value) else {
        throw file.mistake(
          at: entry.place, "\(entry.key) has to be a text.", "Write it in double quotes, or remove it.")
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
          "\(entry.key).\(PlainText.line(member.key.text)) has to be a text.",
          "Write the project's id in double quotes.")
      }
      projects[member.key.text] = Found(value: id, place: file.place(member.value.span))
    }
  }
}
