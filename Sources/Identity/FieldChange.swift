/// A change of an optional field.
public enum FieldChange<Value: Sendable>: Sendable {
  case removed
  case replaced(Value)

  public var value: Value? {
    if case .replaced(let value) = self { value } else { nil }
  }
}

extension FieldChange<String> {
  /// Creates a change from the text of a request. An empty text removes the field. Returns nil if the text is nil.
  public init?(_ text: String?) {
    guard let text else { return nil }
    self = text.isEmpty ? .removed : .replaced(text)
  }
}

extension FieldChange: Equatable where Value: Equatable {}
