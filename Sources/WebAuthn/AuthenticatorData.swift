/// The part of an answer in which the authenticator describes itself and its user (WebAuthn Level 3 section
/// 6.1).
public struct AuthenticatorData: Sendable {
  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let userPresent = Flags(rawValue: 1 << 0)
    public static let userVerified = Flags(rawValue: 1 << 2)
    public static let backupEligible = Flags(rawValue: 1 << 3)
    public static let backedUp = Flags(rawValue: 1 << 4)
    public static let hasCredential = Flags(rawValue: 1 << 6)
    public static let hasExtensions = Flags(rawValue: 1 << 7)
  }

  /// A new credential (section 6.5.1).
  public struct AttestedCredential: Sendable {
    /// The authenticator's model in 16 bytes; all zero if it is not revealed.
    public var aaguid: [UInt8]
    public var id: [UInt8]
    public var publicKey: CBORItem
    public var encodedPublicKey: [UInt8]
  }

  public enum Failure: Error, Equatable, Sendable {
    case tooShort
    /// The ID's length is zero or over ``maximumCredentialIDLength``.
    case credentialID
    case cbor(CBORReader.Failure)
    case extensionsAreNoMap
    case trailingBytes
  }

  /// The maximum length in bytes (section 4).
  public static let maximumCredentialIDLength = 1023

  public let relyingPartyIDHash: [UInt8]
  public let flags: Flags
  public let signCount: UInt32
  public let credential: AttestedCredential?

  /// Reads all bytes. Bytes after the last part that the flags announce are an error.
  public init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count >= 37 else { throw .tooShort }
    relyingPartyIDHash = Array(bytes[..<32])
    flags = Flags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[37...]
    credential = flags.contains(.hasCredential) ? try Self.takeCredential(&rest) : nil
    if flags.contains(.hasExtensions) {
      guard case .map = try Self.takeItem(&rest) else { throw .extensionsAreNoMap }
    }
    guard rest.isEmpty else { throw .trailingBytes }
  }

  private static func takeCredential(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> AttestedCredential {
    guard rest.count >= 18 else { throw .tooShort }
    let aaguid = Array(rest.prefix(16))
    let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(18)
    guard (1...maximumCredentialIDLength).contains(length) else { throw .credentialID }
    guard rest.count >= length else { throw .tooShort }
    let id = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    let key = rest
    let item = try takeItem(&rest)
    return AttestedCredential(
      aaguid: aaguid, id: id, publicKey: item, encodedPublicKey: Array(key[..<rest.startIndex]))
  }

  private static func takeItem(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> CBORItem {
    var reader = CBORReader(rest)
    do throws(CBORReader.Failure) {
      let item = try reader.next()
      rest = rest[reader.position...]
      return item
    } catch {
      throw .cbor(error)
    }
  }
}
