import Foundation
import Testing

@testable import SAML

/// Good responses in the forms that providers give them.
@Suite("SAML responses that are accepted") struct AcceptedResponseTests {
  @Test("every value is the assertion's")
  func values() throws {
    for signed in [SAMLIssuer.Signed.assertion, .response, .both] {
      let assertion = try Stage.assertion(of: Stage.response(signed))
      let content = Stage.content
      #expect(assertion.id == "_assertion" && assertion.issuer == Stage.identityProvider)
      #expect(
        assertion.issueInstant == content.issueInstant && assertion.authenticatedAt == content.issueInstant)
      #expect(assertion.subject.nameID == "sam@corp.example")
      #expect(assertion.subject.format == SAMLAssertion.Subject.emailAddress)
      #expect(assertion.attributes == content.attributes)
      #expect(assertion.sessionIndex == "_session" && assertion.sessionNotOnOrAfter == nil)
    }
  }

  @Test("every algorithm of the list, by keys of its kind", arguments: SignatureAlgorithm.allCases)
  func algorithms(algorithm: SignatureAlgorithm) throws {
    var form = XMLSigner.Form()
    form.method = algorithm.rawValue
    form.digestMethod = algorithm.digest.rawValue
    let keys =
      algorithm.isForRSA ? [Stage.key] : [try #require(EllipticKeys.p256), try #require(EllipticKeys.p384)]
    for key in keys {
      var expectations = Stage.expectations
      expectations.certificates = [Stage.strangersKey.certificate, key.certificate]
      expectations.allowsSHA1 = true
      #expect(Stage.refusal(of: try Stage.response(.both, form: form, key: key), expectations) == nil)
    }
    // P-521 goes with neither algorithm.
    let large = try #require(EllipticKeys.p521)
    if !algorithm.isForRSA {
      var expectations = Stage.expectations
      expectations.certificates = [large.certificate]
      #expect(
        Stage.refusal(of: try Stage.response(form: form, key: large), expectations)?.check == .certificates)
    }
  }

  @Test("prefix lists, line breaks in base64, no key information")
  func forms() throws {
    var form = XMLSigner.Form()
    form.prefixes = ["xs", "xsi", "#default", "saml"]
    form.keyInfo = []
    let response = try Stage.response(.both, form: form)
    #expect(response.contains("PrefixList=\"xs xsi #default saml\"") && !response.contains("KeyInfo"))
    #expect(Stage.refusal(of: response) == nil)
    let value = try #require(try Stage.response().element("ds:SignatureValue").split(separator: ">").last)
    let broken = try Stage.response().replacing(
      value, with: "\n\(value.prefix(64))\r\n  \(value.dropFirst(64))")
    #expect(Stage.refusal(of: broken) == nil)
  }

  @Test("other prefixes, a default namespace and blanks between elements")
  func spellings() throws {
    let prefixed = try Stage.response { $0.replacing("samlp", with: "p") }
    #expect(Stage.refusal(of: prefixed) == nil)
    let spaced = try Stage.response { $0.replacing("><", with: ">\n  <") }
    #expect(Stage.refusal(of: spaced) == nil)
    let xml = try Stage.response()
    let assertion = try xml.element("saml:Assertion")
    // As the response of a library that declares what it uses where it uses it.
    let unprefixed = Stage.unsigned.replacing("<samlp:", with: "<").replacing("</samlp:", with: "</")
      .replacing("xmlns:samlp=", with: "xmlns=")
    let signed = try #require(XMLSigner(Stage.key).sign(unprefixed, id: "_assertion"))
    #expect(Stage.refusal(of: signed) == nil)
    #expect(try signed.element("saml:Assertion").count == assertion.count)
  }

  @Test("text is what it stands for")
  func text() throws {
    let response = try Stage.response(.both) {
      $0.replacing(">staff<", with: ">a&amp;b &lt;c&gt; &#233;\u{1F511}&#10;&quot;<").replacing(
        ">admins<", with: "><"
      )
      .replacing("Name=\"groups\"", with: "Name=\"g&amp;r&#111;ups\"")
    }
    let assertion = try Stage.assertion(of: response)
    #expect(assertion.values(of: "g&roups") == ["a&b <c> é\u{1F511}\n\"", ""])
    #expect(assertion.values(of: "other").isEmpty)
  }

  @Test("attributes of one name are one, and a NameID in a value is its text")
  func attributes() throws {
    let more = """
      <saml:Attribute Name="groups"><saml:AttributeValue>third</saml:AttributeValue></saml:Attribute>\
      <saml:Attribute Name="targeted"><saml:AttributeValue><saml:NameID>opaque</saml:NameID></saml:AttributeValue>\
      </saml:Attribute><saml:Attribute Name="none"/></saml:AttributeStatement><saml:AttributeStatement>\
      <saml:Attribute Name="mail"><saml:AttributeValue>b@corp.example</saml:AttributeValue></saml:Attribute>\
      </saml:AttributeStatement>
      """
    let assertion = try Stage.assertion(
      of: Stage.response { $0.replacing("</saml:AttributeStatement>", with: more) })
    #expect(assertion.attributes.map(\.name) == ["mail", "groups", "targeted", "none"])
    #expect(
      assertion.attributes.map(\.values) == [
        ["sam@corp.example", "b@corp.example"], ["staff", "admins", "third"], ["opaque"], [],
      ])
  }

  @Test("many attributes, and texts as long as they may be, fit into the bounds")
  func large() throws {
    let groups = (0..<2_000).map {
      "<saml:AttributeValue>CN=group-\($0),OU=Groups,DC=corp</saml:AttributeValue>"
    }
    let response = try Stage.response(.both) {
      $0.inserting(groups.joined(), before: "<saml:AttributeValue xsi:type=\"xs:string\">staff")
    }
    #expect(try Stage.assertion(of: response).values(of: "groups").count == 2_002)
  }

  @Test("a second confirmation counts if the first does not fit")
  func confirmations() throws {
    let response = try Stage.response { xml in
      guard let element = try? xml.element("saml:SubjectConfirmation") else { return xml }
      return xml.inserting(
        element.replacing("Recipient=\"", with: "Recipient=\"https://other.example"), before: element
      ).inserting(element.replacing("cm:bearer", with: "cm:sender-vouches"), before: element)
    }
    #expect(Stage.refusal(of: response) == nil)
  }

  @Test("a refusal shows bounded text in printable ASCII")
  func refusals() throws {
    let refusal = SAMLRefusal(.issuer, expected: "a\u{202E}b\nc", seen: String(repeating: "é", count: 1_000))
    #expect(refusal.expected == "a?b?c" && refusal.seen?.utf8.count == 259)
    #expect(refusal.description == "The SAML issuer was refused: \(refusal.seen ?? ""); expected a?b?c.")
    for check in SAMLCheck.allCases { #expect(!SAMLRefusal(check).description.contains("  ")) }
  }
}
