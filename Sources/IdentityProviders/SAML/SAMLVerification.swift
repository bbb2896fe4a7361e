import Crypto
import Foundation
import Identity
import IdentityWire
import SAML

/// A SAML provider's response, with the data of the request that the response has to answer.
public struct SAMLCredential: Sendable {
  /// The form field `SAMLResponse`.
  public var response: String
  /// The URL to which the response was posted.
  public var assertionConsumerService: String
  /// The ID of the sent request. Nil for a sign-in that began at the provider.
  public var requestID: String?
  /// The earliest accepted time of the user's authentication at the provider; nil if any time is accepted.
  public var authenticatedSince: Instant?

  public init(
    response: String, assertionConsumerService: String, requestID: String?, authenticatedSince: Instant? = nil
  ) {
    self.response = response
    self.assertionConsumerService = assertionConsumerService
    self.requestID = requestID
    self.authenticatedSince = authenticatedSince
  }
}

/// Turns a SAML response into a verified ``ProviderIdentity``. The verification uses much CPU time: do not
/// run it on an event loop.
public enum SAMLVerification {
  /// The maximum size in bytes of an assertion's attributes as JSON in an ID token. A larger ID token would
  /// exceed ``UnverifiedJWT/maximumLength``, and would be too large for an HTTP header.
  public static let maximumTokenBytes = 8_192

  /// - Throws: `INVALID_IDP_RESPONSE` without details, and `USER_CANCELLED` if the user declined. The
  ///   diagnosis names the reason.
  public static func identity(
    _ credential: SAMLCredential, of settings: SAMLProviderSettings, now: Instant
  ) throws(IdentityError) -> ProviderIdentity {
    let expectations = SAMLExpectations(
      identityProvider: settings.idpEntityID, serviceProvider: settings.spEntityID,
      assertionConsumerService: credential.assertionConsumerService, requestID: credential.requestID,
      certificates: settings.idpCertificates.compactMap { SAMLCertificate.der(pem: $0).map(Array.init) },
      allowsSHA1: settings.allowsSHA1, authenticatedSince: credential.authenticatedSince?.date, now: now.date)
    let identity: ProviderIdentity
    do throws(SAMLRefusal) {
      let assertion = try SAMLResponse.verified(base64: credential.response, expectations)
      let format = assertion.subject.format
      guard format != SAMLAssertion.Subject.transient else {
        throw SAMLRefusal(.subject, expected: "a NameID that stays the same", seen: format)
      }
      identity = try Self.identity(assertion, of: settings)
    } catch {
      let refused: IdentityError =
        error.isDenial
        ? .refused(.userCancelled, "The user denied the sign-in.") : .refused(.invalidIdPResponse)
      throw refused.diagnosed(Diagnosis.saml(error))
    }
    let size = tokenBytes(identity)
    guard size <= maximumTokenBytes else {
      throw .refused(.invalidIdPResponse).diagnosed(Diagnosis.attributesTooLarge(bytes: size))
    }
    return identity
  }

  /// Records the passed checks of a response in the current trace, if there is one. The checks run on
  /// another thread, which has no trace.
  public static func note(_ result: Result<ProviderIdentity, IdentityError>) {
    var passed = SignInCheck.Name.ofSAMLResponse[...]
    if case .failure(let error) = result {
      guard let failed = SignInCheck.Name(diagnosed: error.signInReport.check),
        let index = passed.firstIndex(of: failed)
      else { return }
      passed = passed[..<index]
    }
    for name in passed { CheckTrace.pass(name) }
  }

  private static func identity(
    _ assertion: SAMLAssertion, of settings: SAMLProviderSettings
  ) throws(SAMLRefusal) -> ProviderIdentity {
    guard
      var identity = ProviderIdentity(providerID: settings.providerID, rawID: assertion.subject.nameID)
    else { throw SAMLRefusal(.subject, expected: "a NameID of up to 512 bytes") }
    let mapping = settings.attributes
    func first(_ name: String?) -> String? { name.flatMap { assertion.values(of: $0).first } }
    identity.takeEmail(
      mapping.email == nil ? address(assertion.subject) : first(mapping.email), isVerified: true)
    identity.displayName = personalName(first(mapping.displayName).map { .string($0) })
    identity.photoURL = pictureURL(first(mapping.photoURL).map { .string($0) })
    identity.rawUserInfo = .object(json(assertion.attributes))
    let shown = assertion.attributes.filter { attribute in
      mapping.signInAttributes?.containsBytes(of: attribute.name)
        ?? !attribute.name.hasSameBytes(as: mapping.groups ?? "")
    }
    if !shown.isEmpty { identity.signInAttributes = .object(json(shown)) }
    if let groups = mapping.groups {
      let values = assertion.values(of: groups)
      let claim = mapping.groupsClaim ?? SAMLAttributeMapping.defaultGroupsClaim
      identity.sessionClaims = [claim: .array(values.map { .string($0) })]
    }
    identity.redemption = .init(
      key: redemptionKey(assertion),
      expiresAt: Instant(
        milliseconds: Int64((assertion.usableUntil.timeIntervalSince1970 * 1_000).rounded(.up))))
    return identity
  }

  /// Returns the NameID if its format allows an e-mail address. A persistent NameID is opaque and could
  /// look like another person's e-mail address.
  private static func address(_ subject: SAMLAssertion.Subject) -> String? {
    let format = subject.format ?? SAMLAssertion.Subject.unspecified
    let isAddress =
      format.hasSameBytes(as: SAMLAssertion.Subject.emailAddress)
      || format.hasSameBytes(as: SAMLAssertion.Subject.unspecified)
    return isAddress ? subject.nameID : nil
  }

  /// Encodes a single value as text, and several values as a list.
  private static func json(_ attributes: [SAMLAssertion.Attribute]) -> [String: JSONValue] {
    Dictionary(
      attributes.map { attribute in
        let values = attribute.values.map { JSONValue.string($0) }
        return (attribute.name, values.count == 1 ? values[0] : .array(values))
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func tokenBytes(_ identity: ProviderIdentity) -> Int {
    [identity.signInAttributes, identity.sessionClaims.map(JSONValue.object)].compactMap(\.self)
      .reduce(0) { $0 + JSONWriter.text($1).utf8.count }
  }

  /// Returns the key, which includes the issuer, because different issuers may use the same ID.
  private static func redemptionKey(_ assertion: SAMLAssertion) -> String {
    "saml/\(sha256(of: assertion.issuer))/\(sha256(of: assertion.id))"
  }

  private static func sha256(of text: String) -> String {
    Base64URL.encode(SHA256.hash(data: Data(text.utf8)))
  }
}
