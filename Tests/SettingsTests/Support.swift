import Foundation
import Settings

/// A directory with files, for one test.
final class Files {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "latchkey-settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  @discardableResult
  func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    let path = directory.appendingPathComponent(name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Reads a configuration that this text is the file of.
  func read(_ text: String, environment: [String: String] = [:], flags: [String] = []) throws
    -> ServeConfiguration.Reading
  {
    let path = try write("latchkey.yaml", text)
    return ServeConfiguration.read(SettingsInput(file: path, environment: environment, flags: flags))
  }
}

extension ServeConfiguration.Reading {
  func mistake(_ key: String) -> ConfigurationProblem? { mistakes.first { $0.key == key } }
  func value(_ key: String) -> (text: String?, source: SettingSource)? {
    values.first { $0.setting.key == key }.map { ($0.text, $0.source) }
  }
}
