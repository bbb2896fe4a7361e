import Foundation

/// The bytes of a file. They are read on access, and the system caches them.
///
/// `@unchecked` is safe: the memory is never written and lives as long as the object.
final class MappedFile: @unchecked Sendable {
  let count: Int
  private let start: UnsafeMutableRawPointer

  init(path: String) throws(BloomFilter.Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      throw .unreadable(path: path, reason: "it is empty, or no file")
    }
    count = Int(status.st_size)
    guard let mapping = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapping != MAP_FAILED else {
      throw Self.failure(path)
    }
    start = mapping
    madvise(start, count, Int32(MADV_RANDOM))
  }

  deinit { munmap(start, count) }

  /// Traps if the index is outside the file.
  func byte(_ index: Int) -> UInt8 {
    precondition((0..<count).contains(index))
    return start.load(fromByteOffset: index, as: UInt8.self)
  }

  func bytes(_ range: Range<Int>) -> [UInt8] { range.map(byte) }

  private static func failure(_ path: String) -> BloomFilter.Failure {
    .unreadable(path: path, reason: String(cString: strerror(errno)))
  }
}
