import Identity

/// The range of an index to read for a search key. The range includes `begin` and excludes `end`.
struct AccountSearchRange: Sendable {
  typealias Value = AccountSearch.Place.Value

  var index: AccountSearchWalk.Index
  /// The provider, if the index is that of provider links.
  var providerID: String?
  var begin: Value
  var end: Value

  /// A suffix that sorts after all others: no stored text contains so many of Unicode's last character.
  private static let last = String(repeating: "\u{10FFFF}", count: 64)

  private init(_ index: AccountSearchWalk.Index, of providerID: String? = nil, prefix: String) {
    self.index = index
    self.providerID = providerID
    begin = .text(prefix)
    end = .text(prefix + Self.last)
  }

  private init(_ index: AccountSearchWalk.Index, of providerID: String? = nil, exactly text: String) {
    self.index = index
    self.providerID = providerID
    begin = .text(text)
    end = Value.text(text).next
  }

  /// The ranges to read for a key, in the order of the list.
  static func all(of key: AccountSearch.Key, isDisabled: Bool?) -> [AccountSearchRange] {
    switch key {
    case .newest:
      var range = AccountSearchRange(isDisabled == true ? .disabled : .age, prefix: "")
      range.begin = .moment(.min, id: "")
      range.end = .moment(.max, id: "")
      return [range]
    case .ids: return [AccountSearchRange(.id, prefix: "")]
    case .id(let id): return [AccountSearchRange(.id, exactly: id.rawValue)]
    case .email(let email): return [AccountSearchRange(.email, exactly: email.text)]
    case .phoneNumber(let number): return [AccountSearchRange(.phoneNumber, exactly: number)]
    case .identity(let providerID, let rawID):
      return [AccountSearchRange(.providerLink, of: providerID, exactly: rawID)]
    case .emailPrefix(let prefix): return [AccountSearchRange(.email, prefix: prefix.lowercased())]
    case .phoneNumberPrefix(let prefix): return [AccountSearchRange(.phoneNumber, prefix: prefix)]
    case .displayNamePrefix(let prefix):
      return spellings(of: prefix).map { AccountSearchRange(.displayName, prefix: $0) }
    case .provider(let id): return [AccountSearchRange(.providerLink, of: id, prefix: "")]
    }
  }

  /// The spellings to search for: the database lowercases only ASCII, so other letters are tried in several cases. The
  /// results are in the order of their bytes, and none is a prefix of another.
  private static func spellings(of prefix: String) -> [String] {
    let words = prefix.split(separator: " ", omittingEmptySubsequences: false)
    let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
      .joined(separator: " ")
    var found: [[UInt8]: String] = [:]
    for spelling in [prefix, prefix.lowercased(), prefix.uppercased(), capitalized] {
      let cut = String(
        String.UnicodeScalarView(spelling.unicodeScalars.prefix(AccountSearch.maximumNameLength)))
      let lowered = loweringASCII(cut)
      found[Array(lowered.utf8)] = lowered
    }
    let all = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    // Some letters become two when capitalised, which can make one spelling a prefix of another.
    return all.filter { spelling in
      !all.contains { $0.key.count < spelling.key.count && spelling.key.starts(with: $0.key) }
    }.map(\.value)
  }

  static func loweringASCII(_ text: String) -> String {
    let bytes = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if the range also contains a candidate of another key.
  func contains(_ candidate: AccountSearchCandidate) -> Bool {
    let value: Value? =
      switch index {
      // A search by such a key has no other keys, so no account is found twice.
      case .age, .disabled, .providerLink: nil
      case .id: .text(candidate.id.rawValue)
      case .email: candidate.email.map { .text($0) }
      case .phoneNumber: candidate.phoneNumber.map { .text($0) }
      case .displayName: candidate.nameKey.map { .text($0) }
      }
    guard let value else { return false }
    return !value.precedes(begin) && value.precedes(end)
  }

  /// The rest of the range after a value in one direction; nil if nothing is left.
  func narrowed(from value: Value, ascending: Bool) -> AccountSearchRange? {
    guard value.isMoment == begin.isMoment else { return nil }
    var range = self
    if ascending {
      if begin.precedes(value) { range.begin = value }
    } else {
      if value.precedes(end) { range.end = value }
    }
    return range.begin.precedes(range.end) ? range : nil
  }
}

extension AccountSearch.Place.Value {
  /// The smallest value after this one. No stored value lies between the two, because stored texts do not end with a
  /// control character.
  var next: Self {
    switch self {
    case .text(let text): .text(text + "\u{1}")
    case .moment(let moment, let id): .moment(moment, id: id + "\u{1}")
    }
  }

  fileprivate var isMoment: Bool {
    switch self {
    case .text: false
    case .moment: true
    }
  }

  /// Compares by bytes, as the database does.
  func precedes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.moment(let one, let id), .moment(let other, let otherID)):
      one < other || one == other && id.utf8.lexicographicallyPrecedes(otherID.utf8)
    case (.text, .moment), (.moment, .text): false
    }
  }

  var arguments: [SQLValue] {
    switch self {
    case .text(let text): [.text(text)]
    case .moment(let moment, let id): [.integer(moment), .text(id)]
    }
  }
}
