import IdentityWire

/// Decodes `{"users": [{…}, {…}]}`. Other members of the file are skipped.
struct JSONUserDecoder: UserFileDecoder {
  private enum State {
    /// Before the object that contains everything.
    case start
    /// In that object, between members.
    case between
    case key([UInt8])
    case colon(isUsers: Bool)
    case beforeValue(isUsers: Bool)
    /// In a value that is skipped.
    case skipping
    /// In the list of users, between two users.
    case list
    case user
    /// In an element of the list that is not an object.
    case stranger
    case end
  }

  private var state = State.start
  /// The state in the current value: the number of open brackets, and whether a string is open.
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  private var user: [UInt8] = []
  private var foundUsers = false

  init() {}

  mutating func feed(_ bytes: some Sequence<UInt8>) throws(UserFileFailure) -> [UserFileEntry] {
    let bytes = Array(bytes)
    var entries: [UserFileEntry] = []
    var index = 0
    while index < bytes.count {
      if case .user = state {
        index = try takeUser(bytes, from: index, &entries)
      } else {
        try take(bytes[index], &entries)
        index += 1
      }
    }
    return entries
  }

  /// Continues to read a user. Users make up most of a file. Returns the position after the user's end, or the end of
  /// the bytes.
  private mutating func takeUser(
    _ bytes: [UInt8], from start: Int, _ entries: inout [UserFileEntry]
  ) throws(UserFileFailure) -> Int {
    var index = start
    var isWhole = false
    while index < bytes.count, !isWhole {
      isWhole = endsValue(bytes[index])
      index += 1
    }
    user.append(contentsOf: bytes[start..<index])
    guard user.count <= UserFileFailure.maximumUserBytes else { throw .tooLarge }
    guard isWhole else { return index }
    entries.append(Self.entry(user))
    user.removeAll(keepingCapacity: true)
    state = .list
    return index
  }

  mutating func finish() throws(UserFileFailure) -> [UserFileEntry] {
    guard case .end = state else { throw UserFileFailure("the JSON ends in the middle") }
    guard foundUsers else { throw UserFileFailure("the JSON has no member \"users\"") }
    return []
  }

  private mutating func take(_ byte: UInt8, _ entries: inout [UserFileEntry]) throws(UserFileFailure) {
    switch state {
    case .key(var text):
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        state = .colon(isUsers: text == Array("users".utf8))
        return
      }
      text.append(byte)
      guard text.count <= 1_024 else { throw UserFileFailure("a name in the JSON is too long") }
      state = .key(text)
    case .skipping: try skip(byte)
    case .user: break
    case .stranger:
      // A number or a literal ends where the next token begins.
      let isWord = depth == 0 && !isInText
      if isWord ? !Self.isInWord(byte) : endsValue(byte) {
        entries.append(.unreadable("it is no object"))
        state = .list
        if isWord, !Self.isSpace(byte) { try structure(byte) }
      }
    case .start, .between, .colon, .beforeValue, .list, .end:
      guard !Self.isSpace(byte) else { return }
      try structure(byte)
    }
  }

  /// Handles the bytes between names and values.
  private mutating func structure(_ byte: UInt8) throws(UserFileFailure) {
    switch (state, byte) {
    // A byte order mark is not part of the text (RFC 8259, section 8.1).
    case (.start, 0xEF), (.start, 0xBB), (.start, 0xBF): break
    case (.start, UInt8(ascii: "{")): state = .between
    case (.between, UInt8(ascii: ",")): break
    case (.between, UInt8(ascii: "}")): state = .end
    case (.between, UInt8(ascii: "\"")): state = .key([])
    case (.colon(let isUsers), UInt8(ascii: ":")): state = .beforeValue(isUsers: isUsers)
    case (.beforeValue(isUsers: true), UInt8(ascii: "[")):
      foundUsers = true
      state = .list
    case (.beforeValue(isUsers: false), _):
      state = .skipping
      try skip(byte)
    case (.list, UInt8(ascii: ",")): break
    case (.list, UInt8(ascii: "]")): state = .between
    case (.list, UInt8(ascii: "{")):
      user = [byte]
      depth = 1
      state = .user
    case (.list, _) where Self.beginsValue(byte):
      state = .stranger
      _ = endsValue(byte)
    default: throw UserFileFailure("it is not JSON of the form {\"users\": [{…}, …]}")
    }
  }

  private mutating func skip(_ byte: UInt8) throws(UserFileFailure) {
    // A number or a literal ends where the next token begins.
    if depth == 0, !isInText {
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") {
        state = .between
        return try structure(byte)
      }
      if Self.isSpace(byte) {
        state = .between
        return
      }
    }
    if endsValue(byte) { state = .between }
  }

  /// Tracks brackets and strings. Returns true at the byte that closes the value.
  private mutating func endsValue(_ byte: UInt8) -> Bool {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
        return depth == 0
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth == 0
    default: break
    }
    return false
  }

  /// True if a string, list, number, true, false or null begins with the byte.
  private static func beginsValue(_ byte: UInt8) -> Bool { "\"[-0123456789tfn".utf8.contains(byte) }

  private static func isInWord(_ byte: UInt8) -> Bool { "-+.0123456789eEtrufalsn".utf8.contains(byte) }

  private static func entry(_ bytes: [UInt8]) -> UserFileEntry {
    do {
      var value = try JSONParser(maximumBytes: UserFileFailure.maximumUserBytes).parse(bytes)
      if case .object(var members) = value, members["lastLoginAt"] == nil {
        members["lastLoginAt"] = members["lastSignedInAt"]
        value = .object(members)
      }
      return .user(try WireDecoder().decode(UploadedUser.self, from: value), bytes: bytes.count)
    } catch let fault as MessageFault {
      return .unreadable(fault.sentence)
    } catch {
      return .unreadable("Invalid JSON: \(error)")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
