import Foundation
import IdentityWire
import SecurityRules

/// Rules and requests in few words.
enum Rules {
  static func database(_ expression: String) -> String {
    JSONWriter.text(["rules": [".read": .string(expression)]])
  }

  static func storage(_ condition: String) -> String {
    "rules_version = '2'; service firebase.storage { match /{all=**} { allow read: if \(condition); } }"
  }

  static let read = DatabaseRequest(.read, path: "/", auth: nil, time: 0)
  static let get = ServiceRequest(.get, path: "/b/bkt/o/f", auth: nil, time: Date(timeIntervalSince1970: 0))

  static func issues(_ body: () throws(RulesCompilationError) -> Void) -> [RulesIssue] {
    do throws(RulesCompilationError) {
      try body()
      return []
    } catch {
      return error.issues
    }
  }
}

/// Numbers that are the same in every run (splitmix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(next() % UInt64(elements.count))]
  }

  mutating func number(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
