import Foundation

/// The directory of a Firebase project, with a directory of sources below.
struct FirebaseDirectory {
  let scratch: Scratch

  /// - Parameters:
  ///   - configuration: `firebase.json`; nil makes none.
  ///   - aliases: `.firebaserc`.
  init(_ configuration: String?, aliases: String? = nil) throws {
    scratch = try Scratch()
    if let configuration { try Data(configuration.utf8).write(to: scratch.url("firebase.json")) }
    if let aliases { try Data(aliases.utf8).write(to: scratch.url(".firebaserc")) }
    try FileManager.default.createDirectory(at: scratch.url("src/app"), withIntermediateDirectories: true)
  }

  var path: String { scratch.directory.resolvingSymlinksInPath().path }
  var below: String { path + "/src/app" }
  var configuration: String { path + "/firebase.json" }
  var aliases: String { path + "/.firebaserc" }
}
