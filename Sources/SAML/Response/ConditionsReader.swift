import Foundation
import IdentityWire

/// Checks an assertion's conditions (SAML V2.0 Core, section 2.5.1).
struct ConditionsReader {
  private let expectations: SAMLExpectations
  private let values: ValueReader

  init(_ reader: AssertionReader) { (expectations, values) = (reader.expectations, reader.values) }

  /// Checks the conditions and returns their end. Nil if they have no end.
  func end(of assertion: XMLElement) throws(SAMLRefusal) -> Date? {
    guard let conditions = assertion.children("Conditions", in: XMLNames.assertion).first else {
      throw SAMLRefusal(.conditions, expected: "conditions", seen: "none")
    }
    for condition in conditions.children {
      // An unknown condition makes an assertion indeterminate (section 2.5.1.1).
      guard condition.isIn(XMLNames.assertion),
        ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"].contains(condition.name)
      else { throw SAMLRefusal(.conditions, expected: "known conditions", seen: condition.name) }
    }
    let end = try values.instant("NotOnOrAfter", of: conditions)
    try values.checkNow(from: try values.instant("NotBefore", of: conditions), before: end, .validity)
    let restrictions = conditions.children("AudienceRestriction", in: XMLNames.assertion)
    guard !restrictions.isEmpty else {
      throw SAMLRefusal(.audience, expected: expectations.serviceProvider, seen: "no audience restriction")
    }
    for restriction in restrictions { try checkAudience(restriction) }
    return end
  }

  private func checkAudience(_ restriction: XMLElement) throws(SAMLRefusal) {
    var audiences: [String] = []
    for audience in restriction.children("Audience", in: XMLNames.assertion) {
      audiences.append(try values.identifier(audience))
    }
    guard audiences.contains(where: { $0.hasSameBytes(as: expectations.serviceProvider) }) else {
      throw SAMLRefusal(
        .audience, expected: expectations.serviceProvider, seen: audiences.joined(separator: ", "))
    }
  }
}
