import Foundation

/// The value of a leaf of a Realtime Database.
enum DatabaseScalar: Sendable {
  case bool(Bool)
  case number(Double)
  case string(String)

  var value: DatabaseValue {
    switch self {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    }
  }
}

/// The value of an expression in Realtime Database rules.
enum DatabaseValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  /// A map of claims.
  case map(TextMap<DatabaseValue>)
  /// A list of claims.
  case list([DatabaseValue])
  /// The result of `val()` for a location with children.
  case tree(DatabaseNode)
  case snapshot(DatabaseSnapshot)

  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .map, .list, .tree: "object"
    case .snapshot: "snapshot"
    }
  }

  /// Formats a number as JavaScript does.
  static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if let whole = Int64(exactly: number), abs(whole) < 1 << 53 { return String(whole) }
    let magnitude = abs(number)
    if magnitude >= 1e21 || magnitude < 1e-6 {
      let text = "\(number)"
      return text.contains("e") ? text.replacingOccurrences(of: ".0e", with: "e") : text
    }
    if number == number.rounded() { return String(format: "%.0f", number) }
    let text = "\(number)"
    return text.contains("e") ? String(format: "%.20g", number) : text
  }

  /// Strict equality: values of different types are unequal, and NaN is unequal to itself.
  static func equal(_ first: DatabaseValue, _ second: DatabaseValue, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Bool
  {
    switch (first, second) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.string(let a), .string(let b)): return try ExactText.equal(a, b, budget: &budget)
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return false }
      try budget.spend(a.count)
      for (x, y) in zip(a, b) where try !equal(x, y, budget: &budget) { return false }
      return true
    case (.map(let a), .map(let b)):
      guard a.count == b.count else { return false }
      try budget.spend(a.count)
      for index in a.keys.indices {
        guard try ExactText.equal(a.keys[index], b.keys[index], budget: &budget),
          try equal(a.values[index], b.values[index], budget: &budget)
        else { return false }
      }
      return true
    case (.tree(let a), .tree(let b)): return try DatabaseNode.equal(a, b, budget: &budget)
    default: return false
    }
  }
}
