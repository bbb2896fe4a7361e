/// A change of an optional field.
public enum FieldChange<Value: Sendable>: Sendable {
  case removed
  case replaced(Value)

  public var value: Value? {
    if case .replaced(let value) = self { value } else { nil }
  }
}

extension FieldChange<String> {
  /// An empty text takes away; nil for one that is not given.
  public init?(_ text: String?) {
    guard let text else { return nil }
    self = text.isEmpty ? .removed : .replaced(text)
  }
}

extension FieldChange: Equatable where Value: Equatable {}
