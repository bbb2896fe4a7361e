import Foundation
import Identity
import Secrets

/// The directory in which an installation keeps its database and, beside it, the master key.
public struct DataDirectory: Sendable {
  public enum Failure: Error, CustomStringConvertible {
    case cannotCreate(path: String, reason: String)
    case unreadableMasterKey(path: String)
    /// There is a database, but not the key that it was made with.
    case missingMasterKey(path: String)

    public var description: String {
      switch self {
      case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
      case .unreadableMasterKey(let path):
        "\(path) does not hold a master key: 32 bytes in base64. Restore it from your backup; without it the "
          + "signing keys and provider secrets in the database cannot be read."
      case .missingMasterKey(let path):
        "\(path) is missing, but there is a database beside it that was made with it. Restore it from your "
          + "backup; without it the signing keys and provider secrets in the database cannot be read."
      }
    }
  }

  public let path: String

  public init(path: String) { self.path = path }

  public var databasePath: String { path + "/latchkey.db" }
  public var masterKeyPath: String { path + "/master.key" }
  public var labKeyPath: String { path + "/lab-keys.json" }

  /// Makes the directory, readable by its owner only, unless it exists.
  public func create() throws(Failure) {
    guard let failure = Self.makeDirectory(path) else { return }
    throw .cannotCreate(path: path, reason: String(cString: strerror(failure)))
  }

  /// With the directories above it.
  ///
  /// - Returns: the error number; nil when the directory is there.
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

  /// Whether an installation has been made here.
  public var exists: Bool { FileManager.default.fileExists(atPath: databasePath) }

  /// Whether what is here is another user's, so that it cannot even be seen if there is an installation.
  public var isForbidden: Bool { access(databasePath, F_OK) != 0 && errno == EACCES }

  /// The box under the installation's master key, which is made at first use.
  public func secretBox(random: any RandomSource) throws(Failure) -> SecretBox {
    if exists, !FileManager.default.fileExists(atPath: masterKeyPath) {
      throw .missingMasterKey(path: masterKeyPath)
    }
    if !FileManager.default.fileExists(atPath: masterKeyPath) {
      try makeMasterKey(Data(random.bytes(32)), draft: "\(masterKeyPath).\(random.alphanumeric(8))")
    }
    guard let text = try? String(contentsOfFile: masterKeyPath, encoding: .utf8),
      let key = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)),
      let box = try? SecretBox(masterKey: key)
    else { throw .unreadableMasterKey(path: masterKeyPath) }
    return box
  }

  /// The key appears whole or not at all, whoever else makes one at the same time: the first link wins.
  private func makeMasterKey(_ key: Data, draft: String) throws(Failure) {
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: draft, reason: String(cString: strerror(errno)))
    }
    defer { unlink(draft) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data((key.base64EncodedString() + "\n").utf8))
      try file.synchronize()
    } catch {
      throw .cannotCreate(path: draft, reason: error.localizedDescription)
    }
    if link(draft, masterKeyPath) != 0, errno != EEXIST {
      throw .cannotCreate(path: masterKeyPath, reason: String(cString: strerror(errno)))
    }
  }
}
