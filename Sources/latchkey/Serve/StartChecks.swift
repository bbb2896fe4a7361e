import Foundation
import Operations
import Server
import Settings

/// Checks the files that a valid configuration names.
enum StartChecks {
  static func problems(_ reading: ServeConfiguration.Reading) -> [ConfigurationProblem] {
    guard !reading.isUnreadable else { return [] }
    let configuration = reading.configuration
    let told = Set(reading.mistakes.map(\.key))
    let mistakes =
      ConfiguredMessages(configuration: configuration).mistakes
      + ConfiguredPasswords(configuration: configuration.passwords).mistakes
      + ConfiguredProviders(configuration: configuration.providers).mistakes
      + ConfiguredAudit(configuration: configuration.audit).mistakes
    let others =
      mistakes
      .filter { !told.contains($0.key) }
      .map { ConfigurationProblem($0.key, $0.reason, fix: $0.fix) }
    return certificate(configuration.listen.tls) + data(configuration.data) + backup(configuration.backup)
      + others
  }

  private static func certificate(_ tls: ListenConfiguration.TLS?) -> [ConfigurationProblem] {
    // Unreadable files were reported already.
    guard let tls else { return [] }
    let files: [String] = [tls.certificateFile, tls.keyFile]
    guard files.allSatisfy(FileManager.default.isReadableFile(atPath:)) else { return [] }
    let key = "listen.tls.certificateFile"
    do {
      let expires = try CertificateStore.check(tls)
      guard expires < Date() else { return [] }
      return [
        ConfigurationProblem(
          key, "The certificate ended at \(expires.formatted(.iso8601)): clients refuse it.",
          fix: "Get a new certificate. A running server loads it by itself.", severity: .warning)
      ]
    } catch {
      return [
        ConfigurationProblem(key, "\(error.description).", fix: "Name the files of one certificate, as PEM.")
      ]
    }
  }

  private static func data(_ data: DataConfiguration) -> [ConfigurationProblem] {
    let directory = DataDirectory(path: data.directory, masterKeyFile: data.masterKeyFile)
    // The content of a PostgreSQL is checked when it is opened.
    guard data.postgreSQL == nil else { return masterKey(data, directory) }
    guard !directory.isForbidden else {
      return [
        ConfigurationProblem(
          "data.directory", "\(data.directory) belongs to another user.",
          fix: "Run the server as the owner of the directory.")
      ]
    }
    guard directory.exists else {
      return [
        ConfigurationProblem(
          "data.directory", "There is no installation in \(data.directory).",
          fix: "Create one, with its first project: latchkey project create my-app --data '\(data.directory)'"
        )
      ]
    }
    return masterKey(data, directory)
  }

  /// Checks the backup directory. If it does not exist, the first copy creates it.
  private static func backup(_ backup: BackupConfiguration?) -> [ConfigurationProblem] {
    guard let backup, let fault = BackupDirectory(path: backup.directory).fault else { return [] }
    return [
      ConfigurationProblem(
        "backup.directory", "Copies cannot be stored: \(fault).",
        fix: "Name a directory that belongs to the server's user, and in which no other user can write.")
    ]
  }

  private static func masterKey(
    _ data: DataConfiguration, _ directory: DataDirectory
  ) -> [ConfigurationProblem] {
    guard data.masterKey == nil else { return [] }
    let file = directory.masterKeyPath
    guard FileManager.default.fileExists(atPath: file) else {
      return [
        ConfigurationProblem(
          "masterKeyFile", "There is no master key: \(file) is missing.",
          fix: "Restore it from your backup, or set masterKeyFile to its path.")
      ]
    }
    guard let reason = FileCheck.isOpenToOthers(file) else { return [] }
    return [ConfigurationProblem("masterKeyFile", "\(file): \(reason)", fix: "Run: chmod 600 '\(file)'")]
  }
}
