import Foundation
import Testing

@testable import SAML

/// Documents that are refused for their form, most of them before a parser sees them.
@Suite("SAML documents") struct DocumentTests {
  private static func check(_ xml: String) -> SAMLCheck? { Stage.refusal(of: xml)?.check }

  // Fails when the length is not bounded, or lenient decoding takes several texts for the same.
  @Test("the form's field is base64 within its length, with line breaks or without")
  func base64() throws {
    let text = Data(try Stage.response().utf8).base64EncodedString()
    func check(_ text: String) -> SAMLCheck? {
      do throws(SAMLRefusal) {
        _ = try SAMLResponse.verified(base64: text, Stage.expectations)
        return nil
      } catch {
        return error.check
      }
    }
    #expect(check(text) == nil)
    #expect(
      check(Data(try Stage.response().utf8).base64EncodedString(options: .lineLength76Characters)) == nil)
    for bad in ["!", "=", text + "=", String(text.dropLast()), text.replacing("A", with: " "), "PD94\0"] {
      #expect(check(bad) == .base64)
    }
    #expect(check(String(repeating: "A", count: SAMLResponse.maximumBase64Length + 4)) == .base64)
    #expect(check("") == .encoding)
  }

  // Fails when a declaration is left to the parser.
  @Test("a document type, its entities and its defaults are refused before a parser sees them")
  func documentTypes() throws {
    let response = try Stage.response()
    let entities = (0..<9).map { "<!ENTITY e\($0 + 1) \"&e\($0);&e\($0);&e\($0);&e\($0);&e\($0);\">" }
      .joined()
    for declaration in [
      "<!DOCTYPE samlp:Response>", "<!DOCTYPE r [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>",
      "<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/evil.dtd\">",
      "<!DOCTYPE r PUBLIC \"a\" \"http://127.0.0.1:9/evil.dtd\">",
      "<!DOCTYPE r [<!ENTITY % p SYSTEM \"http://127.0.0.1:9/evil.dtd\">%p;]>",
      "<!DOCTYPE r [<!ENTITY e0 \"lol\">\(entities)]>", "<!doctype r>", "<! DOCTYPE r>", "<!ENTITY e \"x\">",
      "<!DOCTYPE r [<!ATTLIST samlp:Status ID CDATA \"_assertion\">]>",
    ] {
      for forged in [
        declaration + response, "<?xml version=\"1.0\"?>\n" + declaration + response, response + declaration,
      ] {
        #expect(Self.check(forged) == .documentType, "\(declaration)")
      }
      #expect(Self.check(response.inserting(declaration, before: "<samlp:Status>")) == .documentType)
    }
    let forged = response.replacing("sam@corp.example", with: "&xxe;", maxReplacements: 1)
    #expect(Self.check(forged) == .wellFormedness)
  }

  // Fails when comments, CDATA sections and processing instructions are passed over, before parsing and after.
  @Test("comments, CDATA sections and processing instructions are refused wherever they stand")
  func markup() throws {
    for part in [
      "<!---->", "<!-- c -->", "<![CDATA[]]>", "<![CDATA[x]]>", "<?php x?>", "<?xml-stylesheet href=\"a\"?>",
    ] {
      // An attacker splits a name; canonicalisation without comments leaves the signature good.
      let response = try Stage.response()
      let name = response.replacing(
        "sam@corp.example</saml:NameID>", with: "sam@corp.example\(part).evil.example</saml:NameID>")
      #expect(Self.check(name) == .markup, "\(part)")
      for place in [
        "<samlp:Response", "<saml:Assertion", "</saml:Assertion>", "</ds:DigestValue>", "</saml:Issuer>",
        "</saml:Audience>",
      ] {
        #expect(Self.check(response.inserting(part, before: place)) == .markup, "\(part) before \(place)")
      }
      #expect(Self.check(response + part) == .markup)
    }
  }

  // Fails when the part of a name before a comment is taken for the name.
  @Test("a comment in a name that was signed does not shorten the name")
  func signedComment() throws {
    let xml = try Stage.response {
      $0.replacing(
        "sam@corp.example</saml:NameID>", with: "sam@corp.example<!---->.evil.example</saml:NameID>")
    }
    #expect(Self.check(xml) == .markup)
    // Even without the comment, which leaves the signature good, the name is the whole one.
    #expect(
      try Stage.assertion(of: xml.replacing("<!---->", with: "")).subject.nameID
        == "sam@corp.example.evil.example")
  }

  // Fails when an encoding is guessed, or a declaration believed or ignored.
  @Test("other encodings than UTF-8 are refused, whatever a declaration says")
  func encodings() throws {
    let response = try Stage.response()
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
      let bytes = [UInt8](try #require(response.data(using: encoding)))
      #expect(Stage.refusal(of: bytes)?.check == .encoding, "\(encoding)")
    }
    for name in ["UTF-16", "UTF-7", "ISO-8859-1", "EBCDIC-CP-US", "utf-8x", ""] {
      #expect(Self.check("<?xml version=\"1.0\" encoding=\"\(name)\"?>" + response) == .encoding, "\(name)")
    }
    for version in ["1.1", "2.0"] {
      #expect(Self.check("<?xml version=\"\(version)\"?>" + response) == .encoding)
    }
    let broken = Array(response.utf8) + [0x3C, 0xFF]
    #expect(Stage.refusal(of: broken)?.check == .encoding)
    for good in [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
      "<?xml version='1.0' encoding='utf-8' standalone='no'?>", "\u{FEFF}", "\n",
    ] {
      #expect(Self.check(good + response) == nil, "\(good)")
    }
  }

  // Fails when anything is inflated.
  @Test("compressed and doubly encoded responses are not unpacked")
  func compressed() throws {
    let response = Array(try Stage.response().utf8)
    let deflated = try #require(Deflate.compressed(response))
    // The header of zlib, and of gzip.
    for bytes in [deflated, [0x78, 0x9C] + deflated, [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated] {
      #expect(Stage.refusal(of: bytes)?.check == .encoding)
    }
    #expect(Self.check(Data(response).base64EncodedString()) == .encoding)
  }

  // Fails when one of the bounds is missing.
  @Test("depth, nodes, attributes, namespaces and bytes are bounded")
  func limits() throws {
    let response = try Stage.response()
    func with(_ part: String) -> SAMLCheck? {
      Self.check(response.inserting("<samlp:Extensions>\(part)</samlp:Extensions>", before: "<samlp:Status>"))
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(with(nested(30)) == nil && with(nested(31)) == .limits && with(nested(20_000)) == .limits)
    #expect(with(String(repeating: "<a/>", count: 4_800)) == nil)
    #expect(with(String(repeating: "<a/>", count: 5_000)) == .limits)
    #expect(with(String(repeating: "<a b=\"\"/>", count: 2_500)) == .limits)
    #expect(with(String(repeating: "<a/>x", count: 2_500)) == .limits)
    func attributes(_ count: Int) -> String { (0..<count).map { " a\($0)='>='" }.joined() }
    #expect(with("<a\(attributes(64))/>") == nil && with("<a\(attributes(65))/>") == .limits)
    func declaring(_ names: String) -> String { (0..<50).map { " xmlns:\(names)\($0)=\"urn:x\"" }.joined() }
    let (outer, inner) = ("<a\(declaring("b"))>", "<a\(declaring("c"))>")
    #expect(with("\(outer)\(inner)</a></a>") == nil)
    #expect(with("\(outer)\(inner)<a\(declaring("d"))/></a></a>") == .limits)
    #expect(
      with(String(repeating: "<a\(declaring("b"))/>", count: 20)) == nil, "side by side they cost little")
    #expect(with("<a xmlns:b=\"urn:\(String(repeating: "b", count: 600))\"/>") == .limits)
    #expect(with(String(repeating: "x", count: SAMLResponse.maximumSize)) == .limits)
    #expect(Self.check("<a") == .wellFormedness && Self.check("<a b=\"") == .wellFormedness)
  }

  @Test(
    "refusing what was made to be costly takes little time",
    arguments: [
      String(repeating: "<a>", count: 60_000), String(repeating: "<a b=\"c\"/>", count: 19_000),
      "<a" + (0..<20_000).map { " a\($0)=\"\"" }.joined() + "/>",
      "<a b=\"" + String(repeating: "&lt;", count: 45_000) + "\"/>",
      "<a>" + String(repeating: "&#60;", count: 38_000) + "</a>",
      "<a " + String(repeating: "=", count: 190_000),
      "<a>" + String(repeating: "<a xmlns:b=\"urn:b\"/>", count: 2_400) + "</a>",
      String(repeating: " ", count: 190_000) + "<a/>",
      "<a>" + String(repeating: "\u{301}", count: 90_000) + "</a>",
    ])
  func cost(document: String) {
    let time = ContinuousClock().measure { #expect(Self.check(document) != nil) }
    #expect(time < .seconds(3))
  }

  // Fails when the length of namespaces or of canonical forms has no bound.
  @Test("a changed response of somebody's own costs little, however large its canonical form would be")
  func canonicalCost() throws {
    let uri = "urn:" + String(repeating: "x", count: 500)
    let declared = (0..<50).map { " xmlns:n\($0)=\"\(uri)\($0)\"" }.joined()
    let elements = (0..<4_000).map { "<n\($0 % 50):a/>" }.joined()
    let response = try Stage.response().inserting(
      "<saml:Advice>\(elements)</saml:Advice>", before: "<saml:AuthnStatement"
    )
    .replacing("<samlp:Response", with: "<samlp:Response\(declared)")
    let time = ContinuousClock().measure { #expect(Self.check(response) == .digest) }
    #expect(time < .seconds(3))
    let signed = try Stage.response {
      $0.inserting("<saml:Advice>\(elements)</saml:Advice>", before: "<saml:AuthnStatement")
        .replacing("<samlp:Response", with: "<samlp:Response\(declared)")
    }
    #expect(Self.check(signed) == .limits)
  }

  // Fails when the parser's complaints about namespaces, or its warnings, are passed over.
  @Test("well-formed means with namespaces, without warnings")
  func wellFormedness() throws {
    let response = try Stage.response()
    for bad in [
      String(response.dropLast()), response + response,
      response.replacing("</samlp:Status>", with: "</samlp:status>"),
      response.replacing("<samlp:Status>", with: "<samlp:Status a=\"1\" a=\"2\">"),
      response.replacing("<samlp:Status>", with: "<samlp:Status b:a=\"1\">"),
      response.inserting("<b:c/>", before: "</samlp:Status>"),
      response.inserting("\u{1}", before: "</samlp:Status>"),
      response.inserting("&#0;", before: "</samlp:Status>"),
      response.inserting("&nbsp;", before: "</samlp:Status>"),
      response.inserting("<a xmlns:b=\"\"/>", before: "</samlp:Status>"),
      response.inserting("<a xmlns=\"relative\"/>", before: "</samlp:Status>"), "<a:b:c xmlns:a=\"urn:a\"/>",
      "<>", "<", "< a/>",
    ] { #expect(Self.check(bad) == .wellFormedness, "\(bad.prefix(30))") }
  }

  // Fails when a canonical form that cannot be made counts as an empty one.
  @Test("a namespace that cannot be canonicalised is an error, never an empty text")
  func voidCanonicalisation() throws {
    for uri in ["relative", "../a", "1", "a/b", "?"] {
      let forged = try Stage.response().replacing(
        "<saml:Assertion ", with: "<saml:Assertion xmlns:ns=\"\(uri)\" ")
      #expect(Self.check(forged) == .wellFormedness || Self.check(forged) == .markup, "\(uri)")
    }
    // The digest of nothing, as a broken canonicalisation would have it.
    let empty = try #require(DigestAlgorithm.sha256.digest(of: []))
    var form = XMLSigner.Form()
    let text = "<ds:DigestValue>\(Data(empty).base64EncodedString())</ds:DigestValue>"
    form.changingSignedInfo = { info in
      (try? info.element("ds:DigestValue")).map { info.replacing($0, with: text) } ?? info
    }
    #expect(Stage.refusal(of: try Stage.response(form: form))?.check == .digest)
  }

  // Fails when the tree that values are read from is not compared with the bytes that were signed.
  @Test(
    "bytes that are not their own canonical form are none to read from",
    arguments: [
      "<a/>", "<a b='c'></a>", "<a c=\"1\" b=\"1\"></a>", "<a xmlns:b=\"urn:b\"></a>", "<a></a>\n",
      "<a>&#x41;</a>", "<a >\r</a>",
      "<?xml version=\"1.0\"?><a></a>", "\u{FEFF}<a></a>", "<a xmlns=\"\"></a>",
    ])
  func stability(document: String) throws {
    do throws(SAMLRefusal) {
      _ = try CanonicalForm.tree(of: Array(document.utf8), prefixes: [])
      Issue.record("accepted")
    } catch {
      #expect(error.check == .canonicalForm)
    }
    #expect(try CanonicalForm.tree(of: Array("<a b=\"c\"><d></d>&amp;</a>".utf8), prefixes: []).name == "a")
  }

  // Fails when either is passed over.
  @Test("xml:base and XInclude are refused")
  func inclusion() throws {
    let response = try Stage.response()
    #expect(
      Self.check(response.replacing("<samlp:Status>", with: "<samlp:Status xml:base=\"https://a/\">"))
        == .markup)
    let include = "<i:include xmlns:i=\"http://www.w3.org/2001/XInclude\" href=\"file:///etc/passwd\"/>"
    #expect(Self.check(response.inserting(include, before: "</samlp:Status>")) == .markup)
  }
}
