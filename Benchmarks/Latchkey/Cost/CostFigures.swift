/// The cost of one request of an operation.
struct CostFigures: Codable, Sendable {
  /// The name of an operation, or the name of the bare answer.
  var name: String
  var title: String
  /// The median of all rounds: microseconds of processor time of all threads.
  var microseconds: Double
  /// The smallest and the largest value of the rounds.
  var range: [Double]
  var allocations: Double
  var bytes: Double
  var statements: Double
}

/// The figures of a run of `cost`, as `--json` writes them.
struct CostReport: Codable {
  /// The date in ISO 8601.
  var date: String
  var build: String
  var database: String
  /// The first row is the bare answer.
  var rows: [CostFigures] = []

  /// - Parameter other: the report of the run to compare with.
  func print(comparedWith other: CostReport?) {
    let header = ["a request of", "µs", "from–to", "of bare", "mallocs", "bytes", "statements"]
    var table = Table(header + (other == nil ? [] : ["µs of other", "mallocs", "bytes", "statements"]))
    let bare = rows.first?.microseconds ?? .nan
    for row in rows {
      var cells = [
        row.title, rounded(row.microseconds),
        row.range.map { rounded($0) }.joined(separator: "–"), rounded(row.microseconds / bare, places: 1),
        rounded(row.allocations), rounded(row.bytes), rounded(row.statements, places: 1),
      ]
      if let other {
        let before = other.rows.first { $0.name == row.name }
        func share(_ now: Double, _ then: Double?) -> String {
          guard let then, then != 0 else { return "-" }
          return rounded(now / then, places: 2)
        }
        cells += [
          share(row.microseconds, before?.microseconds), share(row.allocations, before?.allocations),
          share(row.bytes, before?.bytes), share(row.statements, before?.statements),
        ]
      }
      table.add(cells)
    }
    table.print()
  }
}
