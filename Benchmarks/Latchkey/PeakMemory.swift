import Foundation

/// The memory of this process, as Linux counts it in pages.
enum PeakMemory {
  /// The bytes by which the memory grows at most while `work` is done once.
  ///
  /// - Throws: ``CommandFailure`` where the system tells nothing of it.
  static func bytes(_ work: () throws -> Void) throws -> Int {
    // What was freed before would be taken again, and not be seen.
    _ = returnFreedMemory(keeping: 0)
    let peak = "/proc/self/clear_refs"
    guard let file = FileHandle(forWritingAtPath: peak) else {
      throw CommandFailure(description: "\(peak) cannot be written")
    }
    // Makes the peak what is used now (proc(5)).
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
