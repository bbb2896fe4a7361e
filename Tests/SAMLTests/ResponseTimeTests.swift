import Foundation
import Testing

@testable import SAML

/// When a response counts: each bound a minute wide, for clocks that differ.
@Suite("SAML response times") struct ResponseTimeTests {
  private static func refusal(
    at seconds: Double, changing change: (String) -> String = { $0 }
  ) throws -> SAMLCheck? {
    var expectations = Stage.expectations
    expectations.now = Stage.content.issueInstant.addingTimeInterval(seconds)
    return Stage.refusal(of: try Stage.response(changing: change), expectations)?.check
  }

  private static func text(_ seconds: Double) -> String {
    XMLInstant.text(Stage.content.issueInstant.addingTimeInterval(seconds))
  }

  @Test("from a minute before it is issued to a minute after it ends")
  func bounds() throws {
    #expect(try Self.refusal(at: -60) == nil && Self.refusal(at: -60.5) == .issueInstant)
    #expect(try Self.refusal(at: 359.5) == nil && Self.refusal(at: 360) == .confirmation)
  }

  @Test("the conditions' bounds")
  func conditions() throws {
    func changing(_ start: Double, _ end: Double) -> (String) -> String {
      {
        $0.replacing(
          "<saml:Conditions NotBefore=\"\(Self.text(-30))\" NotOnOrAfter=\"\(Self.text(300))\"",
          with: "<saml:Conditions NotBefore=\"\(Self.text(start))\" NotOnOrAfter=\"\(Self.text(end))\"")
      }
    }
    #expect(try Self.refusal(at: 40, changing: changing(100, 300)) == nil)
    #expect(try Self.refusal(at: 39, changing: changing(100, 300)) == .validity)
    #expect(try Self.refusal(at: 159, changing: changing(0, 100)) == nil)
    #expect(try Self.refusal(at: 160, changing: changing(0, 100)) == .validity)
  }

  @Test("the session's end, and a time of authentication that is to come")
  func authentication() throws {
    let instant = "AuthnInstant=\"\(Self.text(0))\""
    func ending(_ end: Double) -> (String) -> String {
      { $0.replacing(instant, with: "\(instant) SessionNotOnOrAfter=\"\(Self.text(end))\"") }
    }
    #expect(try Self.refusal(at: 159, changing: ending(100)) == nil)
    #expect(try Self.refusal(at: 160, changing: ending(100)) == .authentication)
    func beginning(_ start: Double) -> (String) -> String {
      { $0.replacing(instant, with: "AuthnInstant=\"\(Self.text(start))\"") }
    }
    #expect(try Self.refusal(at: 40, changing: beginning(100)) == nil)
    #expect(try Self.refusal(at: 39, changing: beginning(100)) == .authentication)
  }

  // Fails when the moment is not compared, or the clocks' difference is not granted.
  @Test("a user who has to prove anew who they are was authenticated since the request, or a minute before")
  func authenticatedSince() throws {
    var expectations = Stage.expectations
    expectations.authenticatedSince = Stage.content.issueInstant
    for (earlier, check) in [(0, nil), (60, nil), (61, .authentication)] as [(Double, SAMLCheck?)] {
      let response = try Stage.response { xml in
        let instant = XMLInstant.text(Stage.content.issueInstant.addingTimeInterval(-earlier))
        return xml.replacing(/AuthnInstant="[^"]*"/, with: "AuthnInstant=\"\(instant)\"")
      }
      #expect(Stage.refusal(of: response, expectations)?.check == check, "\(earlier)")
      #expect(Stage.refusal(of: response) == nil)
    }
  }

  @Test("no assertion counts for more than a day, whatever it says")
  func age() throws {
    let longest: (String) -> String = { $0.replacing(Self.text(300), with: "9999-12-31T23:59:59Z") }
    #expect(try Self.refusal(at: 86_459, changing: longest) == nil)
    #expect(try Self.refusal(at: 86_460, changing: longest) == .issueInstant)
    let assertion = try Stage.assertion(of: Stage.response(changing: longest))
    #expect(assertion.usableUntil == Stage.content.issueInstant.addingTimeInterval(86_460))
  }

  @Test("a record is kept until the assertion is refused for its age")
  func usableUntil() throws {
    var content = Stage.content
    let issuer = SAMLIssuer(entityID: Stage.identityProvider, key: Stage.key)
    func end(_ change: (String) -> String = { $0 }) throws -> Double {
      let xml = try #require(
        issuer.sign(change(content.xml(issuer: Stage.identityProvider)), content, signing: .assertion))
      let assertion = try Stage.assertion(of: xml)
      var late = Stage.expectations
      late.now = assertion.usableUntil
      #expect(Stage.refusal(of: xml, late) != nil)
      late.now = assertion.usableUntil.addingTimeInterval(-0.5)
      #expect(Stage.refusal(of: xml, late) == nil)
      return assertion.usableUntil.timeIntervalSince(content.issueInstant)
    }
    #expect(try end() == 360)
    let confirmation = "<saml:SubjectConfirmationData NotOnOrAfter=\""
    #expect(
      try end { $0.replacing(confirmation + Self.text(300), with: confirmation + Self.text(200)) } == 260)
    #expect(
      try end { $0.replacing(confirmation + Self.text(300), with: confirmation + Self.text(400)) } == 360)
    // The later one of two confirmations.
    #expect(
      try end { xml in
        guard let element = try? xml.element("saml:SubjectConfirmation") else { return xml }
        return xml.inserting(element.replacing(Self.text(300), with: Self.text(100)), before: element)
      } == 360)
    content.sessionNotOnOrAfter = content.issueInstant.addingTimeInterval(50)
    #expect(try end() == 110)
  }

  @Test(
    "times are written in UTC and name a day that there is",
    arguments: [
      "", "2026-11-26", "2026-11-26T10:00:00", "2026-11-26T10:00:00+00:00", "2026-11-26 10:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-02-30T00:00:00Z", "2026-11-26T24:00:00Z", "2026-11-26T10:60:00Z", "2026-11-26T10:00:60Z",
      "2026-11-26T10:00:00.Z",
      "2026-11-26T10:00:00.1234567890Z", "2026-11-26T10:00:00.-1Z", " 2026-11-26T10:00:00Z",
      "2026-11-26T10:00:00z",
      "20261126T100000Z", "2026-11-26T1:00:00Z", "+2026-11-26T10:00:00Z", "2026-11-26T10:00:00,5Z", "1e9",
      "２026-11-26T10:00:00Z",
    ])
  func malformed(time: String) throws {
    #expect(XMLInstant.date(time) == nil)
    for part in [
      "NotOnOrAfter=\"\(Self.text(300))\"", "NotBefore=\"\(Self.text(-30))\"",
      "AuthnInstant=\"\(Self.text(0))\"",
    ] {
      let name = part.prefix { $0 != "=" }
      #expect(try Self.refusal(at: 2) { $0.replacing(part, with: "\(name)=\"\(time)\"") } == .text)
    }
  }

  @Test("fractions of a second count")
  func fractions() throws {
    let date = try #require(XMLInstant.date("2026-11-26T10:00:00.25Z"))
    #expect(date == XMLInstant.date("2026-11-26T10:00:00Z")?.addingTimeInterval(0.25))
    #expect(XMLInstant.text(date) == "2026-11-26T10:00:00Z")
    #expect(XMLInstant.date("2024-02-29T23:59:59.999999999Z") != nil)
  }
}
