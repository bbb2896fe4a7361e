import Foundation

/// Compares strings byte by byte. Swift treats canonically equivalent strings as equal, but rules must not: two user
/// IDs are equal only if they have the same bytes. For crafted texts, Swift's comparison can also take much longer than
/// linear time.
enum ExactText {
  @inline(__always)
  static func equal(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    return compare(first, second) == 0
  }

  @inline(__always)
  static func equal(_ first: String, _ second: String, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Bool
  {
    guard first.utf8.count == second.utf8.count else { return false }
    try budget.spend(copying: first.utf8.count)
    return compare(first, second) == 0
  }

  static func compare(_ first: String, _ second: String, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Int
  {
    try budget.spend(copying: min(first.utf8.count, second.utf8.count))
    return compare(first, second)
  }

  /// Compares the UTF-8 bytes of two texts, which gives the order of their code points. Returns a negative number, 0 or
  /// a positive number.
  static func compare(_ first: String, _ second: String) -> Int {
    let fast = first.utf8.withContiguousStorageIfAvailable { a in
      second.utf8.withContiguousStorageIfAvailable { b in order(a, b) }
    }
    if let fast, let order = fast { return order }
    return Array(first.utf8).withUnsafeBufferPointer { a in
      Array(second.utf8).withUnsafeBufferPointer { b in order(a, b) }
    }
  }

  private static func order(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(a.count, b.count)
    if count > 0, let first = a.baseAddress, let second = b.baseAddress {
      let order = memcmp(first, second, count)
      if order != 0 { return Int(order) }
    }
    return a.count - b.count
  }

  static func begins(_ text: String, with start: String) -> Bool { text.utf8.starts(with: start.utf8) }

  static func ends(_ text: String, with end: String) -> Bool {
    let (count, length) = (text.utf8.count, end.utf8.count)
    return count >= length && text.utf8.dropFirst(count - length).elementsEqual(end.utf8)
  }

  /// Returns the first scalars of a text.
  static func prefix(_ text: String, _ count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
  }
}
