import Crypto
import Foundation
import Identity
import IdentityWire
import SAML

/// A response of a SAML provider, and the request that it has to answer.
public struct SAMLCredential: Sendable {
  /// The form's field `SAMLResponse`.
  public var response: String
  /// The address that it was posted to.
  public var assertionConsumerService: String
  /// The ID of the request that was sent. Nil for a sign-in that began at the provider.
  public var requestID: String?
  /// The moment since which the provider has to have authenticated the user. Nil for any.
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

/// Turns a SAML response into a verified ``ProviderIdentity``. Keeps a core busy for a while: not for an event loop.
public enum SAMLVerification {
  /// Bytes of the JSON of what an ID token holds of an assertion. A token with more is no longer read
  /// (``UnverifiedJWT/maximumLength``), and is too much for the header that it is sent in.
  public static let maximumTokenBytes = 8_192

  /// - Throws: `INVALID_IDP_RESPONSE`, which says nothing more, and `USER_CANCELLED` for a user who declined. The diagnosis
  ///   says why.
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

  /// Notes which checks a response passed, where somebody wants to see them. They are made on another thread, which
  /// knows of no trace.
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

  /// The NameID, where its format lets it be an address: what a provider calls persistent is an opaque name that may look
  /// like anybody's.
  private static func address(_ subject: SAMLAssertion.Subject) -> String? {
    let format = subject.format ?? SAMLAssertion.Subject.unspecified
    let isAddress =
      format.hasSameBytes(as: SAMLAssertion.Subject.emailAddress)
      || format.hasSameBytes(as: SAMLAssertion.Subject.unspecified)
    return isAddress ? subject.nameID : nil
  }

  /// One value stands alone, several as a list.
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

  /// IDs are an issuer's own: another's may be the same.
  private static func redemptionKey(_ assertion: SAMLAssertion) -> String {
    "saml/\(sha256(of: assertion.issuer))/\(sha256(of: assertion.id))"
  }

  private static func sha256(of text: String) -> String {
    Base64URL.encode(SHA256.hash(data: Data(text.utf8)))
  }
}
