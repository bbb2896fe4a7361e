import Foundation
import IdentityWire

/// Checks the confirmation that an assertion's bearer is its subject (SAML V2.0 Profiles, section 4.1.4.2).
struct SubjectConfirmationReader {
  private let expectations: SAMLExpectations
  private let values: ValueReader

  init(_ reader: AssertionReader) { (expectations, values) = (reader.expectations, reader.values) }

  /// Returns the latest end of the confirmations that are valid now.
  ///
  /// - Throws: the ``SAMLRefusal`` of the first confirmation if no confirmation is valid.
  func end(_ subject: XMLElement) throws(SAMLRefusal) -> Date {
    var latest: Date?
    var refusal = SAMLRefusal(.confirmation, expected: "a bearer confirmation", seen: "none")
    var isFirst = true
    for confirmation in subject.children("SubjectConfirmation", in: XMLNames.assertion)
    where confirmation["Method"]?.hasSameBytes(as: AssertionReader.bearer) == true {
      do throws(SAMLRefusal) {
        let end = try end(ofConfirmation: confirmation)
        latest = max(latest ?? end, end)
      } catch {
        if isFirst { refusal = error }
      }
      isFirst = false
    }
    guard let latest else { throw refusal }
    return latest
  }

  private func end(ofConfirmation confirmation: XMLElement) throws(SAMLRefusal) -> Date {
    guard
      let data = try MessageStructure.single("SubjectConfirmationData", XMLNames.assertion, in: confirmation)
    else { throw SAMLRefusal(.confirmation, expected: "confirmation data", seen: "none") }
    guard let recipient = data["Recipient"], recipient.hasSameBytes(as: expectations.assertionConsumerService)
    else {
      throw SAMLRefusal(
        .recipient, expected: expectations.assertionConsumerService, seen: data["Recipient"] ?? "none")
    }
    guard data["NotBefore"] == nil else {
      throw SAMLRefusal(.confirmation, expected: "no NotBefore of a bearer", seen: data["NotBefore"])
    }
    guard let end = try values.instant("NotOnOrAfter", of: data) else {
      throw SAMLRefusal(.confirmation, expected: "a NotOnOrAfter", seen: "none")
    }
    try values.checkNow(from: nil, before: end, .confirmation)
    try values.checkInResponseTo(data["InResponseTo"])
    return end
  }
}
