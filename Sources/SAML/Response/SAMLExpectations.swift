import Foundation

/// The values that a response has to match, from the settings and the flow.
public struct SAMLExpectations: Sendable {
  /// The identity provider's entity ID, which every `Issuer` has to equal.
  public var identityProvider: String
  /// The service provider's entity ID, which the `Audience` has to equal.
  public var serviceProvider: String
  /// The URL to which the response was posted. `Destination` and `Recipient` have to equal it.
  public var assertionConsumerService: String
  /// The `ID` of the request that was sent. Nil for a sign-in that the identity provider began with an
  /// unsolicited response.
  public var requestID: String?
  /// The certificates in DER. Only their keys are used; their dates and issuers are ignored.
  public var certificates: [[UInt8]]
  /// True if signatures and digests with SHA-1 are accepted, too.
  public var allowsSHA1: Bool
  /// The earliest accepted moment of the user's authentication; nil if any moment is accepted.
  public var authenticatedSince: Date?
  public var now: Date
  /// The allowed clock skew in seconds.
  public var skew: TimeInterval

  public init(
    identityProvider: String, serviceProvider: String, assertionConsumerService: String, requestID: String?,
    certificates: [[UInt8]], allowsSHA1: Bool = false, authenticatedSince: Date? = nil, now: Date,
    skew: TimeInterval = 60
  ) {
    self.identityProvider = identityProvider
    self.serviceProvider = serviceProvider
    self.assertionConsumerService = assertionConsumerService
    self.requestID = requestID
    self.certificates = certificates
    self.allowsSHA1 = allowsSHA1
    self.authenticatedSince = authenticatedSince
    self.now = now
    self.skew = skew
  }
}
