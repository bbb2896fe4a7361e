import Foundation
import Secrets

/// Where a secret comes from. Never from the command line itself, which every process of the machine can
/// read and the shell remembers.
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

  /// The secret without blanks and line ends around it.
  func read() throws(CommandFailure) -> Secret {
    let text: String
    switch self {
    case .environment(let name):
      guard let value = ProcessInfo.processInfo.environment[name] else {
        throw CommandFailure(.refused, "The environment has no variable \(name).")
      }
      text = value
    case .file(let path):
      let handle: FileHandle
      if path == "-" {
        handle = .standardInput
      } else if let opened = FileHandle(forReadingAtPath: path) {
        handle = opened
      } else {
        throw CommandFailure(.refused, "The file \(path) cannot be read.")
      }
      text = try Self.text(of: handle, named: path == "-" ? "The input" : "The file \(path)")
    }
    let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty else { throw CommandFailure(.refused, "The secret that was given is empty.") }
    return Secret(secret)
  }

  private static func text(of handle: FileHandle, named name: String) throws(CommandFailure) -> String {
    var data = Data()
    do {
      while data.count <= maximumBytes, let part = try handle.read(upToCount: maximumBytes), !part.isEmpty {
        data += part
      }
    } catch {
      throw CommandFailure(.refused, "\(name) cannot be read.")
    }
    guard data.count <= maximumBytes, let text = String(data: data, encoding: .utf8) else {
      throw CommandFailure(.refused, "\(name) is no secret: it is longer than 64 KiB or not UTF-8.")
    }
    return text
  }
}
