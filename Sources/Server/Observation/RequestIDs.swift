import Synchronization

/// Makes the ids of requests in logs: 32 hexadecimal digits that no other server process uses. The ids are not secret,
/// so they do not need random numbers from the system for every request.
final class RequestIDs: Sendable {
  private let process: [UInt8]
  private let count: Atomic<UInt64>

  init() {
    process = Self.digits(.random(in: .min ... .max))
    count = Atomic(.random(in: .min ... .max))
  }

  func next() -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return String(decoding: process + Self.digits(number), as: UTF8.self)
  }

  private static func digits(_ number: UInt64) -> [UInt8] {
    (0..<16).map { place in
      let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * place)) & 15
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }
}
