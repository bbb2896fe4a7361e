import Foundation
import IdentityWire

/// A verified assertion. Every value comes from the signed bytes.
public struct SAMLAssertion: Sendable, Equatable {
  /// An attribute with its values in the order of the document. Attributes of the same name are merged.
  public struct Attribute: Sendable, Equatable {
    public var name: String
    public var values: [String]

    public init(name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// The subject's `NameID`.
  public struct Subject: Sendable, Equatable {
    public static let transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
    public static let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    public static let emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    public static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"

    public var nameID: String
    public var format: String?
    public var nameQualifier: String?
    public var serviceProviderNameQualifier: String?
  }

  /// An ID that is unique at the identity provider. Each ID is accepted once.
  public var id: String
  public var issuer: String
  public var issueInstant: Date
  public var subject: Subject
  /// The attributes in the order of the document.
  public var attributes: [Attribute]
  public var sessionIndex: String?
  public var authenticatedAt: Date
  public var authenticationContext: String?
  /// The end of the session at the identity provider; nil if the assertion names none.
  public var sessionNotOnOrAfter: Date?
  /// The moment from which the assertion is refused as too old. The record of the assertion's ID has to be
  /// kept until this moment.
  public var usableUntil: Date

  /// The values of an attribute; empty if there is no such attribute.
  public func values(of name: String) -> [String] {
    attributes.first { $0.name.hasSameBytes(as: name) }?.values ?? []
  }
}
