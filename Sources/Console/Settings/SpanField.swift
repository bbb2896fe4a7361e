import IdentityWire

/// In what people count a span of time.
enum SpanUnit: String, CaseIterable {
  case minutes, hours, days

  /// A span in the greatest unit that has it exactly: "90 minutes", "1 hour".
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

/// A span of time in a form: a number, which may be left out, and its unit.
struct SpanField: Sendable {
  let name: String
  let title: String
  let hint: String
  let number: String
  let units: [FormOption]

  /// - Parameters:
  ///   - seconds: nil for no limit.
  ///   - form: what was typed, where it was not accepted.
  init(
    _ name: String, _ seconds: Int64?, _ form: ConsoleForm?, _ texts: ConsoleTexts
  ) {
    self.name = name
    title = texts("settings.span.\(name)")
    hint = texts("settings.spanHint.\(name)")
    let unit = SpanUnit.allCases.last { unit in
      seconds.map { $0 > 0 && $0 % unit.seconds == 0 } ?? (unit == .days)
    }
    let shown = unit ?? .minutes
    number = form?[name] ?? seconds.map { String($0 / shown.seconds) } ?? ""
    let chosen = form?["\(name)Unit"] ?? shown.rawValue
    units = SpanUnit.allCases.map {
      FormOption(
        value: $0.rawValue, title: texts("settings.unit.\($0.rawValue)"), isSelected: $0.rawValue == chosen)
    }
  }

  /// - Returns: nil for no limit.
  /// - Throws: `FORM_NUMBER_INVALID`, also for what is out of the range of seconds.
  static func seconds(
    _ name: String, _ form: ConsoleForm, _ range: ClosedRange<Int64>, _ texts: ConsoleTexts
  ) throws -> Int64? {
    if try form.text(name).isEmpty { return nil }
    guard let unit = SpanUnit(rawValue: try form.text("\(name)Unit")) else {
      throw WireError.badRequest("FORM_FIELD_MISSING", "\(name)Unit")
    }
    // Rounded up and down, so that every number in the range is a span in it.
    let (first, last) = (
      (range.lowerBound + unit.seconds - 1) / unit.seconds, range.upperBound / unit.seconds
    )
    let number = try form.integer(
      name, Int(first)...Int(max(first, last)), called: texts("settings.span.\(name)"),
      unit: texts("settings.unit.\(unit.rawValue)").lowercased())
    return Int64(number) * unit.seconds
  }
}
