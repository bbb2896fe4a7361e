import Foundation

/// All figures of a run, as `--json` writes them.
struct BenchmarkReport: Codable {
  struct Row: Codable {
    var operation: HTTPOperation
    var connections: Int
    var requestsPerSecond: Double
    /// Latencies in milliseconds.
    var p50, p99, max: Double
    var limit: MeasuredLimit?
    /// The rate divided by the limit.
    var ratio: Double?
    /// The aimed-at ratio, unless the text names another unit.
    var aim: String
    /// The rate divided by the rate of the run that this run was compared with.
    var ofOther: Double?
  }

  /// The date in ISO 8601.
  var date: String
  var machine: MachineDescription
  /// The build configuration of the benchmarks. The server's build configuration is not known.
  var build: String
  var binary: String
  var seconds: Int
  var connections: Int
  var accounts: Int
  var importsPerSecond: Double
  var limits: [MeasuredLimit] = []
  var rows: [Row] = []
  var isolation: IsolationFigures?

  mutating func add(
    _ operation: HTTPOperation, _ figures: Load.Figures, connections: Int, limit: MeasuredLimit?,
    comparedWith other: BenchmarkReport?
  ) {
    let rate = figures.requestsPerSecond
    let before = other?.rows.first { $0.operation == operation }
    rows.append(
      Row(
        operation: operation, connections: connections, requestsPerSecond: rate, p50: figures.p50,
        p99: figures.p99, max: figures.max, limit: limit, ratio: limit.map { rate / $0.perSecond },
        aim: operation.aim(onPostgreSQL: machine.database.hasPrefix("PostgreSQL")),
        ofOther: before.map { rate / $0.requestsPerSecond }))
  }

  static func read(_ path: String) throws -> BenchmarkReport {
    try JSONDecoder().decode(BenchmarkReport.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }

  /// - Parameter other: the database of the run that this run was compared with.
  func print(comparedWith other: Substring?) {
    var limitTable = Table("limit", "per second")
    for limit in limits { limitTable.add(limit.name, rounded(limit.perSecond)) }
    limitTable.print()
    Swift.print("")
    func number(_ value: Double?, places: Int = 0) -> String {
      value.map { rounded($0, places: places) } ?? "-"
    }
    let header = ["operation", "requests/s", "p50 ms", "p99 ms", "limit", "limit/s", "ratio", "aim"]
    var table = Table(header + (other.map { ["of \($0)"] } ?? []))
    for row in rows {
      let cells = [
        row.operation.title, rounded(row.requestsPerSecond), rounded(row.p50, places: 2),
        rounded(row.p99, places: 2), row.limit?.name ?? "-", number(row.limit?.perSecond),
        number(row.ratio, places: 2), row.aim,
      ]
      table.add(cells + (other == nil ? [] : [number(row.ofOther, places: 2)]))
    }
    if !rows.isEmpty { table.print() }
    if let isolation {
      Swift.print("")
      isolation.print()
    }
  }
}
