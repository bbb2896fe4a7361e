/// Paths into a Realtime Database.
enum DatabasePath {
  /// The keys of a path; slashes at its ends and doubled ones mean nothing.
  static func keys(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// The keys of a path that has no more than so many; nil for one with more.
  static func keys(_ path: String, atMost count: Int) -> [String]? {
    let keys = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: max(count, 0) + 1)
    return keys.count <= count ? keys.map { String(Substring($0)) } : nil
  }

  /// Whether data can have this key: not empty, at most 768 bytes, none of `.$#[]/` and no control characters.
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
