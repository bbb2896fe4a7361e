import Foundation
import Testing

@testable import SAML

/// Signatures that are missing, of another form than the one that is accepted, or by a key that does not count.
@Suite("SAML signature form") struct SignatureFormTests {
  private static let signatureNamespace = "http://www.w3.org/2000/09/xmldsig#"
  private static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"

  /// Signs with a changed `SignedInfo`: the signature's value is right.
  private static func refusal(changing change: @escaping @Sendable (String) -> String) throws -> SAMLCheck? {
    var form = XMLSigner.Form()
    form.changingSignedInfo = change
    let response = try Stage.response(form: form)
    #expect(response != (try Stage.response()), "the change changed nothing")
    return Stage.refusal(of: response)?.check
  }

  // Fails when an unsigned response is read.
  @Test("a response without a signature is refused, and one whose signature was taken out")
  func exclusion() throws {
    #expect(Stage.refusal(of: Stage.unsigned)?.check == .signaturePresence)
    let signed = try Stage.response()
    #expect(
      Stage.refusal(of: signed.without(try signed.element("ds:Signature")))?.check == .signaturePresence)
    let empty = signed.replacing(try signed.element("ds:SignatureValue"), with: "<ds:SignatureValue/>")
    #expect(Stage.refusal(of: empty)?.check == .signatureProfile)
    let hollow = signed.replacing(
      try signed.element("ds:Signature"), with: "<ds:Signature xmlns:ds=\"\(Self.signatureNamespace)\"/>")
    #expect(Stage.refusal(of: hollow)?.check == .signatureProfile)
  }

  // Fails when a signature may stand elsewhere, or name another element than its parent.
  @Test("a signature over a part of the assertion alone is refused")
  func partial() throws {
    let xml = Stage.unsigned.replacing("<saml:Conditions ", with: "<saml:Conditions ID=\"_part\" ")
    let signed = try #require(XMLSigner(Stage.key).sign(xml, id: "_part"))
    #expect(Stage.refusal(of: signed)?.check == .structure)
    // Moved to where the assertion's signature stands.
    let signature = try signed.element("ds:Signature")
    let moved = signed.without(signature).replacing(
      "</saml:Issuer><saml:Subject>", with: "</saml:Issuer>\(signature)<saml:Subject>")
    #expect(Stage.refusal(of: moved)?.check == .signatureProfile)
  }

  // Fails when the reference is resolved instead of compared.
  @Test(
    "only the reference to the parent itself is accepted",
    arguments: [
      "", "#", "#_response", "#xpointer(/)", "#xpointer(id('_assertion'))", "_assertion",
      "https://example.com/#_assertion",
      "#_assertion#_assertion",
    ])
  func reference(uri: String) throws {
    let check = try Self.refusal { $0.replacing("URI=\"#_assertion\"", with: "URI=\"\(uri)\"") }
    #expect(check == .signatureProfile)
  }

  // Fails when references are not counted, or their attributes not looked at.
  @Test("a reference without a URI, a second one, and one with a type are refused")
  func references() throws {
    #expect(try Self.refusal { $0.replacing(" URI=\"#_assertion\"", with: "") } == .signatureProfile)
    #expect(
      try Self.refusal { info in
        guard let reference = try? info.element("ds:Reference") else { return info }
        return info.inserting(reference, before: "<ds:Reference")
      } == .signatureProfile)
    #expect(
      try Self.refusal {
        $0.replacing("<ds:Reference", with: "<ds:Reference Type=\"\(Self.signatureNamespace)Manifest\"")
      } == .signatureProfile)
  }

  // Fails when transforms are not compared with the two that there are, each at its place.
  @Test(
    "no other transforms, and none more or less",
    arguments: [
      "http://www.w3.org/TR/1999/REC-xslt-19991116", "http://www.w3.org/TR/1999/REC-xpath-19991116",
      "http://www.w3.org/2002/06/xmldsig-filter2", "http://www.w3.org/2000/09/xmldsig#base64",
      "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
      "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
    ])
  func transforms(algorithm: String) throws {
    let transform = "<ds:Transform Algorithm=\"\(algorithm)\"></ds:Transform>"
    let canonical = "<ds:Transform Algorithm=\"\(Self.exclusive)\"></ds:Transform>"
    #expect(try Self.refusal { $0.replacing(canonical, with: transform) } == .signatureProfile)
    #expect(try Self.refusal { $0.inserting(transform, before: "</ds:Transforms>") } == .signatureProfile)
    #expect(try Self.refusal { $0.inserting(transform, after: "<ds:Transforms>") } == .signatureProfile)
    #expect(try Self.refusal { $0.replacing(canonical, with: "") } == .signatureProfile)
    #expect(
      try Self.refusal { $0.replacing("\(Self.signatureNamespace)enveloped-signature", with: Self.exclusive) }
        == .signatureProfile)
  }

  // Fails when the method of SignedInfo is not compared.
  @Test(
    "SignedInfo is canonicalised exclusively and without comments",
    arguments: [
      "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
      "http://www.w3.org/2001/10/xml-exc-c14n#WithComments", "", "none",
    ])
  func canonicalisation(algorithm: String) throws {
    let method = "<ds:CanonicalizationMethod Algorithm=\""
    #expect(
      try Self.refusal { $0.replacing(method + Self.exclusive, with: method + algorithm) }
        == .signatureProfile)
  }

  // Fails when children, texts or attributes that the form has no place for are passed over.
  @Test("parts that the form does not have are refused")
  func extraParts() throws {
    let response = try Stage.response()
    for (place, part) in [
      ("</ds:Signature>", "<ds:Object/>"), ("</ds:Signature>", "<ds:Object><ds:Manifest/></ds:Object>"),
      ("<ds:SignedInfo", "<ds:Object/>"), ("<ds:SignatureValue>", try response.element("ds:SignedInfo")),
      ("</ds:Signature>", "<ds:SignatureValue>AAAA</ds:SignatureValue>"), ("</ds:Signature>", "text"),
      ("</ds:SignatureValue>", "<a xmlns=\"urn:a\"/>"), ("</ds:DigestValue>", "<ds:a/>"),
    ] {
      #expect(
        Stage.refusal(of: response.inserting(part, before: place))?.check == .signatureProfile,
        "\(part.prefix(40))")
    }
    for part in ["<ds:HMACOutputLength>0</ds:HMACOutputLength>", "<a xmlns=\"urn:a\"></a>", "x"] {
      #expect(try Self.refusal { $0.inserting(part, before: "</ds:SignatureMethod>") } == .signatureProfile)
      #expect(try Self.refusal { $0.inserting(part, before: "</ds:DigestMethod>") } == .signatureProfile)
      #expect(
        try Self.refusal { $0.inserting(part, before: "</ds:CanonicalizationMethod>") } == .signatureProfile)
      #expect(try Self.refusal { $0.inserting(part, before: "</ds:Transform>") } == .signatureProfile)
    }
    #expect(
      try Self.refusal { $0.replacing("<ds:SignatureMethod ", with: "<ds:SignatureMethod a=\"b\" ") }
        == .signatureProfile)
  }

  // Fails when parts are counted and not named.
  @Test("the parts stand under their own names, in their order")
  func parts() throws {
    let response = try Stage.response()
    let value = try response.element("ds:SignatureValue")
    let swapped = response.without(value).inserting(value, before: "<ds:SignedInfo")
    #expect(Stage.refusal(of: swapped)?.check == .signatureProfile)
    for name in [
      "SignatureMethod", "DigestMethod", "DigestValue", "Transforms", "Transform", "CanonicalizationMethod",
    ] {
      for other in ["ds:Other", "Other"] {
        let check = try Self.refusal {
          $0.replacing("<ds:\(name)>", with: "<\(other)>").replacing("<ds:\(name) ", with: "<\(other) ")
            .replacing("</ds:\(name)>", with: "</\(other)>")
        }
        #expect(check == .signatureProfile, "\(name) as \(other)")
      }
    }
    #expect(
      try Self.refusal { info in
        guard let method = try? info.element("ds:SignatureMethod") else { return info }
        return info.without(method).inserting(method, before: "<ds:CanonicalizationMethod")
      } == .signatureProfile)
  }

  // Fails when the list of prefixes is not bounded, or not looked at.
  @Test("prefix lists are short and hold prefixes alone")
  func prefixes() throws {
    @Sendable func list(_ text: String, _ name: String = "ec:InclusiveNamespaces")
      -> @Sendable (String) -> String
    {
      let inclusion = "<\(name) xmlns:ec=\"\(Self.exclusive)\" PrefixList=\"\(text)\"></\(name)>"
      return { $0.inserting(inclusion, before: "</ds:Transform></ds:Transforms>") }
    }
    for text in [String(repeating: "a ", count: 17), String(repeating: "a", count: 300), "a:b", "<", "1"] {
      #expect(
        try Self.refusal(changing: list(text.replacing("<", with: "&lt;"))) == .signatureProfile, "\(text)")
    }
    #expect(try Self.refusal(changing: list("xs", "ec:Other")) == .signatureProfile)
    #expect(try Self.refusal { list("xs")(list("xsi")($0)) } == .signatureProfile)
  }

  // Fails when comments are left to canonicalisation, which takes them out.
  @Test("a comment or a CDATA section inside a digest is refused before the digest is read")
  func commentedDigest() throws {
    for part in ["<!-- -->", "<![CDATA[AAAA]]>", "<?a?>"] {
      #expect(try Self.refusal { $0.inserting(part, after: "<ds:DigestValue>") } == .markup)
    }
  }

  // Fails when an algorithm is added that is not of the list.
  @Test(
    "a shared key is no algorithm, with the certificate as the key or without",
    arguments: [
      "http://www.w3.org/2000/09/xmldsig#hmac-sha1", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
      "http://www.w3.org/2000/09/xmldsig#dsa-sha1", "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
      "http://www.w3.org/2001/04/xmldsig-more#rsa-md5", "none", "",
    ])
  func algorithms(method: String) throws {
    var form = XMLSigner.Form()
    form.method = method
    #expect(Stage.refusal(of: try Stage.response(form: form))?.check == .algorithm)
  }

  // Fails when a key's kind is not compared with the algorithm's.
  @Test("an algorithm for keys of another kind finds no key")
  func confusion() throws {
    var form = XMLSigner.Form()
    let rsa = SignatureAlgorithm.rsaSHA256.rawValue
    let ecdsa = SignatureAlgorithm.ecdsaSHA256.rawValue
    form.changingSignedInfo = { $0.replacing(rsa, with: ecdsa) }
    #expect(Stage.refusal(of: try Stage.response(form: form))?.check == .signature)
    form.method = ecdsa
    form.changingSignedInfo = { $0.replacing(ecdsa, with: rsa) }
    let key = try #require(EllipticKeys.p256)
    var expectations = Stage.expectations
    expectations.certificates = [key.certificate]
    #expect(Stage.refusal(of: try Stage.response(form: form, key: key), expectations)?.check == .signature)
  }

  // Fails when SHA-1 is accepted without being allowed, as signature and as digest (each alone).
  @Test("SHA-1 counts only where the provider allows it")
  func sha1() throws {
    var allowing = Stage.expectations
    allowing.allowsSHA1 = true
    var method = XMLSigner.Form()
    method.method = SignatureAlgorithm.rsaSHA1.rawValue
    var digest = XMLSigner.Form()
    digest.digestMethod = DigestAlgorithm.sha1.rawValue
    for form in [method, digest] {
      let response = try Stage.response(form: form)
      #expect(Stage.refusal(of: response)?.check == .algorithm)
      #expect(Stage.refusal(of: response, allowing) == nil)
    }
    var unknown = XMLSigner.Form()
    unknown.changingSignedInfo = {
      $0.replacing(DigestAlgorithm.sha256.rawValue, with: "http://www.w3.org/2001/04/xmldsig-more#md5")
    }
    #expect(Stage.refusal(of: try Stage.response(form: unknown), allowing)?.check == .algorithm)
  }

  // Fails when the key information is believed, or when a signature inside a signed response is passed over.
  @Test("a stranger's signature with their certificate in it is one by another key")
  func keyInjection() throws {
    let response = try Stage.response(key: Stage.strangersKey)
    #expect(response.contains(Data(Stage.strangersKey.certificate).base64EncodedString()))
    let refusal = try #require(Stage.refusal(of: response))
    // An operator sees which certificate it was, by SHA-256 of its DER.
    #expect(
      refusal.check == .signature
        && refusal.seen?.contains(/certificate ([0-9A-F]{2}:){31}[0-9A-F]{2}\)/) == true)
    // The configured certificate in the key information changes nothing.
    var form = XMLSigner.Form()
    form.keyInfo = Stage.key.certificate
    #expect(Stage.refusal(of: try Stage.response(form: form, key: Stage.strangersKey))?.check == .signature)
    // The stranger's inside the provider's own, and one that a good response's signature covers but that is no longer good.
    let stranger = try Stage.response(key: Stage.strangersKey)
    let around = try #require(XMLSigner(Stage.key).sign(stranger, id: "_response"))
    #expect(Stage.refusal(of: around)?.check == .signature)
    let changed = try Stage.response().replacing("sam@corp.example", with: "admin@corp.example")
    let covered = try #require(XMLSigner(Stage.key).sign(changed, id: "_response"))
    #expect(Stage.refusal(of: covered)?.check == .digest)
    // The stranger's around the provider's own.
    let inner = try Stage.response()
    let both = try #require(XMLSigner(Stage.strangersKey).sign(inner, id: "_response"))
    #expect(Stage.refusal(of: both)?.check == .signature)
  }

  // Fails when a key's size is not looked at, or a certificate may have bytes after it.
  @Test("weak keys and things that are no certificates do not count")
  func certificates() throws {
    let weak = try #require(SAMLSigningKey.generate(bits: 1024, commonName: "weak"))
    let response = try Stage.response(key: weak)
    for certificates in [[weak.certificate], [], [[]], [[0x30, 0x00]], [Stage.key.certificate + [0]]] {
      var expectations = Stage.expectations
      expectations.certificates = certificates
      #expect(Stage.refusal(of: response, expectations)?.check == .certificates)
    }
    // A weak one beside a good one does not count either.
    var expectations = Stage.expectations
    expectations.certificates.append(weak.certificate)
    #expect(Stage.refusal(of: response, expectations)?.check == .signature)
  }

  // Fails when signature or digest are not compared (each alone).
  @Test("another signature's value, digest or text is refused")
  func values() throws {
    let response = try Stage.response()
    let value = try response.element("ds:SignatureValue")
    let other = try Stage.response { $0.replacing("sam@corp.example", with: "tom@corp.example") }
    #expect(
      Stage.refusal(of: response.replacing(value, with: try other.element("ds:SignatureValue")))?.check
        == .signature)
    let digest = try response.element("ds:DigestValue")
    #expect(
      Stage.refusal(of: response.replacing(digest, with: try other.element("ds:DigestValue")))?.check
        == .signature)
    // A good signature over another digest.
    var form = XMLSigner.Form()
    let foreign = try other.element("ds:DigestValue")
    form.changingSignedInfo = { $0.replacing(digest, with: foreign) }
    #expect(Stage.refusal(of: try Stage.response(form: form))?.check == .digest)
    for text in ["!", "AAA", "AAAA=AAAA", String(repeating: "A", count: 8_192)] {
      let changed = response.replacing(value, with: "<ds:SignatureValue>\(text)</ds:SignatureValue>")
      #expect(Stage.refusal(of: changed)?.check == .signatureProfile, "\(text.prefix(10))")
    }
  }
}
