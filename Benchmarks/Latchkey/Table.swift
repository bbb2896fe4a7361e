import Foundation

/// Rows of text in columns. The first column is aligned left, the others right.
struct Table {
  private var rows: [[String]]

  init(_ header: [String]) { rows = [header] }

  init(_ header: String...) { self.init(header) }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  mutating func add(_ cells: String...) { add(cells) }

  func print() {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for row in rows {
      let cells = row.enumerated().map { index, cell in
        let space = String(repeating: " ", count: widths[index] - cell.count)
        return index == 0 ? cell + space : space + cell
      }
      Swift.print(cells.joined(separator: "  "))
    }
  }
}

/// The median of several measurements.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.last else { return .nan }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2)
    ? (sorted[middle - 1] + sorted[middle]) / 2 : min(sorted[middle], last)
}

func rounded(_ value: Double, places: Int = 0) -> String { String(format: "%.\(places)f", value) }

/// The number of times per second that `work` can be done, measured for `seconds`.
func rate(seconds: Double, _ work: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  var count = 0
  var elapsed = 0.0
  while elapsed < seconds {
    for _ in 0..<8 { try work() }
    count += 8
    elapsed = (clock.now - start) / .seconds(1)
  }
  return Double(count) / elapsed
}

#if DEBUG
  let buildConfiguration = "debug"
#else
  let buildConfiguration = "release"
#endif
