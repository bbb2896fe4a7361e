import Foundation
import Secrets

/// The location of the data, and the master key for its encrypted parts.
public struct DataConfiguration: Sendable {
  /// The directory of SQLite's files. It also contains the master key, unless another file is set.
  public var directory: String
  /// The PostgreSQL database; nil for SQLite.
  public var postgreSQL: PostgreSQLAddress?
  /// The file of the master key; nil for `master.key` in the directory.
  public var masterKeyFile: String?
  /// The master key: 32 bytes in base64. It comes from the environment, or from a file that the operator replaces. Nil
  /// if the server manages the file itself.
  public var masterKey: Secret?
  /// The previous master key during its replacement. It decrypts values, and encrypts none.
  public var previousMasterKey: Secret?

  public init(
    directory: String, postgreSQL: PostgreSQLAddress? = nil, masterKeyFile: String? = nil,
    masterKey: Secret? = nil, previousMasterKey: Secret? = nil
  ) {
    self.directory = directory
    self.postgreSQL = postgreSQL
    self.masterKeyFile = masterKeyFile
    self.masterKey = masterKey
    self.previousMasterKey = previousMasterKey
  }
}

enum DataSettings {
  static let directory = Setting(
    "data.directory", .directory, default: "/var/lib/latchkey",
    "The directory of the database. It also contains the master key, unless masterKeyFile is set.")
  static let database = Setting(
    "data.database", .text("sqlite, or an address such as postgresql://latchkey@db.example.com/latchkey"),
    default: "sqlite",
    "The database: sqlite for a file in data.directory, or a PostgreSQL address. Several servers may share PostgreSQL."
  )
  static let password = Setting(
    "data.databasePassword", .secret, "The password for PostgreSQL, if PostgreSQL needs one.")
  static let passwordFile = Setting(
    "data.databasePasswordFile", .secretFile, "The file with the password for PostgreSQL.")
  static let connections = Setting(
    "data.databaseConnections", .integer(PostgreSQLAddress.connectionCounts),
    default: String(PostgreSQLAddress.defaultConnections),
    "The number of connections from a server to PostgreSQL.")
  static let masterKey = Setting(
    "masterKey", .secret,
    "The key that encrypts the signing keys and secrets in the database: 32 random bytes in base64.")
  static let masterKeyFile = Setting(
    "masterKeyFile", .secretFile, "The file with the master key. (default: master.key in data.directory)")
  static let previousKey = Setting(
    "previousMasterKey", .secret,
    "The previous master key during its replacement, if masterKey is in the environment or the data in PostgreSQL."
  )
  static let previousKeyFile = Setting(
    "previousMasterKeyFile", .secretFile, "The file with the previous master key.")

  static let all = [
    directory, database, password, passwordFile, connections, masterKey, masterKeyFile, previousKey,
    previousKeyFile,
  ]

  static func read(_ reader: SettingsReader) -> DataConfiguration {
    let path = reader.path(directory) ?? ""
    let current = key(reader, masterKey, masterKeyFile)
    let previous = key(reader, previousKey, previousKeyFile)
    let address = postgreSQL(reader)
    // With several servers, the operator replaces the key and gives each server both keys. A single server manages its
    // own key files.
    let isGiven = !reader.isSet(masterKeyFile) || address != nil && previous != nil
    let data = DataConfiguration(
      directory: path, postgreSQL: address, masterKeyFile: reader.path(masterKeyFile),
      masterKey: isGiven ? current : nil, previousMasterKey: previous)
    if data.masterKey == nil, let setting = [previousKey, previousKeyFile].first(where: reader.isSet) {
      reader.problem(
        setting, "It needs a masterKey in the environment, but masterKey is not set.",
        fix: "Remove it. For a master key in a file, the previous key is in FILE.previous.")
    }
    if let current, let previous = data.previousMasterKey, previous.equals(current.reveal()) {
      reader.warn(
        previousKeyFile, "It is the same as the master key.",
        fix: "Remove it. It is needed only during a replacement of the key.")
    }
    if let mode = FileCheck.mode(of: path), mode & 0o007 != 0 {
      reader.warn(
        directory, "Every user of the machine can read \(path).", fix: "Run: chmod 700 '\(path)'")
    }
    return data
  }

  private static func postgreSQL(_ reader: SettingsReader) -> PostgreSQLAddress? {
    let text = reader.text(database) ?? "sqlite"
    let secret = reader.secret(password, file: passwordFile)
    let count = reader.integer(connections)
    guard text != "sqlite" else {
      for setting in [password, passwordFile, connections] where reader.isSet(setting) {
        reader.problem(
          setting, "This is a setting for PostgreSQL, but the database is SQLite.",
          fix: "Set \(database.key), or remove this setting.")
      }
      return nil
    }
    do {
      var address = try PostgreSQLAddress(text)
      address.password = secret
      address.connections = count
      if !address.isLocal(), !address.verifiesServer {
        reader.warn(
          database,
          "The connection to \(address.name) is not protected: an attacker on the network can read and change "
            + "everything.",
          fix:
            "Add ?sslmode=verify-full to the address, and sslrootcert=FILE if your own authority issued its certificate."
        )
      }
      return address
    } catch {
      switch error {
      case .unreadable:
        reader.problem(
          database, "It is neither sqlite nor a PostgreSQL address.",
          fix: "Write it as postgresql://latchkey@db.example.com/latchkey?sslmode=verify-full")
      case .holdsPassword:
        reader.problem(
          database, "It contains a password, which logs and copies of the file would show.",
          fix: "Remove the password, and set \(passwordFile.key).")
      }
      return nil
    }
  }

  private static func key(_ reader: SettingsReader, _ setting: Setting, _ file: Setting) -> Secret? {
    guard let secret = reader.secret(setting, file: file) else { return nil }
    guard Data(base64Encoded: secret.reveal())?.count == 32 else {
      reader.problem(
        reader.isSet(setting) ? setting : file, "It does not contain a master key: 32 bytes in base64.",
        fix: "Restore the right key. For a new installation, create a key: openssl rand -base64 32")
      return nil
    }
    return secret
  }
}
