import Foundation

/// Measures the memory of this process, in the pages that Linux counts.
enum PeakMemory {
  /// Returns the bytes by which the memory has grown at its peak while `work` runs once.
  ///
  /// - Throws: ``CommandFailure`` if the system does not report it.
  static func bytes(_ work: () throws -> Void) throws -> Int {
    // Freed memory that the process still holds would be reused and not counted.
    _ = returnFreedMemory(keeping: 0)
    let path = "/proc/self/clear_refs"
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw CommandFailure(description: "\(path) cannot be written")
    }
    // Resets the peak to the memory in use now (proc(5)).
    try file.write(contentsOf: Data("5".utf8))
    try file.close()
    let before = try ProcessStatus.bytes("VmRSS")
    try work()
    return max(0, try ProcessStatus.bytes("VmHWM") - before)
  }
}

/// glibc's `malloc_trim`, which its module for Swift leaves out.
@_silgen_name("malloc_trim")
private func returnFreedMemory(keeping pad: Int) -> CInt
