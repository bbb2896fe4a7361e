import Foundation
import IdentityWire

/// The content of a minted token. Missing values are the provider's defaults.
public struct LabTokenOptions: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// An ID token.
    case id
    /// An opaque access token.
    case access
    /// Facebook's ID token of Limited Login.
    case limited
    /// An authorization code of a native app. Its exchange needs no `redirect_uri`.
    case code
    /// A SAML response in base64, as the browser posts it.
    case response
  }

  /// The kind of the token. Nil means `access` at Facebook, GitHub, OAuth 2.0 and X, `code` at Google Play Games,
  /// `response` at SAML, and `id` at the other providers.
  public var kind: Kind?
  /// One of the lab's people. Nil means `ada`, or a new person if ``sub``, ``email`` or ``name`` is given.
  public var person: String?
  public var sub: String?
  public var email: String?
  /// True if the mail address is verified. Nil means true for a person with a mail address.
  public var emailVerified: Bool?
  public var name: String?
  /// The exact `nonce` claim.
  public var nonce: String?
  /// A raw nonce. The `nonce` claim becomes its SHA-256 in lower-case hexadecimal.
  public var rawNonce: String?
  /// The audience; nil for the registered client. At Apple, nil means the bundle ID, because minted tokens are like the
  /// tokens of native apps. SAML requires an audience: the service provider's entity ID.
  public var audience: String?
  /// The assertion consumer service, for SAML.
  public var recipient: String?
  /// The `ID` of the SAML request. Nil for an unsolicited response.
  public var inResponseTo: String?
  /// Microsoft's tenant: `common`, `consumers`, an ID or a domain. Nil for the lab's organisation.
  public var tenant: String?
  /// The scopes; nil for the scopes of mail address and profile.
  public var scopes: [String]?
  public var fault: LabFault?
  /// The lifetime in seconds.
  public var lifetime: TimeInterval?
  /// The moment at which the token is issued; nil for the lab's time.
  public var now: Date?

  public init(
    kind: Kind? = nil, person: String? = nil, sub: String? = nil, email: String? = nil,
    emailVerified: Bool? = nil, name: String? = nil, nonce: String? = nil, rawNonce: String? = nil,
    audience: String? = nil, recipient: String? = nil, inResponseTo: String? = nil, tenant: String? = nil,
    scopes: [String]? = nil,
    fault: LabFault? = nil,
    lifetime: TimeInterval? = nil, now: Date? = nil
  ) {
    self.kind = kind
    self.person = person
    self.sub = sub
    self.email = email
    self.emailVerified = emailVerified
    self.name = name
    self.nonce = nonce
    self.rawNonce = rawNonce
    self.audience = audience
    self.recipient = recipient
    self.inResponseTo = inResponseTo
    self.tenant = tenant
    self.scopes = scopes
    self.fault = fault
    self.lifetime = lifetime
    self.now = now
  }

  /// Reads the options of the control API. `lifetime` is in seconds, `now` in seconds since 1970.
  ///
  /// - Throws: ``LabError`` for an unknown option or a value of the wrong type.
  public init(json members: [String: JSONValue]) throws {
    self.init()
    for (name, value) in members where !value.isNull {
      func text() throws -> String { try Self.require(value.stringValue, name, "a text") }
      switch name {
      case "kind":
        let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        kind = try Self.require(Kind(rawValue: try text()), name, "one of \(known)")
      case "person": person = try text()
      case "sub": sub = try text()
      case "email": email = try text()
      case "emailVerified": emailVerified = try Self.require(value.boolValue, name, "true or false")
      case "name": self.name = try text()
      case "nonce": nonce = try text()
      case "rawNonce": rawNonce = try text()
      case "audience": audience = try text()
      case "recipient": recipient = try text()
      case "inResponseTo": inResponseTo = try text()
      case "tenant": tenant = try text()
      case "scopes":
        let list = value.arrayValue?.compactMap(\.stringValue)
        scopes = try Self.require(
          list?.count == value.arrayValue?.count ? list : nil, name, "a list of texts")
      case "fault": fault = try LabFault(named: try text())
      case "lifetime":
        let seconds = value.doubleValue.flatMap { abs($0) <= 1e9 ? $0 : nil }
        lifetime = try Self.require(seconds, name, "a number of seconds")
      case "now":
        let seconds = value.doubleValue.flatMap { abs($0) <= 1e12 ? $0 : nil }
        now = Date(timeIntervalSince1970: try Self.require(seconds, name, "seconds since 1970"))
      default:
        throw LabError(message: "There is no option \"\(name.prefix(80))\".")
      }
    }
  }

  private static func require<Value>(_ value: Value?, _ name: String, _ what: String) throws -> Value {
    guard let value else { throw LabError(message: "\(name) must be \(what).") }
    return value
  }

  func subject() throws -> LabPerson {
    var chosen: LabPerson
    if let person {
      guard let known = LabPerson.named(person) else {
        throw LabError(message: "There is nobody called \"\(person.prefix(80))\".")
      }
      chosen = known
    } else if sub != nil || email != nil || name != nil {
      return .custom(
        name: name ?? "", email: email, isEmailVerified: emailVerified ?? true, subject: sub)
    } else {
      chosen = LabPerson.everyone[0]
    }
    if let name {
      let made = LabPerson.custom(name: name, email: nil, isEmailVerified: false, subject: nil)
      chosen.givenName = made.givenName
      chosen.familyName = made.familyName
    }
    chosen.email = email ?? chosen.email
    chosen.isEmailVerified = emailVerified ?? chosen.isEmailVerified
    chosen.fixedSubject = sub ?? chosen.fixedSubject
    return chosen
  }
}
