import CMultiBufferRSA
import Foundation

/// Intel's crypto_mb, loaded at run time. Programs are built without it and work without it.
public struct MultiBufferLibrary: @unchecked Sendable {
  /// The reason why the library is not used.
  public enum Absence: Error, Equatable, Sendable {
    /// The processor has no AVX-512 IFMA.
    case processor
    case notFound(places: [String])
    /// The file belongs to, or can be written by, a user other than root and the server's own user.
    case unsafe(path: String)
    /// The file is not the library, or it does not support this processor.
    case unusable(path: String)

    public var explanation: String {
      switch self {
      case .processor: "this processor has no AVX-512 IFMA, which is needed to make eight signatures at once"
      case .notFound(let places):
        "\(MultiBufferLibrary.fileName), which makes eight signatures at once, is not in "
          + places.joined(separator: " or ")
      case .unsafe(let path):
        "\(path) is not used: it has to belong to root or to this user, and nobody else may be able to change it"
      case .unusable(let path): "\(path) is not a crypto_mb that works here"
      }
    }
  }

  public static let fileName = "libcrypto_mb.so"

  public let path: String
  let handle: OpaquePointer

  /// The directories that are searched: the program's directory, and `lib/latchkey` next to it. A user who
  /// can write to these directories can also replace the program. The working directory, the environment
  /// and the system's library path have no influence.
  public static var directories: [String] {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return []
    }
    let directory = URL(fileURLWithPath: program).deletingLastPathComponent()
    return [
      directory.path, directory.deletingLastPathComponent().appendingPathComponent("lib/latchkey").path,
    ]
  }

  /// Loads the library from the first directory that contains it. The directories are absolute paths.
  public static func load(from directories: [String] = directories) throws(Absence) -> MultiBufferLibrary {
    guard multi_buffer_processor_fits() != 0 else { throw .processor }
    for directory in directories where directory.hasPrefix("/") {
      let path = "\(directory)/\(fileName)"
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      guard status.st_mode & 0o022 == 0, status.st_uid == 0 || status.st_uid == geteuid() else {
        throw .unsafe(path: path)
      }
      return try MultiBufferLibrary(path)
    }
    throw .notFound(places: directories)
  }

  private init(_ path: String) throws(Absence) {
    var verdict = MULTI_BUFFER_USABLE
    guard let handle = multi_buffer_open(path, &verdict) else {
      throw verdict == MULTI_BUFFER_PROCESSOR ? .processor : .unusable(path: path)
    }
    self.path = path
    self.handle = handle
  }
}
