import Foundation
import IdentityWire

/// Reads values that occur in several parts of a message.
struct ValueReader {
  /// The maximum length of identifiers and names in bytes.
  static let maximumIdentifierLength = 1_024

  private let expectations: SAMLExpectations

  init(_ expectations: SAMLExpectations) { self.expectations = expectations }

  func checkVersion(of element: XMLElement) throws(SAMLRefusal) {
    guard element["Version"]?.hasSameBytes(as: "2.0") == true else {
      throw SAMLRefusal(.version, expected: "2.0", seen: element["Version"] ?? "none")
    }
  }

  func checkIssuer(_ issuer: XMLElement) throws(SAMLRefusal) {
    let text = try identifier(issuer)
    guard text.hasSameBytes(as: expectations.identityProvider) else {
      throw SAMLRefusal(.issuer, expected: expectations.identityProvider, seen: text)
    }
    let format = issuer["Format"] ?? Self.entity
    guard format.hasSameBytes(as: Self.entity) || format.hasSameBytes(as: SAMLAssertion.Subject.unspecified)
    else {
      throw SAMLRefusal(.issuer, expected: "an entity ID", seen: format)
    }
  }

  private static let entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"

  /// Checks that a response answers the request that was sent. The error does not show the IDs, because
  /// they belong to one sign-in.
  func checkInResponseTo(_ answered: String?) throws(SAMLRefusal) {
    switch (expectations.requestID, answered) {
    case (nil, nil): return
    case (let sent?, let answered?) where !sent.isEmpty && sent.hasSameBytes(as: answered): return
    default:
      throw SAMLRefusal(
        .inResponseTo,
        expected: expectations.requestID == nil ? "none: no request was sent" : "the request of this sign-in",
        seen: answered == nil ? "none" : "another request")
    }
  }

  /// Returns an identifier. It is not empty, and has no control characters or surrounding blanks.
  func identifier(_ element: XMLElement) throws(SAMLRefusal) -> String {
    try identifier(text(element, maximum: Self.maximumIdentifierLength), of: element.name)
  }

  func identifier(_ text: String, of name: String) throws(SAMLRefusal) -> String {
    guard !text.isEmpty, text.utf8.count <= Self.maximumIdentifierLength, StreamSafeText.accepts(text) else {
      throw SAMLRefusal(
        .text, expected: "1 to \(Self.maximumIdentifierLength) bytes in \(name)", seen: "\(text.utf8.count)")
    }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
      text.utf8.first != 0x20, text.utf8.last != 0x20
    else {
      throw SAMLRefusal(
        .text, expected: "no control characters in \(name), and no blanks around it", seen: "such characters")
    }
    return text
  }

  /// Returns the text of an element that contains only text.
  func text(_ element: XMLElement, maximum: Int) throws(SAMLRefusal) -> String {
    guard let text = element.text else {
      throw SAMLRefusal(.text, expected: "text alone in \(element.name)", seen: "elements")
    }
    guard text.utf8.count <= maximum, StreamSafeText.accepts(text) else {
      throw SAMLRefusal(
        .text, expected: "stream-safe text of at most \(maximum) bytes in \(element.name)",
        seen: "\(text.utf8.count) bytes")
    }
    return text
  }

  /// Returns the moment in an attribute; nil if the attribute is missing.
  func instant(_ name: String, of element: XMLElement) throws(SAMLRefusal) -> Date? {
    guard let text = element[name] else { return nil }
    guard let date = XMLInstant.date(text) else {
      throw SAMLRefusal(.text, expected: "a time in UTC in \(name) of \(element.name)", seen: text)
    }
    return date
  }

  /// - Throws: ``SAMLRefusal`` of the given check if the current time is outside the period, extended by
  ///   the clock skew.
  func checkNow(
    from start: Date?, before end: Date?, _ check: SAMLCheck
  ) throws(SAMLRefusal) {
    let now = expectations.now
    if let start, now < start.addingTimeInterval(-expectations.skew) {
      throw SAMLRefusal(
        check, expected: "a start not after \(XMLInstant.text(now))", seen: XMLInstant.text(start))
    }
    if let end, now >= end.addingTimeInterval(expectations.skew) {
      throw SAMLRefusal(check, expected: "an end after \(XMLInstant.text(now))", seen: XMLInstant.text(end))
    }
  }
}
