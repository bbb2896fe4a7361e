import Foundation

/// The clone whose tests run. Tests run in its directory; the compiler read its sources from a copy elsewhere.
public enum Repository {
  public static let root = URL(
    filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)

  /// The address of a file or directory, by its path from the root.
  public static func url(_ path: String) -> URL { root.appending(path: path) }
}
