import Foundation

/// Reads the number of a program's allocations and database statements, which the library at ``library`` counts
/// (`Tools/cost/counters.c`).
struct CostCounters: Sendable {
  struct Reading: Sendable {
    var allocations: UInt64
    var bytes: UInt64
    var statements: UInt64

    static func - (later: Reading, earlier: Reading) -> Reading {
      Reading(
        allocations: later.allocations &- earlier.allocations, bytes: later.bytes &- earlier.bytes,
        statements: later.statements &- earlier.statements)
    }
  }

  private let library: String
  private let file: URL

  init(library: String, file: URL) throws {
    self.library = URL(fileURLWithPath: library).path
    self.file = file
    guard FileManager.default.fileExists(atPath: self.library) else {
      throw CommandFailure(description: "\(library) is not there; make cost builds it")
    }
    try Data(count: 3 * MemoryLayout<UInt64>.size).write(to: file)
  }

  /// The environment of the program to count. Programs with the same environment add to the same counters.
  var environment: [String: String] { ["LD_PRELOAD": library, "COST_COUNTERS": file.path] }

  func read() throws -> Reading {
    let data = try Data(contentsOf: file)
    func number(_ index: Int) -> UInt64 {
      data.dropFirst(index * 8).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    return Reading(allocations: number(0), bytes: number(1), statements: number(2))
  }
}
