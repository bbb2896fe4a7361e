import Foundation
import Identity
import Secrets
import Storage

/// The directory that contains an installation's database and master key.
public struct DataDirectory: Sendable {
  public enum Failure: Error, CustomStringConvertible {
    case cannotCreate(path: String, reason: String)
    case cannotLock(path: String, reason: String)
    /// There is a master key, but the database is empty.
    case emptyDatabase(path: String)
    case masterKey(MasterKeyFiles.Failure)
    /// There is a database, but not its master key.
    case missingMasterKey(path: String)

    public var description: String {
      switch self {
      case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
      case .cannotLock(let path, let reason): "\(path) cannot be locked: \(reason)"
      case .emptyDatabase(let path):
        "The database \(path) is empty, but there is a master key: the former content is lost. Restore a backup "
          + "(latchkey restore), or delete the file if it never held anything"
      case .masterKey(let failure): failure.description
      case .missingMasterKey(let path):
        "\(path) is missing, but there is a database that was made with it. Restore it from your "
          + "backup; without it the signing keys and provider secrets in the database cannot be read."
      }
    }
  }

  public let path: String
  /// The master key's files, including those that exist while it is replaced.
  public let masterKeyFiles: MasterKeyFiles

  /// - Parameter masterKeyFile: the path of the master key; nil for `master.key` in the directory.
  public init(path: String, masterKeyFile: String? = nil) {
    self.path = path
    masterKeyFiles = MasterKeyFiles(path: masterKeyFile ?? path + "/master.key")
  }

  public var databasePath: String { path + "/latchkey.db" }
  public var masterKeyPath: String { masterKeyFiles.path }
  public var labKeyPath: String { path + "/lab-keys.json" }

  /// Creates the directory, readable by its owner only, unless it exists.
  public func create() throws(Failure) {
    guard let failure = Self.makeDirectory(path) else { return }
    throw .cannotCreate(path: path, reason: DiskFault.reason(failure))
  }

  /// Creates a directory and its parents.
  ///
  /// - Returns: the error number; nil if the directory exists.
  private static func makeDirectory(_ path: String) -> Int32? {
    if mkdir(path, 0o700) == 0 { return nil }
    let failure = errno
    switch failure {
    case EEXIST:
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      return exists && isDirectory.boolValue ? nil : ENOTDIR
    case ENOENT:
      let parent = (path as NSString).deletingLastPathComponent
      guard !parent.isEmpty, parent != path else { return failure }
      if let failure = makeDirectory(parent) { return failure }
      return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
    default:
      return failure
    }
  }

  /// True if the directory contains an installation.
  public var exists: Bool { FileManager.default.fileExists(atPath: databasePath) }

  /// True if this process has no permission to look into the directory. ``exists`` is then always false.
  public var isForbidden: Bool { access(databasePath, F_OK) != 0 && errno == EACCES }

  /// Returns the secret box of the installation's master key. The key is created at first use.
  public func secretBox(random: any RandomSource) throws(Failure) -> SecretBox {
    if exists, !masterKeyFiles.exists { throw .missingMasterKey(path: masterKeyPath) }
    do {
      if !masterKeyFiles.exists { try masterKeyFiles.create(random: random) }
      return try masterKeyFiles.box()
    } catch {
      throw .masterKey(error)
    }
  }
}
