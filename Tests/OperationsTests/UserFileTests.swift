import Foundation
import IdentityWire
import Testing

@testable import Operations

@Suite("Files of users")
struct UserFileTests {
  /// Reads a text in pieces of some size.
  static func read(_ text: String, _ format: UserFileFormat, piece: Int = 1_000) throws -> [UserFileEntry] {
    try read(format.decoder(), Array(text.utf8), piece)
  }

  private static func read(_ decoder: some UserFileDecoder, _ bytes: [UInt8], _ piece: Int) throws
    -> [UserFileEntry]
  {
    var decoder = decoder
    var entries: [UserFileEntry] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      entries += try decoder.feed(bytes[start..<min(start + piece, bytes.count)])
    }
    return entries + (try decoder.finish())
  }

  static func users(_ entries: [UserFileEntry]) -> [UploadedUser] {
    entries.compactMap { if case .user(let user, _) = $0 { user } else { nil } }
  }

  @Test(
    "JSON is read wherever it is cut, and other members of it are passed over",
    arguments: [1, 2, 3, 7, 1_000])
  func json(piece: Int) throws {
    let text = """
      \u{FEFF}{"kind": "x\\"}", "n": -1.5e3, "t": true, "deep": {"users": [{"localId": "no"}], "s": "]}\\\\"},
       "list": [1, [2]], "empty": {}, "users": [
        {"localId": "a", "displayName": "brace } \\" [ \\\\", "lastSignedInAt": "17", "createdAt": 16},
        {"local_id": "b", "providerUserInfo": [{"providerId": "google.com", "rawId": "1"}], "unknown": {"x": []}}
        ,{"localId": ["wrong"]}, {"localId": "d" "oops"}, {"localId":"e","lastLoginAt":5,"lastSignedInAt":6}
      ], "after": "]"} \n
      """
    let entries = try Self.read(text, .json, piece: piece)
    #expect(entries.count == 5)
    let users = Self.users(entries)
    #expect(users.map(\.localId) == ["a", "b", "e"])
    #expect(users[0].displayName == "brace } \" [ \\")
    #expect(users[0].lastLoginAt?.value == 17 && users[0].createdAt?.value == 16)
    #expect(users[1].providerUserInfo?.first?.rawId == "1")
    #expect(users[2].lastLoginAt?.value == 5)
    guard case .unreadable(let wrong) = entries[2], case .unreadable(let broken) = entries[3] else {
      Issue.record("\(entries)")
      return
    }
    #expect(wrong.contains("/localId must be string") && broken.hasPrefix("Invalid JSON"))
  }

  @Test(
    "what is no file of users is refused",
    arguments: [
      "", " ", "[]", "x", #"{"users":[]"#, #"{"users":{}}"#, #"{"users":[x]}"#, #"{"users":[}]}"#,
      #"{"users":["x]}"#, "{}",
      #"{"user":[{"localId":"a"}]}"#, #"{"users":[{"localId":"a"}"#, #"{"users":[{"localId":"a"#,
      #"{"users":[]}}"#, #"{"users":[]} x"#, #"{"x":{"users":[]}}"#, #"{users:[]}"#,
    ])
  func noJSON(text: String) {
    #expect(throws: UserFileFailure.self) { try Self.read(text, .json) }
  }

  @Test(
    "a member of the list that is no object is one entry, and the others are read", arguments: [1, 2, 1_000])
  func strangers(piece: Int) throws {
    let text =
      #"{"users": [{"localId":"a"}, 5,"x,]}\"" ,[{"localId":"no"}, "]"], null,"#
      + #"true , -1.5e3,{"localId":"b"}, false]}"#
    let entries = try Self.read(text, .json, piece: piece)
    #expect(entries.count == 9)
    #expect(Self.users(entries).map(\.localId) == ["a", "b"])
    for (index, entry) in entries.enumerated() where index != 0 && index != 7 {
      guard case .unreadable(let reason) = entry else {
        Issue.record("\(index): \(entry)")
        continue
      }
      #expect(reason == "it is no object")
    }
  }

  @Test("a user is bounded before it is read whole")
  func bounds() {
    let long = String(repeating: "x", count: 1 << 20)
    for (text, format) in [
      ("{\"users\":[{\"localId\":\"\(long)\"}]}", UserFileFormat.json), ("a,\(long)\n", .csv),
      ("{\"\(long)\":1,\"users\":[]}", .json), ("a,\"\(long)", .csv),
    ] {
      #expect(throws: UserFileFailure.self) { try Self.read(text, format) }
    }
  }

  @Test("CSV is read wherever it is cut", arguments: [1, 2, 5, 1_000])
  func csv(piece: Int) throws {
    let text =
      "\u{FEFF}a,a@example.com,true,aGFzaA==,c2FsdA==,\"Ann, \"\"A\"\"\nB\",http://p,g1,g@x,\"G, H\",http://g,"
      + "f1,,,,,,,,h1,h@x,H,http://h,1600000000000,1600000000001,+15550100,false,\"{\"\"role\"\":\"\"x\"\"}\",\r\n"
      + "\n"
      + "b,,false,,,,,,,,,,,,,,,,,,,,,,,,true,,extra,more\r\n"
      + "c, , ,,, 'Quoted' ,\n"
      + "d,\"bad\"x,true\n"
      + "e,,,,,,,,,,,,,,,,,,,,,,,soon,,,,\n"
      + "f"
    let entries = try Self.read(text, .csv, piece: piece)
    let users = Self.users(entries)
    #expect(users.map(\.localId) == ["a", "b", "c", "f"])
    #expect(entries.count == 6)
    let ann = users[0]
    #expect(ann.email == "a@example.com" && ann.emailVerified == true && ann.disabled == false)
    #expect(ann.passwordHash == "aGFzaA==" && ann.salt == "c2FsdA==")
    #expect(ann.displayName == "Ann, \"A\"\nB" && ann.photoUrl == "http://p")
    #expect(ann.createdAt?.value == 1_600_000_000_000 && ann.lastLoginAt?.value == 1_600_000_000_001)
    #expect(ann.phoneNumber == "+15550100" && ann.customAttributes == #"{"role":"x"}"#)
    let providers = ann.providerUserInfo ?? []
    #expect(providers.map(\.providerId) == ["google.com", "facebook.com", "github.com"])
    #expect(providers.map(\.rawId) == ["g1", "f1", "h1"])
    #expect(providers.map(\.displayName) == ["G, H", nil, "H"])
    #expect(users[1].disabled == true && users[1].email == nil && users[1].emailVerified == false)
    #expect(users[2].email == nil && users[2].displayName == "'Quoted'")
    #expect(throws: UserFileFailure.self) { try Self.read("a,\"open", .csv) }
  }

  /// A user with a value in every field that a file can hold.
  static func full(_ id: String) -> AccountInfo {
    var user = AccountInfo(localId: id)
    user.email = "ann@example.com"
    user.emailVerified = true
    user.displayName = "Ann \"the\" A,\r\n\tÄ\u{2028}"
    user.photoUrl = "https://example.com/a.png?x=1,2"
    user.phoneNumber = "+15550100"
    user.version = 0
    user.passwordHash = Base64Bytes.encode([251, 255, 1])
    user.salt = Base64Bytes.encode([255, 255])
    user.createdAt = Int64Text(1_600_000_000_000)
    user.lastLoginAt = Int64Text(1_600_000_000_001)
    user.disabled = true
    user.customAttributes = #"{"role":"x","n":[1,2]}"#
    var google = ProviderUserInfo(providerId: "google.com")
    google.rawId = "1"
    google.email = "g@example.com"
    google.displayName = "G, \"H\""
    google.photoUrl = "http://g"
    user.providerUserInfo = [google, ProviderUserInfo(providerId: "password")]
    return user
  }

  @Test("what is written is read again as the same", arguments: UserFileFormat.allCases)
  func roundTrip(format: UserFileFormat) throws {
    var users = [Self.full("a"), AccountInfo(localId: "b"), Self.full("c")]
    // A hash of another scheme stays behind.
    users[2].version = 1
    var apple = ProviderUserInfo(providerId: "apple.com")
    apple.rawId = "2"
    users[2].providerUserInfo?.append(apple)
    var phone = MfaEnrollment(mfaEnrollmentId: "m1")
    phone.phoneInfo = "+15550101"
    phone.enrolledAt = "2024-01-02T03:04:05.678Z"
    var totp = MfaEnrollment(mfaEnrollmentId: "m2")
    totp.totpInfo = .init()
    users[2].mfaInfo = [phone, totp]

    let bytes = Self.write(format.encoder(), users)
    let found = Self.users(try Self.read(String(decoding: bytes, as: UTF8.self), format, piece: 3))
    #expect(found.map(\.localId) == ["a", "b", "c"])
    for (user, read) in zip(users, found) {
      #expect(read.email == user.email && read.phoneNumber == user.phoneNumber)
      #expect(
        read.emailVerified == (user.emailVerified ?? false) && read.disabled == (user.disabled ?? false))
      #expect(read.displayName == user.displayName && read.photoUrl == user.photoUrl)
      #expect(read.createdAt == user.createdAt && read.lastLoginAt == user.lastLoginAt)
      #expect(read.customAttributes == user.customAttributes)
    }
    #expect(found[0].passwordHash == "+/8B" && found[0].salt == "//8=")
    #expect(found[2].passwordHash == nil && found[2].salt == nil)
    #expect(found[0].providerUserInfo?.count == 1)
    let (google, read) = (users[0].providerUserInfo?.first, found[0].providerUserInfo?.first)
    #expect(read?.providerId == google?.providerId && read?.rawId == google?.rawId)
    #expect(read?.displayName == google?.displayName && read?.email == google?.email)
    #expect(read?.photoUrl == google?.photoUrl)
    #expect(found[2].providerUserInfo?.count == (format == .json ? 2 : 1))
    #expect(found[2].mfaInfo?.map(\.mfaEnrollmentId) == (format == .json ? ["m1"] : nil))
    #expect(found[2].mfaInfo?.first?.phoneInfo == (format == .json ? phone.phoneInfo : nil))
    #expect(found[2].mfaInfo?.first?.enrolledAt == (format == .json ? phone.enrolledAt : nil))
  }

  private static func write(_ encoder: some UserFileEncoder, _ users: [AccountInfo]) -> [UInt8] {
    var encoder = encoder
    return encoder.begin() + users.flatMap { encoder.encode($0) } + encoder.end()
  }

  @Test("CSV has the columns of Firebase")
  func columns() throws {
    let line = String(decoding: Self.write(CSVUserEncoder(), [AccountInfo(localId: "a")]), as: UTF8.self)
    #expect(line == "a,,false" + String(repeating: ",", count: 24) + "false,,\n")
  }

  @Test("the format goes by the end of the name")
  func formats() {
    #expect(UserFileFormat(fileName: "a.JSON") == .json && UserFileFormat(fileName: "x/y.csv") == .csv)
    #expect(UserFileFormat(fileName: "json") == nil && UserFileFormat(fileName: "a.json.gz") == nil)
  }
}
