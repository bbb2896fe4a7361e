import Foundation
import Identity

/// A chart of stacked bars for the template. Its values are texts and numbers in the picture's own units.
/// Colours and fonts come from the style sheet.
struct StackedBars: Sendable {
  struct Line: Sendable {
    let y: String
    let labelY: String
    let label: String
  }

  struct Label: Sendable {
    let x: String
    let text: String
    /// True for a label that is omitted if there is little room.
    let isMinor: Bool
  }

  struct Bars: Sendable {
    let color: Int
    let name: String
    let total: String
    /// The pattern's id.
    let pattern: String
    /// The pattern that is drawn over the colour, so that colour is not the only difference between series.
    let mark: String
    /// The SVG path of all rectangles of the series.
    let path: String
  }

  /// The area of a column under the pointer.
  struct Column: Sendable {
    let x: String
    let text: String
  }

  struct Row: Sendable {
    struct Cell: Sendable {
      let label: String
      let value: String
    }

    let name: String
    let cells: [Cell]
    let total: String
  }

  let id: String
  let title: String
  /// The column's values, for screen readers.
  let summary: String
  let lines: [Line]
  let labels: [Label]
  let bars: [Bars]
  let columns: [Column]
  let columnWidth: String
  let rows: [Row]
  let isEmpty: Bool

  private static let left = 50.0
  /// The right end of the columns. It leaves room for the longest label under the last column.
  private static let right = 440.0
  private static let top = 12.0
  private static let bottom = 212.0

  init(
    id: String, title: String, _ series: [ActivitySeries], _ summary: ActivitySummary, _ texts: ConsoleTexts
  ) {
    let (range, starts) = (summary.range, summary.starts)
    self.id = id
    self.title = title
    let totals = starts.indices.map { index in series.reduce(0) { $0 + $1.values[index] } }
    let scale = ChartScale(largest: totals.max() ?? 0)
    let slot = (Self.right - Self.left) / Double(max(1, starts.count))
    let height = (Self.bottom - Self.top) / Double(scale.maximum)
    func y(_ value: Int64) -> Double { Self.bottom - Double(value) * height }

    lines = scale.ticks.map { tick in
      Line(y: Self.text(y(tick)), labelY: Self.text(y(tick) + 5), label: texts.shortNumber(tick))
    }
    var labelled = 0
    labels = starts.enumerated().compactMap { index, start in
      guard range.hasLabel(start, at: index) else { return nil }
      labelled += 1
      return Label(
        x: Self.text(Self.left + (Double(index) + 0.5) * slot), text: range.label(start, texts),
        isMinor: labelled.isMultiple(of: 2))
    }
    var below = [Int64](repeating: 0, count: starts.count)
    bars = series.map { one in
      var path = ""
      for (index, value) in one.values.enumerated() where value > 0 {
        let x = Self.left + Double(index) * slot + slot * 0.1
        path += "M\(Self.text(x)) \(Self.text(y(below[index] + value)))h\(Self.text(slot * 0.8))"
        path += "V\(Self.text(y(below[index])))h\(Self.text(-slot * 0.8))z"
        below[index] += value
      }
      return Bars(
        color: one.color, name: one.name, total: texts.number(one.total), pattern: "\(id)-\(one.color)",
        mark: Self.marks[(one.color - 1) % Self.marks.count],
        path: path)
    }
    columnWidth = Self.text(slot)
    columns = starts.indices.filter { totals[$0] > 0 }.map { index in
      let parts = series.filter { $0.values[index] > 0 }.map {
        "\($0.name) \(texts.number($0.values[index]))"
      }
      return Column(
        x: Self.text(Self.left + Double(index) * slot),
        text: "\(range.name(starts[index], texts)): \(parts.joined(separator: ", "))")
    }
    rows = starts.indices.filter { totals[$0] > 0 }.map { index in
      Row(
        name: range.name(starts[index], texts),
        cells: series.map { .init(label: $0.name, value: texts.number($0.values[index])) },
        total: texts.number(totals[index]))
    }
    let total = totals.reduce(0, +)
    isEmpty = total == 0
    let parts = series.map { "\($0.name) \(texts.number($0.total))" }.joined(separator: ", ")
    self.summary = texts("activity.chartSummary", ["total": texts.number(total), "parts": parts])
  }

  /// The marks of the patterns, in a square of eight units; one for each colour.
  static let marks = [
    "", "M-2 2l4-4M0 8l8-8M6 10l4-4", "M1 1h1v1h-1zM5 5h1v1h-1z", "M0 4h8", "M4 0v8",
    "M-2 6l4 4M0 0l8 8M6-2l4 4", "M0 4h8M4 0v8", "M0 0h2.5v2.5h-2.5zM4 4h2.5v2.5h-2.5z",
  ]

  /// A number with a decimal point, as SVG requires in every language.
  private static func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest != 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
