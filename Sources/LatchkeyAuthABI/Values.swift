import CLatchkeyAuth
import Foundation
import IdentityWire

/// A JSON value whose members can be accessed by position.
struct PlacedValue: Sendable {
  let value: JSONValue
  /// The names of an object's members, in alphabetical order.
  let names: [String]

  init(_ value: JSONValue) {
    self.value = value
    names = value.objectValue.map { $0.keys.sorted() } ?? []
  }

  var count: Int { value.arrayValue?.count ?? names.count }

  /// Nil if the index is out of range.
  subscript(index: Int) -> PlacedValue? {
    if let values = value.arrayValue {
      return values.indices.contains(index) ? PlacedValue(values[index]) : nil
    }
    return names.indices.contains(index) ? value[names[index]].map(PlacedValue.init) : nil
  }
}

private func placed(_ value: OpaquePointer?) -> PlacedValue? { content(value, PlacedValue.self) }

@_cdecl("latchkey_value_get_kind")
public func valueGetKind(_ value: OpaquePointer?) -> latchkey_value_kind {
  switch placed(value)?.value ?? .null {
  case .null: LATCHKEY_VALUE_NULL
  case .bool: LATCHKEY_VALUE_BOOL
  case .integer: LATCHKEY_VALUE_INTEGER
  case .double: LATCHKEY_VALUE_DOUBLE
  case .string: LATCHKEY_VALUE_TEXT
  case .array: LATCHKEY_VALUE_ARRAY
  case .object: LATCHKEY_VALUE_OBJECT
  }
}

@_cdecl("latchkey_value_bool")
public func valueBool(_ value: OpaquePointer?) -> Bool { placed(value)?.value.boolValue ?? false }

@_cdecl("latchkey_value_integer")
public func valueInteger(_ value: OpaquePointer?) -> Int64 {
  guard case .integer(let number)? = placed(value)?.value else { return 0 }
  return number
}

@_cdecl("latchkey_value_double")
public func valueDouble(_ value: OpaquePointer?) -> Double { placed(value)?.value.doubleValue ?? 0 }

@_cdecl("latchkey_value_text")
public func valueText(_ value: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(placed(value)?.value.stringValue)
}

@_cdecl("latchkey_value_count")
public func valueCount(_ value: OpaquePointer?) -> Int { placed(value)?.count ?? 0 }

@_cdecl("latchkey_value_at")
public func valueAt(_ value: OpaquePointer?, _ index: Int) -> OpaquePointer? { handle(placed(value)?[index]) }

@_cdecl("latchkey_value_key_at")
public func valueKeyAt(_ value: OpaquePointer?, _ index: Int) -> UnsafeMutablePointer<CChar>? {
  guard let names = placed(value)?.names, names.indices.contains(index) else { return nil }
  return text(names[index])
}
