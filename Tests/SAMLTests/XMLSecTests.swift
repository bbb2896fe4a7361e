import Foundation
import Testing

@testable import SAML

/// xmlsec1 as a second opinion about signatures: it canonicalises and verifies by code of its own.
@Suite("SAML signatures and xmlsec1", .enabled(if: Peer.xmlsec != nil)) struct XMLSecTests {
  private final class Directory {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// True if xmlsec1 finds each signature of a response good by a certificate's key.
  private static func verifies(_ xml: String, certificate: [UInt8]) throws -> Bool {
    let program = try #require(Peer.xmlsec)
    let directory = try Directory()
    let pem = directory.url.appendingPathComponent("certificate.pem")
    let body = Data(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    try Data("-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n".utf8).write(to: pem)
    let file = directory.url.appendingPathComponent("response.xml")
    try Data(xml.utf8).write(to: file)
    // The last element of a path is the signature that is checked.
    let paths = [
      "/*[local-name()='Response']/*[local-name()='Signature']",
      "/*[local-name()='Response']/*[local-name()='Assertion']/*[local-name()='Signature']",
    ]
    let present = try paths.filter { path in
      let root = try XMLTree.parse(Array(xml.utf8), .response)
      let parents = path.contains("Assertion") ? root.children("Assertion", in: XMLNames.assertion) : [root]
      return parents.contains { !$0.children("Signature", in: XMLNames.signature).isEmpty }
    }
    #expect(!present.isEmpty)
    return try present.allSatisfy { path in
      let arguments = [
        "--verify", "--id-attr:ID", "\(XMLNames.samlProtocol):Response", "--id-attr:ID",
        "\(XMLNames.assertion):Assertion",
        "--pubkey-cert-pem", pem.path, "--enabled-key-data", "x509,rsa,ecdsa", "--node-xpath", path,
        file.path,
      ]
      return try Peer.run(program, arguments).status == 0
    }
  }

  private static func agrees(
    _ xml: String, key: SAMLSigningKey = Stage.key, isGood: Bool, _ name: String
  ) throws {
    var expectations = Stage.expectations
    expectations.certificates = [key.certificate]
    expectations.allowsSHA1 = true
    let refusal = Stage.refusal(of: xml, expectations)
    #expect((refusal == nil) == isGood, "\(name): \(refusal?.description ?? "accepted")")
    #expect(try verifies(xml, certificate: key.certificate) == isGood, "xmlsec1: \(name)")
  }

  @Test("both find good signatures good, of every algorithm and form")
  func good() throws {
    for signed in [SAMLIssuer.Signed.assertion, .response, .both] {
      try Self.agrees(Stage.response(signed), isGood: true, "\(signed)")
    }
    for algorithm in SignatureAlgorithm.allCases where algorithm != .rsaSHA1 {
      var form = XMLSigner.Form()
      form.method = algorithm.rawValue
      form.digestMethod = algorithm.digest.rawValue
      form.keyInfo = []
      let key = algorithm.isForRSA ? Stage.key : try #require(EllipticKeys.p256)
      try Self.agrees(Stage.response(.both, form: form, key: key), key: key, isGood: true, algorithm.rawValue)
    }
    var form = XMLSigner.Form()
    form.prefixes = ["xs", "xsi", "#default"]
    try Self.agrees(Stage.response(.both, form: form), isGood: true, "prefixes")
    try Self.agrees(Stage.response(.both) { $0.replacing("><", with: ">\r\n\t<") }, isGood: true, "blanks")
    try Self.agrees(
      Stage.response(.both) {
        $0.replacing(">staff<", with: ">&#13;&#10;&#9; &amp;&lt;&gt;\"' é\u{1F511}<")
          .replacing(
            "Name=\"groups\"",
            with: "Name=\"a'&#34;&amp;&lt;&gt;&#xE9;\" b:z=\"1\" b:a=\"2\" a=\"3\" xmlns:b=\"urn:b\"")
      }, isGood: true, "characters")
    let nested = "<a xmlns=\"urn:a\"><b xmlns=\"\"><c xmlns=\"urn:a\" xmlns:d=\"urn:d\"><d:e/></c></b></a>"
    let extensions = "<samlp:Extensions>\(nested)</samlp:Extensions>"
    try Self.agrees(
      Stage.response(.both) { $0.inserting(extensions, before: "<samlp:Status>") }, isGood: true, "namespaces"
    )
  }

  @Test("both find bad signatures bad")
  func bad() throws {
    let response = try Stage.response(.both)
    let value = try response.element("ds:SignatureValue")
    let other = try Stage.response(.both) { $0.replacing("sam@", with: "tom@") }
    for (name, xml) in [
      ("another name", response.replacing("sam@", with: "tom@")),
      ("another value", response.replacing(value, with: try other.element("ds:SignatureValue"))),
      ("a blank", response.replacing("<samlp:Status>", with: "<samlp:Status> ")),
      (
        "a namespace's use",
        response.replacing("<samlp:Status>", with: "<samlp:Status xmlns:b=\"urn:b\" b:a=\"\">")
      ),
      ("a stranger's", try Stage.response(.both, key: Stage.strangersKey)),
      ("an attribute", response.replacing("Version=\"2.0\"", with: "Version=\"2.0\" Consent=\"a\"")),
    ] { try Self.agrees(xml, isGood: false, name) }
  }

  @Test("both take the recorded response for signed")
  func recorded() throws {
    let xml = String(decoding: RecordedResponse.xml, as: UTF8.self)
    #expect(try Self.verifies(xml, certificate: RecordedResponse.certificate))
    #expect(
      try !Self.verifies(xml.replacing("sam@", with: "tom@"), certificate: RecordedResponse.certificate))
  }

  @Test("xmlsec1 canonicalises elements to the same bytes")
  func canonicalForm() throws {
    // Its digests are over its own canonical form: the prefix list and the signature's place are the only differences.
    for prefixes in [[], ["xs"], ["#default", "saml"]] {
      var form = XMLSigner.Form()
      form.prefixes = prefixes
      let xml = try Stage.response(.response, form: form) {
        $0.replacing(
          "<samlp:Status>",
          with:
            "<samlp:Extensions xmlns:xs=\"urn:xs\" xmlns=\"urn:d\"><xs:a b=\"c\"/><e/></samlp:Extensions><samlp:Status>"
        )
      }
      try Self.agrees(xml, isGood: true, "\(prefixes)")
    }
  }
}
