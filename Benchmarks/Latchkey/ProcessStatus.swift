import Foundation

/// Reads the figures of a process's memory from `/proc/PID/status` (proc(5)).
enum ProcessStatus {
  /// - Parameters:
  ///   - name: the name of a line. For example, `VmRSS` reads the line `VmRSS:     35120 kB`.
  ///   - process: the process ID, or `self`.
  static func bytes(_ name: String, of process: String = "self") throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("\(name):") {
      if let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) {
        return kilobytes * 1_024
      }
    }
    throw CommandFailure(description: "no \(name) for process \(process)")
  }
}
