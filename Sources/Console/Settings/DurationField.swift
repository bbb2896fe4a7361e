import IdentityWire

/// The unit of a time span.
enum DurationUnit: String, CaseIterable {
  case minutes, hours, days

  /// A span in the largest unit that divides it: "90 minutes", "1 hour".
  static func text(_ seconds: Int64, _ texts: ConsoleTexts) -> String {
    let unit = allCases.last { seconds > 0 && seconds % $0.seconds == 0 }
    let count = seconds / (unit?.seconds ?? 1)
    return texts(
      "settings.\(count == 1 ? "one" : "count").\(unit?.rawValue ?? "seconds")",
      ["count": texts.number(count)])
  }

  var seconds: Int64 {
    switch self {
    case .minutes: 60
    case .hours: 3_600
    case .days: 86_400
    }
  }
}

/// A time span in a form: an optional number and its unit.
struct DurationField: Sendable {
  let name: String
  let title: String
  let hint: String
  let number: String
  let units: [FormOption]

  /// - Parameters:
  ///   - seconds: nil for no limit.
  ///   - form: the rejected form.
  init(
    _ name: String, _ seconds: Int64?, _ form: ConsoleForm?, _ texts: ConsoleTexts
  ) {
    self.name = name
    title = texts("settings.span.\(name)")
    hint = texts("settings.spanHint.\(name)")
    let unit = DurationUnit.allCases.last { unit in
      seconds.map { $0 > 0 && $0 % unit.seconds == 0 } ?? (unit == .days)
    }
    let shown = unit ?? .minutes
    number = form?[name] ?? seconds.map { String($0 / shown.seconds) } ?? ""
    let chosen = form?["\(name)Unit"] ?? shown.rawValue
    units = DurationUnit.allCases.map {
      FormOption(
        value: $0.rawValue, title: texts("settings.unit.\($0.rawValue)"), isSelected: $0.rawValue == chosen)
    }
  }

  /// - Returns: nil for no limit.
  /// - Throws: `FORM_NUMBER_INVALID`, also if the span is out of range.
  static func seconds(
    _ name: String, _ form: ConsoleForm, _ range: ClosedRange<Int64>, _ texts: ConsoleTexts
  ) throws -> Int64? {
    if try form.text(name).isEmpty { return nil }
    guard let unit = DurationUnit(rawValue: try form.text("\(name)Unit")) else {
      throw WireError.badRequest("FORM_FIELD_MISSING", "\(name)Unit")
    }
    // The bounds are rounded inwards, so that every number between them is a valid span.
    let (first, last) = (
      (range.lowerBound + unit.seconds - 1) / unit.seconds, range.upperBound / unit.seconds
    )
    let number = try form.integer(
      name, Int(first)...Int(max(first, last)), called: texts("settings.span.\(name)"),
      unit: texts("settings.unit.\(unit.rawValue)").lowercased())
    return Int64(number) * unit.seconds
  }
}
