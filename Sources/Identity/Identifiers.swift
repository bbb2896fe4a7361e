import IdentityWire

/// A project's id, as in the `aud` of tokens: 1 to 63 lower-case letters, digits and hyphens, beginning with a
/// letter.
public struct ProjectID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...63).contains(rawValue.utf8.count), let first = rawValue.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      rawValue.utf8.allSatisfy({ isLowerAlphanumeric($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked text: String) { rawValue = text }

  /// The console's own project, whose users are the administrators. No other project can have its id.
  public static let console = ProjectID(unchecked: "latchkey-console")

  public var description: String { rawValue }
}

/// A tenant's id within its project: 1 to 64 letters, digits, hyphens and underscores.
public struct TenantID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...64).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy({
        isLowerAlphanumeric($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      })
    else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

/// An account's `localId`: 1 to 128 bytes without control characters, compared byte by byte and never normalised.
public struct AccountID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...128).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    self.rawValue = rawValue
  }

  /// A random id of 28 letters and digits.
  public static func random(_ random: some RandomSource) -> AccountID {
    AccountID(unchecked: random.alphanumeric(28))
  }

  private init(unchecked text: String) { rawValue = text }

  public static func == (one: AccountID, other: AccountID) -> Bool {
    one.rawValue.hasSameBytes(as: other.rawValue)
  }

  /// `RawRepresentable` defines a `!=` that compares the raw values as strings. This operator compares their bytes.
  public static func != (one: AccountID, other: AccountID) -> Bool { !(one == other) }

  public func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }

  public var description: String { rawValue }
}

/// A set of accounts that share one namespace: the accounts of a project itself, or those of one tenant. Every query
/// names a scope.
public struct Scope: Sendable, Hashable, Codable {
  public var project: ProjectID
  public var tenant: TenantID?

  public init(project: ProjectID, tenant: TenantID? = nil) {
    self.project = project
    self.tenant = tenant
  }
}

private func isLowerAlphanumeric(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
