import Foundation
import Synchronization

/// The apps of a process, by name.
final class AppRegistry: Sendable {
  static let shared = AppRegistry()
  static let defaultName = "__FIRAPP_DEFAULT"

  private let apps = Mutex<[String: FirebaseApp]>([:])

  var all: [String: FirebaseApp] { apps.withLock { $0 } }

  subscript(name: String) -> FirebaseApp? { apps.withLock { $0[name] } }

  /// - Throws: ``AuthError`` if the name is malformed or taken, or if the options are unusable.
  func add(_ name: String, _ options: FirebaseOptions) throws(AuthError) -> FirebaseApp {
    guard !name.isEmpty, name.utf8.count <= 256, name.allSatisfy(Self.isAllowed) else {
      throw AuthError(
        .internalError, "The name of an app consists of letters, digits, hyphens and underscores.")
    }
    let values = options.values
    try OptionsCheck.check(values)
    return try apps.withLock { apps throws(AuthError) in
      guard apps[name] == nil else {
        throw AuthError(
          .internalError,
          name == Self.defaultName
            ? "The default app is configured already." : "The app \(name) is configured already.")
      }
      let app = FirebaseApp(name, values, registry: self)
      apps[name] = app
      return app
    }
  }

  /// - Returns: true if the app was registered.
  func remove(_ app: FirebaseApp) -> Bool {
    apps.withLock { apps in
      guard apps[app.name] === app else { return false }
      apps[app.name] = nil
      return true
    }
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character == "-" || character == "_"
      || (character.isASCII && (character.isLetter || character.isNumber))
  }
}
