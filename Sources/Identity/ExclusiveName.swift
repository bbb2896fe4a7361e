import IdentityWire

/// A name that at most one project of an installation may have.
public enum ExclusiveName: Sendable, Hashable {
  /// The `iss` of a project's ID tokens: the current issuer, or a former issuer that is still accepted.
  case tokenIssuer(String)
  /// The RP ID of passkeys. A project's tenants may share it.
  case relyingPartyID(String)

  /// True if tenants may have the name, too.
  public var isSharedWithTenants: Bool {
    switch self {
    case .tokenIssuer: false
    case .relyingPartyID: true
    }
  }

  /// The error if a change gives the name to a second project.
  public var conflict: StoreConflict {
    switch self {
    case .tokenIssuer: .tokenIssuerTaken
    case .relyingPartyID: .relyingPartyIDTaken
    }
  }

  public func isUsed(by project: Project, now: Instant) -> Bool {
    switch self {
    case .tokenIssuer(let issuer):
      let address = IssuerAddress(issuer)
      return project.issuers(now: now).contains { IssuerAddress($0) == address }
    case .relyingPartyID(let id): return project.signIn.hasPasskeys(of: id)
    }
  }

  public func isUsed(by tenant: Tenant) -> Bool {
    switch self {
    case .tokenIssuer: false
    case .relyingPartyID(let id): tenant.signIn.hasPasskeys(of: id)
    }
  }
}

extension Project {
  /// The names that the project gets by a change. Names that it already had are not included.
  ///
  /// - Parameter before: nil for a new project.
  public func newNames(since before: Project?) -> [ExclusiveName] {
    var names = signIn.newNames(since: before?.signIn)
    if let tokenIssuer, before?.tokenIssuer?.hasSameBytes(as: tokenIssuer) != true {
      names.append(.tokenIssuer(tokenIssuer))
    }
    return names
  }
}

extension Tenant {
  /// The same as ``Project/newNames(since:)``, for a tenant.
  public func newNames(since before: Tenant?) -> [ExclusiveName] {
    signIn.newNames(since: before?.signIn)
  }
}

extension SignInSettings {
  fileprivate func newNames(since before: SignInSettings?) -> [ExclusiveName] {
    guard let id = passkeys?.rpID, before?.hasPasskeys(of: id) != true else { return [] }
    // Several projects may use localhost names. Browsers resolve them to their own machine, so the projects' related
    // origins (WebAuthn section 5.11) cannot conflict.
    let localhost = LoopbackHost.name.rawValue
    guard !id.hasSameBytes(as: localhost), !id.utf8.suffix(10).elementsEqual(".\(localhost)".utf8) else {
      return []
    }
    return [.relyingPartyID(id)]
  }

  fileprivate func hasPasskeys(of id: String) -> Bool { passkeys?.rpID.hasSameBytes(as: id) == true }
}

/// The normal form of an issuer. Two projects must not have the same normal form, because some back ends compare
/// issuers as addresses and not byte by byte.
///
/// The normal form ignores the case of scheme and host, the scheme's default port, a dot after the host and trailing
/// slashes (RFC 3986 section 6.2).
struct IssuerAddress: Hashable {
  private let bytes: [UInt8]

  init(_ issuer: String) {
    let text = Array(issuer.utf8)
    guard let separator = text.firstRange(of: Array("://".utf8)) else {
      bytes = text
      return
    }
    let slash = UInt8(ascii: "/")
    let scheme = text[..<separator.lowerBound].map(Self.lowercased)
    let rest = text[separator.upperBound...]
    var authority = rest.prefix { $0 != slash }.map(Self.lowercased)
    let digits = authority.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    var port: [UInt8] = []
    if authority.dropLast(digits).last == UInt8(ascii: ":") {
      port = Array(authority.suffix(digits + 1))
      authority.removeLast(port.count)
    }
    if authority.last == UInt8(ascii: ".") { authority.removeLast() }
    let ownPort = scheme.elementsEqual("http".utf8) ? ":80" : ":443"
    if port.count > 1, !port.elementsEqual(ownPort.utf8) { authority += port }
    var path = rest.drop { $0 != slash }
    while path.last == slash { path.removeLast() }
    var normalForm = scheme
    normalForm += text[separator]
    normalForm += authority
    normalForm += path
    bytes = normalForm
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
