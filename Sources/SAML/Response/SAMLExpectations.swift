import Foundation

/// The settings and the flow that a response has to fit.
public struct SAMLExpectations: Sendable {
  /// The identity provider's entity ID: every `Issuer`.
  public var identityProvider: String
  /// The service provider's entity ID: the `Audience`.
  public var serviceProvider: String
  /// The address that the response was posted to: `Destination` and `Recipient`.
  public var assertionConsumerService: String
  /// The `ID` of the request that was sent. Nil for a sign-in that the identity provider began, whose response answers
  /// no request.
  public var requestID: String?
  /// DER. Their keys alone count; their own dates and issuers do not.
  public var certificates: [[UInt8]]
  /// True if signatures and digests by SHA-1 are accepted too.
  public var allowsSHA1: Bool
  /// The moment since which the user has to have been authenticated. Nil for any.
  public var authenticatedSince: Date?
  public var now: Date
  /// How far the clocks may differ, in seconds.
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
