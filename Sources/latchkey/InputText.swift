import Foundation

/// Text that a command reads from a file or its input, up to a length.
enum InputText {
  /// - Parameters:
  ///   - path: `-` is the input.
  ///   - kind: what the text has to be, for the sentence that says that it is none.
  /// - Throws: if it cannot be read, is too long or is not UTF-8.
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
        .refused, "\(name) is no \(kind): it is longer than \(maximumBytes / 1_024) KiB or not UTF-8.")
    }
    return text
  }
}
