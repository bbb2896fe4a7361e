import Foundation

/// Reads the lines of a file of any size, without line ends, one block at a time.
public struct LineReader {
  /// The maximum length of a line in bytes. No password is longer.
  public static let maximumLineBytes = 65_536
  private static let blockBytes = 1 << 20

  private let handle: FileHandle

  /// - Throws: an error if the file cannot be opened.
  public init(path: String) throws {
    handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  }

  /// Calls the body with every line that is not too long.
  ///
  /// - Throws: an error if the file cannot be read to its end.
  public func forEach(_ body: (ArraySlice<UInt8>) -> Void) throws {
    var rest: [UInt8] = []
    var isSkipping = false
    func hand(_ line: ArraySlice<UInt8>) {
      if !isSkipping, line.count <= Self.maximumLineBytes {
        body(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      isSkipping = false
    }
    while let block = try handle.read(upToCount: Self.blockBytes), !block.isEmpty {
      rest += block
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        hand(rest[start..<end])
        start = end + 1
      }
      rest.removeFirst(start)
      guard rest.count > Self.maximumLineBytes else { continue }
      isSkipping = true
      rest.removeAll()
    }
    if !rest.isEmpty { hand(rest[...]) }
    try handle.close()
  }
}
