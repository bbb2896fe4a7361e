import Foundation
import SAML

/// Makes SAML responses with the chosen faults.
struct SAMLResponseForge: Sendable {
  struct Content: Sendable {
    /// The assertion consumer service.
    var recipient: String
    var audience: String
    /// The `ID` of the SAML request; nil for an unsolicited response.
    var requestID: String?
    /// The person who signed in; nil if the person refused.
    var person: LabPerson?
    var now: Date
    /// The assertion's lifetime in seconds.
    var lifetime: TimeInterval = 300
  }

  private static let responder = "urn:oasis:names:tc:SAML:2.0:status:Responder"
  private static let denied = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied"
  private static let failed = "urn:oasis:names:tc:SAML:2.0:status:UnknownPrincipal"
  private static let stranger = "https://someone-else.example/acs"
  /// The bytes of padding that make the base64 of a response longer than 256 KiB.
  private static let hugeLength = 200_000
  private static let groups = ["analysts", "engineers"]

  let lab: ProviderLab
  let content: Content
  var fault: LabFault?

  /// The response in XML.
  ///
  /// - Throws: an error if the lab's keys cannot be read.
  func document() throws -> String {
    var issuer = SAMLIssuer(
      entityID: fault == .wrongIssuer ? TokenForge.strangerIssuer : SAMLLab(lab: lab).profile.issuer,
      key: try signingKey())
    if fault == .weakSignature {
      issuer.form.method = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
      issuer.form.digestMethod = "http://www.w3.org/2000/09/xmldsig#sha1"
    }
    let response = response(about: content.person)
    guard
      let signed = issuer.sign(changed(response.xml(issuer: issuer.entityID)), response, signing: signed)
    else { throw LabError(message: "The response could not be signed.") }
    switch fault {
    case .documentType: return "<!DOCTYPE samlp:Response [<!ENTITY lab \"lab\">]>" + signed
    // No signature covers the text after the root element.
    case .huge: return signed + String(repeating: "\n", count: Self.hugeLength)
    case .signatureMoved: return wrapped(signed, by: issuer.entityID)
    default: return signed
    }
  }

  private func signingKey() throws -> SAMLSigningKey {
    guard let key = try lab.keys.published(by: .saml).first else {
      throw LabError(message: "The SAML provider has no keys.")
    }
    return try SAMLLab.signingKey(fault == .wrongSignature ? LabKey.generate() : key)
  }

  private var signed: SAMLIssuer.Signed {
    switch fault {
    case .unsigned: .nothing
    case .signatureMoved: .assertion
    case .encrypted, .failedStatus: .response
    default: content.person == nil ? .response : .both
    }
  }

  // MARK: Content

  private func response(about person: LabPerson?) -> SAMLResponseContent {
    let id = fault == .replayed ? lab.state.lastAssertion ?? Self.newID() : Self.newID()
    lab.state.lastAssertion = id
    let begin = begin
    var response = SAMLResponseContent(
      responseID: Self.newID(), assertionID: id, issueInstant: begin, destination: content.recipient,
      inResponseTo: requestID,
      audience: fault == .wrongAudience ? TokenForge.strangerAudience : content.audience, nameID: "")
    response.notOnOrAfter = begin.addingTimeInterval(content.lifetime)
    response.sessionIndex = Self.newID()
    guard let person, fault != .failedStatus else {
      response.hasAssertion = false
      response.statusCodes = [Self.responder, fault == .failedStatus ? Self.failed : Self.denied]
      return response
    }
    (response.nameID, response.nameIDFormat) = nameID(of: person)
    response.attributes = attributes(of: person)
    return response
  }

  /// The mail address, as most identity providers send it. For a person without a mail address, it is an identifier.
  private func nameID(of person: LabPerson) -> (text: String, format: String) {
    if fault == .transientName { return (Self.newID(), SAMLAssertion.Subject.transient) }
    return person.email.map { ($0, SAMLAssertion.Subject.emailAddress) }
      ?? (person.subject(at: .saml), SAMLAssertion.Subject.persistent)
  }

  private func attributes(of person: LabPerson) -> [SAMLAssertion.Attribute] {
    let texts = [
      ("uid", person.subject(at: .saml)), ("email", person.email ?? ""), ("displayName", person.name),
      ("givenName", person.givenName), ("surname", person.familyName),
      ("picture", lab.pictureURL(of: person)),
    ]
    return texts.filter { !$1.isEmpty }.map { SAMLAssertion.Attribute(name: $0, values: [$1]) }
      + [SAMLAssertion.Attribute(name: "groups", values: Self.groups)]
  }

  private var requestID: String? {
    switch fault {
    case .wrongRequest: Self.newID()
    case .unsolicited: nil
    default: content.requestID
    }
  }

  private var begin: Date {
    switch fault {
    case .expired: content.now.addingTimeInterval(-3_600 - content.lifetime)
    case .issuedInFuture: content.now.addingTimeInterval(3_600)
    default: content.now
    }
  }

  // MARK: Faults

  /// The response before signing, with a fault applied.
  private func changed(_ xml: String) -> String {
    switch fault {
    case .wrongRecipient: xml.replacing(/Recipient="[^"]*"/, with: "Recipient=\"\(Self.stranger)\"")
    case .noNameID: xml.replacing(/<saml:NameID.*<\/saml:NameID>/, with: "")
    // A reader that takes only the first text would see an address that differs from the signed address.
    case .nameComment:
      xml.replacing("</saml:NameID>", with: "<!-- -->.someone-else.example</saml:NameID>")
    case .encrypted: xml.replacing(Self.assertion, with: Self.encrypted)
    default: xml
    }
  }

  /// Moves the signed assertion, and puts a forged assertion in its place (signature wrapping). The signature of the
  /// moved assertion stays valid.
  private func wrapped(_ signed: String, by issuer: String) -> String {
    var forge = self
    forge.fault = nil
    let other = forge.response(about: LabPerson.everyone[1]).xml(issuer: issuer)
    guard let original = signed.firstMatch(of: Self.assertion)?.output,
      let forged = other.firstMatch(of: Self.assertion)?.output
    else { return signed }
    return signed.replacing(original, with: forged)
      .replacing(
        "</saml:Issuer>", with: "</saml:Issuer><samlp:Extensions>\(original)</samlp:Extensions>",
        maxReplacements: 1)
  }

  private static var assertion: Regex<Substring> { /<saml:Assertion.*<\/saml:Assertion>/ }

  /// A text in the form of an encrypted assertion. It needs no real key, because servers refuse it without decryption.
  private static var encrypted: String {
    let bytes = Data((0..<256).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    return """
      <saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" \
      Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod \
      Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"></xenc:EncryptionMethod><xenc:CipherData>\
      <xenc:CipherValue>\(bytes)</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>
      """
  }

  private static func newID() -> String { "_" + LabDigest.randomAlphanumeric(32) }
}

extension SAMLResponseForge.Content {
  /// - Parameter person: nil if the person refused.
  init(_ request: ReceivedSAMLRequest, _ person: LabPerson?, now: Date) {
    self.init(
      recipient: request.assertionConsumerService, audience: request.audience,
      requestID: request.requestID, person: person?.applying(request.order?.fault), now: now)
  }
}
