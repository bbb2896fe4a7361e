import Foundation
import IdentityWire

extension JSONValue {
  /// The value in Foundation's JSON types, which apps expect in a dictionary of `Any`.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(exactly: value).map { $0 as Any } ?? Double(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values.map(\.foundation)
    case .object(let members): members.mapValues(\.foundation)
    }
  }
}
