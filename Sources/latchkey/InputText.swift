import Foundation

/// Reads a text of bounded length from a file or standard input.
enum InputText {
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - kind: the expected kind of text, for the error's sentence.
  /// - Throws: a failure if it cannot be read, is too long or is not UTF-8.
  static func read(_ path: String, maximumBytes: Int, as kind: String) throws(CommandFailure) -> String {
    let name = path == "-" ? "The input" : "The file \(path)"
    let opened = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path)
    guard let handle = opened else { throw CommandFailure(.refused, "\(name) cannot be read.") }
    var data = Data()
    do {
      while data.count <= maximumBytes, let part = try handle.read(upToCount: maximumBytes), !part.isEmpty {
        data += part
      }
    } catch {
      throw CommandFailure(.refused, "\(name) cannot be read.")
    }
    guard data.count <= maximumBytes, let text = String(data: data, encoding: .utf8) else {
      throw CommandFailure(
        .refused, "\(name) is not a \(kind): it is longer than \(maximumBytes / 1_024) KiB or not UTF-8.")
    }
    return text
  }
}
