import Foundation

/// Searches for options that the code did not set. ``FirebaseOptions/defaultOptions()`` documents the places
/// and the reasons.
struct ConfigurationSearch: Sendable {
  static let variable = "LATCHKEYAUTH_CONFIG"
  static let fileNames = ["latchkey.json", "GoogleService-Info.plist"]

  /// The file names to try in each directory, in this order.
  var fileNames = Self.fileNames
  /// The file that the environment variable names.
  var namedFile: String?
  var directories: [String]
  /// The users whose files in the directories are accepted.
  var owners: Set<uid_t>

  /// Computed anew each time, because the current directory can change.
  static var ofThisProcess: ConfigurationSearch {
    let bundle = Bundle.main
    var directories = [bundle.resourceURL, bundle.executableURL?.deletingLastPathComponent()]
      .compactMap { $0?.standardizedFileURL.path }
    var owners: Set<uid_t> = [geteuid(), 0]
    var status = stat()
    if let executable = bundle.executablePath, stat(executable, &status) == 0 {
      owners.insert(status.st_uid)
    }
    // If a process runs with elevated rights (setuid, setgid), another user controls its environment and its
    // current directory.
    guard getuid() == geteuid(), getgid() == getegid() else {
      return ConfigurationSearch(directories: directories, owners: owners)
    }
    directories.append(FileManager.default.currentDirectoryPath)
    let named = ProcessInfo.processInfo.environment[variable]
    return ConfigurationSearch(
      namedFile: named.flatMap { $0.isEmpty ? nil : $0 }, directories: directories, owners: owners)
  }

  /// - Returns: nil if there is no file.
  /// - Throws: ``AuthError`` if there is a file that cannot be used.
  func find() throws(AuthError) -> FirebaseOptions.Values? {
    if let namedFile { return try read(namedFile, nil) }
    for directory in directories {
      for name in fileNames {
        let path = (directory as NSString).appendingPathComponent(name)
        var status = stat()
        // A broken symbolic link also counts as present. It causes an error, like any unreadable file.
        guard lstat(path, &status) == 0 else { continue }
        return try read(path, owners)
      }
    }
    return nil
  }

  private func read(_ path: String, _ owners: Set<uid_t>?) throws(AuthError) -> FirebaseOptions.Values {
    let values = try ConfigurationFileReader.read(path, ownedBy: owners)
    try OptionsCheck.check(values, of: path)
    return values
  }

  /// - Throws: ``AuthError`` with `internalError`, also if there is no file.
  func require() throws(AuthError) -> FirebaseOptions.Values {
    if let values = try find() { return values }
    throw AuthError(
      .internalError,
      """
      No configuration was found: neither \(fileNames.joined(separator: " nor ")) in the app's bundle, \
      beside its executable or in the current directory, nor a file named by \(Self.variable).
      """)
  }
}
