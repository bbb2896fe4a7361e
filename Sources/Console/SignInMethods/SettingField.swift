/// A control of a settings form, for the template `methods_field`.
struct SettingField: Sendable {
  let name: String
  let label: String
  var hint: String?
  var value = "" {
    didSet { shown = value.isEmpty ? nil : value }
  }
  /// The value, if there is one.
  private(set) var shown: String?
  /// Exactly one of the kinds is true.
  var isText = false
  var isNumber = false
  /// A secret of one line. The stored secret is not shown.
  var isSecret = false
  var isArea = false
  /// A secret of several lines.
  var isSecretArea = false
  /// True for both kinds of secret.
  var isHidden = false
  var isSwitch = false
  var isOn = false
  var isChoice = false
  var choices: [Choice] = []

  var isOptional = false
  /// True if a secret is stored.
  var isSet = false
  /// The bounds of a number.
  var minimum: Int?
  var maximum: Int?

  struct Choice: Sendable {
    let id: String
    let value: String
    let label: String
    let hint: String?
    let isChosen: Bool
  }

  private init(_ name: String, _ label: String) {
    self.name = name
    self.label = label
  }

  static func text(
    _ name: String, _ label: String, _ value: String, hint: String? = nil, isOptional: Bool = false
  ) -> SettingField {
    var field = SettingField(name, label)
    field.value = value
    field.hint = hint
    field.isOptional = isOptional
    field.isText = true
    return field
  }

  static func area(
    _ name: String, _ label: String, _ value: String, hint: String? = nil, isOptional: Bool = false
  ) -> SettingField {
    var field = text(name, label, value, hint: hint, isOptional: isOptional)
    field.isText = false
    field.isArea = true
    return field
  }

  static func number(
    _ name: String, _ label: String, _ value: String, _ range: ClosedRange<Int>, hint: String? = nil,
    isOptional: Bool = false
  ) -> SettingField {
    var field = text(name, label, value, hint: hint, isOptional: isOptional)
    field.isText = false
    field.isNumber = true
    field.minimum = range.lowerBound
    field.maximum = range.upperBound
    return field
  }

  static func secret(
    _ name: String, _ label: String, isSet: Bool, hint: String? = nil, isLong: Bool = false
  ) -> SettingField {
    var field = SettingField(name, label)
    field.hint = hint
    field.isSet = isSet
    field.isHidden = true
    field.isSecret = !isLong
    field.isSecretArea = isLong
    return field
  }

  static func toggle(_ name: String, _ label: String, _ isOn: Bool, hint: String? = nil) -> SettingField {
    var field = SettingField(name, label)
    field.isOn = isOn
    field.hint = hint
    field.isSwitch = true
    return field
  }

  static func choice(
    _ name: String, _ label: String, _ chosen: String,
    _ options: [(value: String, label: String, hint: String?)]
  ) -> SettingField {
    var field = SettingField(name, label)
    field.isChoice = true
    field.choices = options.map { option in
      Choice(
        id: "\(name)-\(option.value)", value: option.value, label: option.label, hint: option.hint,
        isChosen: option.value == chosen)
    }
    return field
  }
}

extension ConsoleForm {
  /// The lines of a text area, or the values between commas, without blanks and without empty values.
  ///
  /// - Throws: the errors of ``text(_:maximum:)``.
  func list(_ name: String, maximum: Int = 16_384) throws -> [String] {
    try text(name, maximum: maximum).split { $0.isNewline || $0 == "," }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

extension ConsoleRequest {
  /// The value in the rejected form, or else the stored one.
  func filled(_ name: String, _ stored: String) -> String { submitted.map { $0[name] ?? "" } ?? stored }

  func ticked(_ name: String, _ stored: Bool) -> Bool { submitted.map { $0.isOn(name) } ?? stored }
}
