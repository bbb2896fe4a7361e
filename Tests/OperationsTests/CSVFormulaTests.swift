import IdentityWire
import Testing

@testable import Operations

@Suite("Formulas in CSV files")
struct CSVFormulaTests {
  static let formulas = [
    "=1+1", "=cmd|' /C calc'!A0", "=HYPERLINK(\"http://evil.example\")", "+1+1", "-1+1", "@SUM(A1)",
    "\t=1", "\r=1",
    "\n=1", "\u{FF1D}1+1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}A1", "=", "'=1", "''+1",
  ]
  static let harmless = [
    "Ann", "O'Neill", "'Quoted'", "'", "a=b", "1", "a@example.com", "", "日本", "''", "{\"a\":1}",
  ]

  private static func user(_ text: String) -> AccountInfo {
    var user = AccountInfo(localId: text)
    user.email = text
    user.displayName = text
    user.photoUrl = text
    var google = ProviderUserInfo(providerId: "google.com")
    (google.rawId, google.email, google.displayName, google.photoUrl) = (text, text, text, text)
    user.providerUserInfo = [google]
    return user
  }

  private static func cells(_ user: AccountInfo, isForFirebase: Bool) throws -> [String] {
    var encoder = UserFileFormat.csv.encoder(isForFirebase: isForFirebase)
    var cells: [String] = []
    var rest = String(decoding: encoder.encode(user), as: UTF8.self).dropLast()[...]
    // Every field ends with a comma; those in quotation marks hold others.
    while !rest.isEmpty {
      if rest.utf8.first == UInt8(ascii: "\"") {
        let end = try #require(rest.dropFirst().firstRange(of: "\","))
        let cell = String(rest[rest.index(after: rest.startIndex)..<end.lowerBound])
        cells.append(cell.replacing("\"\"", with: "\""))
        rest = rest[end.upperBound...]
      } else {
        let end = try #require(rest.firstIndex(of: ","))
        cells.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      }
    }
    return cells
  }

  // Fails when the encoder writes texts as they are.
  @Test("no cell begins as a formula does", arguments: formulas)
  func written(_ text: String) throws {
    let cells = try Self.cells(Self.user(text), isForFirebase: false)
    #expect(cells.count == 28)
    // What a control character separates begins a cell, too.
    let isSeparated = ["\t", "\r", "\n"].contains(text.prefix(1))
    let disarmed = isSeparated ? "'\(text.prefix(1))'\(text.dropFirst())" : "'" + text
    for column in [0, 1, 5, 6, 7, 8, 9, 10] { #expect(cells[column] == disarmed) }
    let forFirebase = try Self.cells(Self.user(text), isForFirebase: true)
    for column in [5, 6, 9, 10] { #expect(forFirebase[column] == disarmed) }
    for column in [0, 1, 7, 8] {
      #expect(forFirebase[column] == text, "an id is another one with an apostrophe")
    }
  }

  // Fails when the decoder leaves the apostrophe, or takes one away that was there before.
  @Test("what was written comes back as it was", arguments: formulas + harmless)
  func read(_ text: String) throws {
    let user = Self.user("a" + text)
    var named = user
    named.displayName = text
    named.photoUrl = text
    named.email = text
    var encoder = UserFileFormat.csv.encoder()
    let entries = try UserFileTests.read(String(decoding: encoder.encode(named), as: UTF8.self), .csv)
    let read = try #require(UserFileTests.users(entries).first)
    let expected = text.isEmpty ? nil : text
    #expect(read.displayName == expected && read.photoUrl == expected && read.email == expected)
    #expect(read.localId == "a" + text)
  }

  /// Texts with a formula where a program begins a cell that takes a semicolon for the separator, as many countries' do:
  /// there the quotation marks of this file mean nothing, and a line break ends a row.
  static let embedded = [
    "Ann;=1+1", "Ann;\"=1+1", "Ann\n=1+1", "Ann\r\n@SUM(A1)", "Ann\t-1", "a; =1", "a;\"\" +1", "a;'=1",
    "a;;-1", "=1;=2",
    "a;\u{FF1D}1",
  ]

  // Fails when only the beginning of a text is looked at.
  @Test("no cell begins as a formula does for a program that separates by semicolons", arguments: embedded)
  func separators(_ text: String) throws {
    var user = AccountInfo(localId: "id")
    user.displayName = text
    var encoder = UserFileFormat.csv.encoder()
    let row = String(decoding: encoder.encode(user), as: UTF8.self)
    let cells = row.unicodeScalars.split { [";", "\t", "\r", "\n"].contains($0) }.map { cell in
      String(String.UnicodeScalarView(cell.drop { $0 == "\"" || $0 == " " }))
    }
    let signs: [Unicode.Scalar] = ["=", "+", "-", "@", "\u{FF1D}"]
    #expect(cells.allSatisfy { $0.unicodeScalars.first.map(signs.contains) != true }, "\(row)")
    let entries = try UserFileTests.read(row, .csv)
    #expect(try #require(UserFileTests.users(entries).first).displayName == text)
  }

  @Test("phone numbers and hashes are written as they are, and nothing else that a phone number may be")
  func phoneNumbers() throws {
    var user = AccountInfo(localId: "a")
    user.version = 0
    user.phoneNumber = "+15550100"
    user.passwordHash = Base64Bytes.encode([251, 255, 191])
    let cells = try Self.cells(user, isForFirebase: false)
    #expect(cells[25] == "+15550100" && cells[3] == "+/+/")
    user.phoneNumber = "+1(555)"
    #expect(try Self.cells(user, isForFirebase: false)[25] == "'+1(555)")
  }
}
