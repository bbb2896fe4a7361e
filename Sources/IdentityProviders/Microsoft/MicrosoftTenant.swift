import Identity
import IdentityWire

/// The Microsoft accounts that may sign in: `{tenant}` in the URLs (Microsoft identity platform, "OpenID
/// Connect").
enum MicrosoftTenant: Sendable, Equatable {
  /// Accounts of every organisation, and personal accounts.
  case common
  /// Accounts of every organisation.
  case organizations
  /// Personal accounts.
  case consumers
  /// Accounts of one organisation, by its id in lower case.
  case directory(String)
  /// Accounts of one organisation, by a domain. The domain's discovery document names the organisation's
  /// id.
  case domain(String)

  /// The tenant of personal accounts.
  static let consumersID = "9188040d-6c67-4c5b-b112-36a304b66dad"

  /// Nil unless the text names a tenant. Other text must not get into a URL.
  init?(_ text: String) {
    let text = text.lowercased()
    switch text {
    case "common": self = .common
    case "organizations": self = .organizations
    case "consumers", Self.consumersID: self = .consumers
    case _ where Self.isID(text): self = .directory(text)
    case _ where Self.isDomain(text): self = .domain(text)
    default: return nil
    }
  }

  /// Creates the tenant of one sign-in: the tenant that the app chose, otherwise the tenant in the
  /// settings. If the text cannot be parsed, the result matches no account.
  init(of settings: ProviderSettings) {
    guard let text = settings.chosenTenant ?? settings.tenant else {
      self = .common
      return
    }
    self = Self(text) ?? .directory("unknown")
  }

  /// The tenant in URLs.
  var name: String {
    switch self {
    case .common: "common"
    case .organizations: "organizations"
    case .consumers: "consumers"
    case .directory(let id): id
    case .domain(let name): name
    }
  }

  /// True if every account of the other tenant also belongs to this tenant. The tenant id of a domain is
  /// unknown here, so a domain includes only itself.
  func includes(_ other: MicrosoftTenant) -> Bool {
    switch self {
    case .common: true
    case .organizations: other != .common && other != .consumers
    case .consumers, .directory, .domain: other == self
    }
  }

  /// True for a single directory, in which an object id identifies one account.
  var isSingle: Bool {
    switch self {
    case .common, .organizations: false
    case .consumers, .directory, .domain: true
    }
  }

  /// True if the text is a GUID in lower case.
  static func isID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.utf8.allSatisfy(isLowerHexadecimal) }
  }

  private static func isLowerHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// True if the text has at least two labels (RFC 1123 section 2.1).
  private static func isDomain(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { byte in
            isLowerHexadecimal(byte) || (UInt8(ascii: "g")...UInt8(ascii: "z")).contains(byte)
              || byte == UInt8(ascii: "-")
          }
      }
  }
}

/// The issuer of one tenant's tokens, version 2.0.
enum MicrosoftIssuer {
  private static let prefix = "https://login.microsoftonline.com/"
  private static let suffix = "/v2.0"

  static func of(tenantID: String) -> String { prefix + tenantID + suffix }

  /// Returns the tenant id in an issuer. Nil for an issuer of another form: the template `{tenantid}`,
  /// version 1.0 (`sts.windows.net`), or another host.
  static func tenantID(in issuer: String) -> String? {
    guard issuer.hasPrefix(prefix), issuer.hasSuffix(suffix) else { return nil }
    let id = String(issuer.dropFirst(prefix.count).dropLast(suffix.count))
    return MicrosoftTenant.isID(id) ? id : nil
  }
}
