import Foundation
import Secrets

/// The source of a secret. A secret is never on the command line, because every process of the machine can read the
/// command line, and the shell stores it.
enum SecretSource {
  static let maximumBytes = 65_536

  case file(path: String)
  case environment(name: String)

  init?(file: String?, environment: String?) {
    if let file {
      self = .file(path: file)
    } else if let environment {
      self = .environment(name: environment)
    } else {
      return nil
    }
  }

  /// Returns the secret without surrounding blanks and line ends.
  func read() throws(CommandFailure) -> Secret {
    let text: String
    switch self {
    case .environment(let name):
      guard let value = ProcessInfo.processInfo.environment[name] else {
        throw CommandFailure(.refused, "The environment variable \(name) is not set.")
      }
      text = value
    case .file(let path):
      text = try InputText.read(path, maximumBytes: Self.maximumBytes, as: "secret")
    }
    let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty else { throw CommandFailure(.refused, "The secret is empty.") }
    return Secret(secret)
  }
}
