/// Paths into a Realtime Database.
enum DatabasePath {
  /// Splits a path into keys. Slashes at its ends and repeated slashes are ignored.
  static func keys(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// Splits a path into keys; nil if there are more than `count`.
  static func keys(_ path: String, atMost count: Int) -> [String]? {
    let keys = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: max(count, 0) + 1)
    return keys.count <= count ? keys.map { String(Substring($0)) } : nil
  }

  /// True if data may have this key: 1 to 768 bytes, none of `.$#[]/` and no control characters.
  static func isKey(_ key: String) -> Bool {
    guard (1...DatabaseNode.maximumKeyBytes).contains(key.utf8.count) else { return false }
    return key.utf8.allSatisfy { byte in
      switch byte {
      case 0..<0x20, 0x7F: false
      case UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "/"):
        false
      default: true
      }
    }
  }
}
