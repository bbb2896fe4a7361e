import Foundation

/// Checks files that a configuration names.
public enum FileCheck {
  public struct Failure: Error, Sendable {
    /// The reason, as the end of a sentence.
    public let reason: String
  }

  /// Returns the contents of a regular file.
  public static func contents(of path: String, maximumBytes: Int) throws(Failure) -> Data {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure(reason: String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is not a file") }
    guard status.st_size <= maximumBytes else {
      throw Failure(reason: "it is larger than \(maximumBytes) bytes")
    }
    guard access(path, R_OK) == 0 else { throw Failure(reason: String(cString: strerror(errno))) }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(reason: "it cannot be opened")
    }
    defer { try? handle.close() }
    do {
      let data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
      guard data.count <= maximumBytes else {
        throw Failure(reason: "it is larger than \(maximumBytes) bytes")
      }
      return data
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(reason: "it cannot be read")
    }
  }

  /// The reason why a file's secret is exposed: users other than its owner and group can read it, or users other than
  /// its owner can write it. Nil if the secret is safe.
  public static func isOpenToOthers(_ path: String) -> String? {
    guard let mode = mode(of: path), mode & 0o027 != 0 else { return nil }
    let who = mode & 0o007 != 0 ? "Every user of the machine" : "Its whole group"
    let what = mode & 0o004 != 0 ? "read" : mode & 0o022 != 0 ? "change" : "use"
    return "\(who) can \(what) the file: its mode is \(octal(mode))."
  }

  /// The reason why a file cannot be trusted: users other than its owner can write it. Nil if it can be trusted.
  public static func isWritableByOthers(_ path: String) -> String? {
    guard let mode = mode(of: path), mode & 0o022 != 0 else { return nil }
    return "Users other than its owner can change the file: its mode is \(octal(mode))."
  }

  /// The permission bits; nil if the file does not exist.
  public static func mode(of path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : nil
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
