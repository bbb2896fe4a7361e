import IdentityWire

/// Decodes a CSV file with one user on each line and no heading (RFC 4180).
struct CSVUserDecoder: UserFileDecoder {
  private enum State {
    case fieldStart
    case plain
    case quoted
    /// After a quotation mark in a quoted field: the field's end, or the first half of an escaped mark.
    case mark
  }

  private var state = State.fieldStart
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var size = 0
  private var isMalformed = false
  private var hasCostlyText = false

  init() {}

  mutating func feed(_ bytes: some Sequence<UInt8>) throws(UserFileFailure) -> [UserFileEntry] {
    var entries: [UserFileEntry] = []
    for byte in bytes {
      if let entry = try take(byte) { entries.append(entry) }
    }
    return entries
  }

  mutating func finish() throws(UserFileFailure) -> [UserFileEntry] {
    if case .quoted = state { throw UserFileFailure("the CSV ends in the middle of a quoted field") }
    return endLine().map { [$0] } ?? []
  }

  private mutating func take(_ byte: UInt8) throws(UserFileFailure) -> UserFileEntry? {
    size += 1
    guard size <= UserFileFailure.maximumUserBytes else { throw .tooLarge }
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .mark
    case (.quoted, _): field.append(byte)
    case (.mark, UInt8(ascii: "\"")):
      field.append(byte)
      state = .quoted
    case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
    case (_, UInt8(ascii: ",")): endField()
    case (_, 0x0A): return endLine()
    case (.mark, 0x0D), (.mark, 0x20): break
    case (.mark, _):
      isMalformed = true
      state = .plain
    default:
      field.append(byte)
      state = .plain
    }
    return nil
  }

  private mutating func endField() {
    // Further columns are ignored.
    if fields.count < CSVColumns.count {
      let text = StreamSafeText.decode(Self.trimmed(field))
      fields.append(text ?? "")
      if text == nil { hasCostlyText = true }
    }
    field = []
    state = .fieldStart
  }

  private mutating func endLine() -> UserFileEntry? {
    endField()
    defer {
      fields = []
      size = 0
      isMalformed = false
      hasCostlyText = false
    }
    if isMalformed { return .unreadable("a quotation mark stands in the middle of a quoted field") }
    if hasCostlyText {
      return .unreadable(
        "a field is no UTF-8, or has more than \(StreamSafeText.maximumNonStarters) combining marks in a row")
    }
    if fields.allSatisfy(\.isEmpty) { return nil }
    return entry()
  }

  private func entry() -> UserFileEntry {
    func text(_ column: Int) -> String? {
      column < fields.count && !fields[column].isEmpty ? CSVFormula.original(fields[column]) : nil
    }
    var user = UploadedUser()
    user.localId = text(CSVColumns.localID)
    user.email = text(CSVColumns.email)
    user.emailVerified = text(CSVColumns.emailVerified)?.lowercased() == "true"
    user.passwordHash = text(CSVColumns.passwordHash)
    user.salt = text(CSVColumns.salt)
    user.displayName = text(CSVColumns.displayName)
    user.photoUrl = text(CSVColumns.photoURL)
    user.phoneNumber = text(CSVColumns.phoneNumber)
    user.disabled = text(CSVColumns.disabled)?.lowercased() == "true"
    user.customAttributes = text(CSVColumns.customAttributes)
    for (providerID, column) in CSVColumns.providers {
      guard let rawID = text(column) else { continue }
      var info = UploadedUser.Provider()
      info.providerId = providerID
      info.rawId = rawID
      info.email = text(column + 1)
      info.displayName = text(column + 2)
      info.photoUrl = text(column + 3)
      user.providerUserInfo = (user.providerUserInfo ?? []) + [info]
    }
    for (column, path) in [
      (CSVColumns.createdAt, \UploadedUser.createdAt), (CSVColumns.lastLoginAt, \.lastLoginAt),
    ] {
      guard let text = text(column) else { continue }
      guard let milliseconds = Int64(text) else {
        return .unreadable("column \(column + 1) must be a number of milliseconds")
      }
      user[keyPath: path] = Int64Text(milliseconds)
    }
    return .user(user, bytes: size)
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    var slice = bytes[...]
    if slice.starts(with: [0xEF, 0xBB, 0xBF]) { slice = slice.dropFirst(3) }
    slice = slice.drop(while: isBlank)
    while let last = slice.last, isBlank(last) { slice.removeLast() }
    return slice
  }
}
