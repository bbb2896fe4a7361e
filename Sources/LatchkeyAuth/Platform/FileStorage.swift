import Foundation

/// Stores sessions in files that only the user can read: the default storage on Linux.
///
/// Each key has a file of mode 0600 in a directory of mode 0700. A new file replaces the old file only after it
/// is complete and on the disk. So neither a crash nor a power loss leaves an incomplete file. The storage
/// rejects a file or directory that belongs to another user or has other permissions, and follows no symbolic
/// links to them. Any number of processes of one user may share a directory.
///
/// A thread inside ``exclusively(_:_:)`` may call it again.
public final class FileStorage: AuthStorage {
  /// The maximum size of a value, in bytes.
  public static let maximumBytes = 1 << 20

  /// The directory of the files.
  public let directory: URL
  private let lockSeconds: Double

  /// - Parameters:
  ///   - directory: the directory, created at the first write together with its missing parents.
  ///   - lockSeconds: how long ``exclusively(_:_:)`` waits for other threads and processes before it throws.
  public init(directory: URL, lockSeconds: Double = 30) {
    self.directory = directory
    self.lockSeconds = lockSeconds
  }

  /// Stores an app's sessions in the default directory for the user's programs: see ``defaultDirectory(app:)``.
  ///
  /// - Parameter app: the app's name.
  public convenience init(app: String) { self.init(directory: Self.defaultDirectory(app: app)) }

  /// Returns `$XDG_STATE_HOME/latchkey/auth/<app>`, or `~/.local/state/latchkey/auth/<app>` if that variable
  /// is not set to an absolute path (XDG Base Directory Specification).
  public static func defaultDirectory(app: String) -> URL {
    defaultDirectory(
      app: app, stateHome: ProcessInfo.processInfo.environment["XDG_STATE_HOME"],
      home: Self.homeDirectory)
  }

  /// Stores the session that a group of apps shares in `latchkey/auth-groups/<group>`, beside the sessions of
  /// apps.
  ///
  /// - Parameter accessGroup: the name of the group.
  public convenience init(accessGroup: String) {
    self.init(
      directory: Self.stateDirectory(
        stateHome: ProcessInfo.processInfo.environment["XDG_STATE_HOME"],
        home: Self.homeDirectory
      ).appending(
        path: "latchkey/auth-groups/\(SafeFileName.make(of: accessGroup))", directoryHint: .isDirectory))
  }

  static func defaultDirectory(app: String, stateHome: String?, home: URL) -> URL {
    stateDirectory(stateHome: stateHome, home: home).appending(
      path: "latchkey/auth/\(SafeFileName.make(of: app))", directoryHint: .isDirectory)
  }

  private static var homeDirectory: URL {
    #if os(macOS) || !canImport(Darwin)
      FileManager.default.homeDirectoryForCurrentUser
    #else
      URL.homeDirectory
    #endif
  }

  private static func stateDirectory(stateHome: String?, home: URL) -> URL {
    if let stateHome, stateHome.hasPrefix("/") {
      URL(filePath: stateHome, directoryHint: .isDirectory)
    } else {
      home.appending(path: ".local/state", directoryHint: .isDirectory)
    }
  }

  public func load(_ key: String) throws -> Data? {
    try PrivateDirectory.open(directory)?.read(Self.name(key), maximumBytes: Self.maximumBytes)
  }

  public func save(_ data: Data, for key: String) throws {
    guard data.count <= Self.maximumBytes else {
      throw FileFailure.error(
        "The session is larger than \(Self.maximumBytes) bytes, which are the most that can be "
          + "stored.", at: directory.path)
    }
    try PrivateDirectory.openOrMake(directory).replace(Self.name(key), with: data)
  }

  public func remove(_ key: String) throws {
    try PrivateDirectory.open(directory)?.remove(Self.name(key))
  }

  /// - Throws: the errors of the body; `keychainError` if the lock was not available within the time limit.
  public func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result {
    try FileLock.withLock(
      SafeFileName.make(of: key) + ".lock", in: PrivateDirectory.openOrMake(directory), seconds: lockSeconds,
      body)
  }

  private static func name(_ key: String) -> String { SafeFileName.make(of: key) + ".data" }
}
