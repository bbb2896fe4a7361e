/// An enumeration of the protocol, which a client may send by name or by index.
public protocol WireEnum: RawRepresentable, Codable, CaseIterable, Sendable where RawValue == String {}

extension WireEnum {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(named: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "must be equal to one of the allowed values")
    }
    self = value
  }

  /// - Parameter text: a name or an index.
  init?(named text: String) {
    if let value = Self(rawValue: text), value.rawValue.utf8.elementsEqual(text.utf8) {
      self = value
    } else if let index = Int(text), index >= 0, index < Self.allCases.count {
      self = Self.allCases[Self.allCases.index(Self.allCases.startIndex, offsetBy: index)]
    } else {
      return nil
    }
  }
}

/// A 64-bit number, which proto3 JSON writes as text.
public struct Int64Text: Codable, Sendable, Equatable {
  public var value: Int64

  public init(_ value: Int64) { self.value = value }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      value = number
    } else if let number = Int64(try container.decode(String.self)) {
      value = number
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be integer")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}
