import Foundation

/// Reads an assertion from the tree of the signed bytes, and checks each value (SAML V2.0 Profiles, section
/// 4.1.4.3).
struct AssertionReader {
  /// The maximum age of an assertion in seconds, even if the assertion states a longer validity. So the
  /// record of used assertions stays short.
  static let maximumAge: TimeInterval = 86_400
  static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

  let expectations: SAMLExpectations
  let values: ValueReader

  init(_ expectations: SAMLExpectations) {
    self.expectations = expectations
    values = ValueReader(expectations)
  }

  func assertion(in signed: MessageStructure) throws(SAMLRefusal) -> SAMLAssertion {
    if let response = signed.response {
      try ResponseReader(expectations).check(response, isSigned: true)
    }
    guard let assertion = signed.assertion else {
      throw SAMLRefusal(.structure, expected: "an assertion in what was signed", seen: "none")
    }
    try values.checkVersion(of: assertion)
    guard let issuer = assertion.children("Issuer", in: XMLNames.assertion).first else {
      throw SAMLRefusal(.issuer, expected: expectations.identityProvider, seen: "no issuer of the assertion")
    }
    try values.checkIssuer(issuer)
    guard let id = assertion["ID"], XMLIdentifier.isNCName(id) else {
      throw SAMLRefusal(.identifiers, expected: "an ID of the assertion", seen: "none")
    }
    guard let issued = try values.instant("IssueInstant", of: assertion) else {
      throw SAMLRefusal(.issueInstant, expected: "an issue instant", seen: "none")
    }
    let expiry = issued.addingTimeInterval(Self.maximumAge)
    try values.checkNow(from: issued, before: expiry, .issueInstant)
    guard let subjectElement = assertion.children("Subject", in: XMLNames.assertion).first else {
      throw SAMLRefusal(.subject, expected: "a subject", seen: "none")
    }
    let subject = try subject(subjectElement)
    let confirmed = try SubjectConfirmationReader(self).end(subjectElement)
    let conditioned = try ConditionsReader(self).end(of: assertion)
    let authentication = try authentication(in: assertion)
    let end = min(expiry, confirmed, conditioned ?? expiry, authentication.end ?? expiry)
    return SAMLAssertion(
      id: id, issuer: expectations.identityProvider, issueInstant: issued, subject: subject,
      attributes: try AttributesReader(values).attributes(of: assertion),
      sessionIndex: authentication.sessionIndex, authenticatedAt: authentication.instant,
      authenticationContext: authentication.context, sessionNotOnOrAfter: authentication.end,
      usableUntil: end.addingTimeInterval(expectations.skew))
  }

  private func subject(_ element: XMLElement) throws(SAMLRefusal) -> SAMLAssertion.Subject {
    for child in element.children
    where !child.isNamed("NameID", in: XMLNames.assertion)
      && !child.isNamed("SubjectConfirmation", in: XMLNames.assertion)
    {
      throw SAMLRefusal(.subject, expected: "a NameID", seen: child.name)
    }
    guard let nameID = try MessageStructure.single("NameID", XMLNames.assertion, in: element) else {
      throw SAMLRefusal(.subject, expected: "a NameID", seen: "none")
    }
    func qualifier(_ name: String) throws(SAMLRefusal) -> String? {
      guard let text = nameID[name] else { return nil }
      return try values.identifier(text, of: name)
    }
    return SAMLAssertion.Subject(
      nameID: try values.identifier(nameID), format: try qualifier("Format"),
      nameQualifier: try qualifier("NameQualifier"),
      serviceProviderNameQualifier: try qualifier("SPNameQualifier"))
  }

  /// The values of the first authentication statement, and the earliest end of all authentication
  /// statements.
  private struct Authentication {
    var instant: Date
    var sessionIndex: String?
    var context: String?
    var end: Date?
  }

  private func authentication(in assertion: XMLElement) throws(SAMLRefusal) -> Authentication {
    var authentication: Authentication?
    for statement in assertion.children("AuthnStatement", in: XMLNames.assertion) {
      guard let instant = try values.instant("AuthnInstant", of: statement) else {
        throw SAMLRefusal(.authentication, expected: "an AuthnInstant", seen: "none")
      }
      let end = try values.instant("SessionNotOnOrAfter", of: statement)
      try values.checkNow(from: instant, before: end, .authentication)
      if let since = expectations.authenticatedSince, instant < since.addingTimeInterval(-expectations.skew) {
        throw SAMLRefusal(
          .authentication, expected: "an AuthnInstant not before \(XMLInstant.text(since))",
          seen: XMLInstant.text(instant))
      }
      if var earlier = authentication {
        earlier.end = [earlier.end, end].compactMap { $0 }.min()
        authentication = earlier
        continue
      }
      var index: String?
      if let text = statement["SessionIndex"] { index = try values.identifier(text, of: "SessionIndex") }
      authentication = Authentication(
        instant: instant, sessionIndex: index, context: try context(of: statement), end: end)
    }
    guard let authentication else {
      throw SAMLRefusal(.authentication, expected: "an authentication statement", seen: "none")
    }
    return authentication
  }

  private func context(of statement: XMLElement) throws(SAMLRefusal) -> String? {
    guard let context = try MessageStructure.single("AuthnContext", XMLNames.assertion, in: statement),
      let reference = try MessageStructure.single("AuthnContextClassRef", XMLNames.assertion, in: context)
    else { return nil }
    return try values.identifier(reference)
  }
}
