import Foundation
import Identity

/// The time span of a chart, divided into columns of equal width.
enum ActivityRange: String, CaseIterable {
  case day = "24h"
  case week = "7d"
  case month = "30d"
  case quarter = "90d"

  /// Reads the range from the query; a week for any other text.
  init(query: String?) { self = query.flatMap(Self.init) ?? .week }

  /// The unit of the counts.
  var step: Activity.Step {
    switch self {
    case .day, .week: .hour
    case .month, .quarter: .day
    }
  }

  var columns: Int {
    switch self {
    case .day: 24
    case .week: 28
    case .month: 30
    case .quarter: 90
    }
  }

  /// The width of a column in milliseconds.
  var width: Int64 {
    switch self {
    case .day: 3_600_000
    case .week: 6 * 3_600_000
    case .month, .quarter: 86_400_000
    }
  }

  /// The starts of the columns in UTC. The last column contains the present.
  func starts(now: Instant) -> [Instant] {
    let day = Activity.Step.day.start(of: now)
    let last = day.adding(milliseconds: (now.milliseconds - day.milliseconds) / width * width)
    return (0..<Int64(columns)).map { last.adding(milliseconds: ($0 - Int64(columns) + 1) * width) }
  }

  /// The label below a column.
  func label(_ start: Instant, _ texts: ConsoleTexts) -> String {
    self == .day ? texts.time(start) : texts.day(start)
  }

  /// The full name of a column.
  func name(_ start: Instant, _ texts: ConsoleTexts) -> String {
    switch self {
    case .day, .week:
      "\(texts.day(start)) \(texts.time(start))–\(texts.time(start.adding(milliseconds: width)))"
    case .month, .quarter: texts.day(start)
    }
  }

  /// True if the column has a label. There is not enough room for all labels.
  func hasLabel(_ start: Instant, at index: Int) -> Bool {
    let hour = (start.milliseconds - Activity.Step.day.start(of: start).milliseconds) / 3_600_000
    return switch self {
    case .day: hour.isMultiple(of: 4)
    case .week: hour == 0
    case .month: index % 5 == 2
    case .quarter: index % 15 == 7
    }
  }
}
