import Foundation
import Testing

@testable import SAML

/// What an attacker makes of a good response by moving its signed part and adding their own (XML signature wrapping).
///
/// The eight numbered ones are those of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky and others, 2012).
@Suite("SAML signature wrapping") struct SignatureWrappingTests {
  /// A good response with its assertion signed, in parts.
  private struct Parts {
    let response: String
    let assertion: String
    let signature: String
    /// The assertion of somebody else, with its own ID and no signature.
    let forged: String

    init(_ signed: SAMLIssuer.Signed = .assertion) throws {
      response = try Stage.response(signed)
      assertion = try response.element("saml:Assertion")
      signature = try response.element("ds:Signature")
      forged = assertion.without(signature).replacing("_assertion", with: "_forged")
        .replacing("sam@corp.example", with: "admin@corp.example")
    }

    var original: String { assertion.without(signature) }
    func forgedWithSignature(_ signature: String) -> String {
      forged.inserting(signature, after: "</saml:Issuer>")
    }
  }

  private static let other = "admin@corp.example"

  @Test("the responses that the attacks start from are accepted")
  func good() throws {
    for signed in [SAMLIssuer.Signed.assertion, .response, .both] {
      #expect(try Stage.assertion(of: Stage.response(signed)).subject.nameID == "sam@corp.example")
    }
  }

  // Fails when parts of messages may stand in a signature, or anywhere in a response.
  @Test("1: the signed response inside the signature of a forged one")
  func first() throws {
    let parts = try Parts(.response)
    let original = parts.response.without(parts.signature)
    let signature = parts.signature.inserting(original, before: "</ds:Signature>")
    let forged = original.replacing("_response", with: "_evil").replacing(
      "sam@corp.example", with: Self.other
    )
    .inserting(signature, after: "</saml:Issuer>")
    #expect(Stage.refusal(of: forged)?.check == .structure)
  }

  // Fails when a response may hold parts that it does not have.
  @Test("2: the signed response before the signature of a forged one")
  func second() throws {
    let parts = try Parts(.response)
    let original = parts.response.without(parts.signature)
    let forged = original.replacing("_response", with: "_evil").replacing(
      "sam@corp.example", with: Self.other
    )
    .inserting(original + parts.signature, after: "</saml:Issuer>")
    #expect(Stage.refusal(of: forged)?.check == .structure)
  }

  // Fails when the first of two assertions is taken.
  @Test("3: a forged assertion before the signed one")
  func third() throws {
    let parts = try Parts()
    for place in [parts.forged + parts.assertion, parts.assertion + parts.forged] {
      let forged = parts.response.replacing(parts.assertion, with: place)
      #expect(Stage.refusal(of: forged)?.check == .structure)
    }
  }

  // Fails when an assertion may stand in an assertion.
  @Test("4: the signed assertion inside a forged one")
  func fourth() throws {
    let parts = try Parts()
    for end in ["</saml:Assertion>", "<saml:Conditions"] {
      let forged = parts.response.replacing(
        parts.assertion, with: parts.forged.inserting(parts.assertion, before: end))
      #expect(Stage.refusal(of: forged)?.check == .structure)
    }
  }

  // Fails when the first of two assertions is taken, and the reference is not compared with the signature's parent.
  @Test("5: the signature in a forged assertion, the signed one after it")
  func fifth() throws {
    let parts = try Parts()
    let forged = parts.response.replacing(
      parts.assertion, with: parts.forgedWithSignature(parts.signature) + parts.original)
    #expect(Stage.refusal(of: forged)?.check == .structure)
  }

  // Fails when parts of messages may stand in a signature.
  @Test("6: the signed assertion inside the signature of a forged one")
  func sixth() throws {
    let parts = try Parts()
    let signature = parts.signature.inserting(parts.original, before: "</ds:Signature>")
    let forged = parts.response.replacing(parts.assertion, with: parts.forgedWithSignature(signature))
    #expect(Stage.refusal(of: forged)?.check == .structure)
  }

  // Fails when an assertion may stand in extensions.
  @Test("7: a forged assertion in the extensions, under the same ID")
  func seventh() throws {
    let parts = try Parts()
    for id in ["_assertion", "_forged"] {
      let extensions =
        "<samlp:Extensions>\(parts.forged.replacing("_forged", with: id))</samlp:Extensions>"
      let forged = parts.response.inserting(extensions, before: "<samlp:Status>")
      #expect(Stage.refusal(of: forged)?.check == .structure)
    }
  }

  // Fails when an object of a signature is not looked into.
  @Test("8: the signed assertion in an object of the signature of a forged one")
  func eighth() throws {
    let parts = try Parts()
    let signature = parts.signature.inserting(
      "<ds:Object>\(parts.original)</ds:Object>", before: "</ds:Signature>")
    let forged = parts.response.replacing(parts.assertion, with: parts.forgedWithSignature(signature))
    #expect(Stage.refusal(of: forged)?.check == .structure)
  }

  // Fails when the digest is not compared.
  @Test("a forged assertion that keeps the ID and the signature has another digest")
  func changed() throws {
    for signed in [SAMLIssuer.Signed.assertion, .response, .both] {
      let forged = try Stage.response(signed).replacing("sam@corp.example", with: Self.other)
      #expect(Stage.refusal(of: forged)?.check == .digest)
    }
  }

  // Fails when only one of two signatures is verified.
  @Test("a signature of the assertion does not cover a forged response around it")
  func response() throws {
    let parts = try Parts(.both)
    let outer = try parts.response.element("ds:Signature")
    // The response is changed after it was signed: the assertion's own good signature does not save it.
    let forged = parts.response.replacing(
      "Version=\"2.0\"", with: "Version=\"2.0\" Consent=\"x\"", maxReplacements: 1)
    #expect(Stage.refusal(of: forged)?.check == .digest)
    // Nor does a good response's signature save a changed assertion in it.
    #expect(try Stage.assertion(of: parts.response.without(outer)).subject.nameID == "sam@corp.example")
  }

  // Fails when elements of signatures may stand outside of them: a search for one would find the wrong one.
  @Test("elements of a signature elsewhere are refused before one of them is taken for the signature's")
  func smuggled() throws {
    let parts = try Parts()
    let info = try parts.signature.element("ds:SignedInfo")
    let digest = try parts.signature.element("ds:DigestValue")
    for part in [info, digest, try parts.signature.element("ds:Reference"), parts.signature] {
      let element = part.replacing(
        ">", with: " xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">", maxReplacements: 1)
      let part = part.contains("xmlns:ds") ? part : element
      for (place, smuggled) in [
        ("<samlp:Status>", "<samlp:Extensions>\(part)</samlp:Extensions>"),
        ("</samlp:Status>", "<samlp:StatusDetail>\(part)</samlp:StatusDetail>"),
        ("</saml:SubjectConfirmation>", part), ("<saml:AuthnStatement", "<saml:Advice>\(part)</saml:Advice>"),
      ] {
        let forged = parts.response.inserting(smuggled, before: place)
        #expect(Stage.refusal(of: forged)?.check == .structure, "\(smuggled.prefix(60)) before \(place)")
      }
    }
  }

  // Fails when an assertion's parts may stand outside of it.
  @Test("statements, subjects and conditions outside of the assertion are refused")
  func strayParts() throws {
    let parts = try Parts()
    for name in ["saml:Subject", "saml:Conditions", "saml:AttributeStatement", "saml:AuthnStatement"] {
      let part = try parts.forged.element(name).replacing(" xsi:type=\"xs:string\"", with: "")
      for smuggled in [part, "<samlp:Extensions>\(part)</samlp:Extensions>"] {
        let forged = parts.response.inserting(smuggled, before: "<samlp:Status>")
        #expect(Stage.refusal(of: forged)?.check == .structure, "\(smuggled.prefix(60))")
      }
    }
  }

  // Fails when IDs are not compared, by each of the attributes alone.
  @Test("an ID stands once in a document, by whatever attribute")
  func identifiers() throws {
    let response = try Stage.response()
    for attribute in ["ID", "Id", "id", "xml:id"] {
      let forged = response.replacing("<samlp:Status>", with: "<samlp:Status \(attribute)=\"_assertion\">")
      #expect(Stage.refusal(of: forged)?.check == .identifiers, "\(attribute)")
    }
    let twice = response.replacing("ID=\"_response\"", with: "ID=\"_response\" Id=\"_other\"")
    #expect(Stage.refusal(of: twice)?.check == .identifiers)
    for id in ["", "1", "a:b", "_a b", "#_a"] {
      let forged = response.replacing("ID=\"_response\"", with: "ID=\"\(id)\"")
      #expect(Stage.refusal(of: forged)?.check == .identifiers, "\(id)")
    }
  }
}
