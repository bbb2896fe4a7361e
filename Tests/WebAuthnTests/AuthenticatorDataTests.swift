import Testing

@testable import WebAuthn

@Suite("Authenticator data is read to its end")
struct AuthenticatorDataTests {
  /// The digest of an RP ID, flags and a counter.
  private static func head(_ flags: AuthenticatorData.Flags) -> [UInt8] {
    [UInt8](repeating: 3, count: 32) + [flags.rawValue, 1, 2, 3, 4]
  }

  private static let aaguid = [UInt8](repeating: 7, count: 16)
  private static let key: [UInt8] = [0xA1, 1, 2]
  private static let credential = aaguid + [0, 2, 8, 9] + key
  private static let extensions: [UInt8] = [0xA1, 0x61, 0x78, 0xF5]

  @Test("Credential and extensions are there where the flags say so")
  func parts() throws {
    let bare = try AuthenticatorData(Self.head([.userPresent, .backupEligible]))
    #expect(bare.relyingPartyIDHash == [UInt8](repeating: 3, count: 32))
    #expect(bare.flags == [.userPresent, .backupEligible])
    #expect(bare.signCount == 0x0102_0304)
    #expect(bare.credential == nil)
    let both = try AuthenticatorData(
      Self.head([.hasCredential, .hasExtensions]) + Self.credential + Self.extensions)
    #expect(both.credential?.aaguid == Self.aaguid)
    #expect(both.credential?.id == [8, 9])
    #expect(both.credential?.encodedPublicKey == Self.key)
    _ = try AuthenticatorData(Self.head([.hasExtensions]) + Self.extensions)
    let longest = [UInt8](repeating: 1, count: 1023)
    let made = try AuthenticatorData(
      Self.head([.hasCredential]) + Self.aaguid + [3, 255] + longest + Self.key)
    #expect(made.credential?.id == longest)
  }

  static let refused: [(what: String, bytes: [UInt8], failure: AuthenticatorData.Failure)] = [
    ("36 bytes", Array(head([]).dropLast()), .tooShort),
    ("a byte behind it", head([]) + [0], .trailingBytes),
    ("a byte behind the key", head([.hasCredential]) + credential + [0], .trailingBytes),
    ("a byte behind the extensions", head([.hasExtensions]) + extensions + [0], .trailingBytes),
    ("a credential that the flags do not name", head([]) + credential, .trailingBytes),
    (
      "extensions that the flags do not name", head([.hasCredential]) + credential + extensions,
      .trailingBytes
    ),
    ("no credential where the flags name one", head([.hasCredential]), .tooShort),
    ("no extensions where the flags name some", head([.hasExtensions]), .cbor(.truncated)),
    ("extensions that are no map", head([.hasExtensions]) + [0x80], .extensionsAreNoMap),
    ("an empty credential ID", head([.hasCredential]) + aaguid + [0, 0] + key, .credentialID),
    (
      "a credential ID of 1024 bytes",
      head([.hasCredential]) + aaguid + [4, 0] + [UInt8](repeating: 1, count: 1024) + key, .credentialID
    ),
    ("a credential ID that is cut off", head([.hasCredential]) + aaguid + [0, 9, 1] + key, .tooShort),
    ("a key that is cut off", head([.hasCredential]) + credential.dropLast(), .cbor(.truncated)),
    ("a key without an end", head([.hasCredential]) + aaguid + [0, 1, 1, 0xBF, 0xFF], .cbor(.notCanonical)),
  ]

  @Test("Everything else is refused", arguments: refused.indices)
  func refusals(_ index: Int) {
    let (what, bytes, failure) = Self.refused[index]
    #expect(throws: failure, "\(what)") { try AuthenticatorData(bytes) }
  }
}
