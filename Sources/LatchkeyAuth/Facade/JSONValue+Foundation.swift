import Foundation
import IdentityWire

extension JSONValue {
  /// As Foundation's own JSON has it: what apps expect in a dictionary of `Any`.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values.map(\.foundation)
    case .object(let members): members.mapValues(\.foundation)
    }
  }
}
