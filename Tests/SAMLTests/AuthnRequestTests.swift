import Foundation
import Testing

@testable import SAML

@Suite("SAML requests") struct AuthnRequestTests {
  private static let request = SAMLAuthnRequest(
    id: SAMLAuthnRequest.id(random: (0..<16).map { UInt8($0) }), issueInstant: Stage.now,
    destination: "https://idp.example.com/sso?a=1&b=\"2\"",
    assertionConsumerService: Stage.assertionConsumerService,
    issuer: Stage.serviceProvider)

  @Test("the request names who asks, where the answer goes, and no format of names")
  func xml() throws {
    #expect(Self.request.id == "_000102030405060708090a0b0c0d0e0f")
    let root = try XMLTree.parse(Array(Self.request.xml.utf8), .response)
    #expect(root.isNamed("AuthnRequest", in: XMLNames.samlProtocol))
    #expect(root["ID"] == Self.request.id && root["Version"] == "2.0")
    #expect(
      root["IssueInstant"] == XMLInstant.text(Stage.now) && root["Destination"] == Self.request.destination)
    #expect(root["AssertionConsumerServiceURL"] == Stage.assertionConsumerService)
    #expect(
      root["ProtocolBinding"] == "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" && root["ForceAuthn"] == nil
    )
    #expect(root.children.map(\.name) == ["Issuer"] && root.children[0].text == Stage.serviceProvider)
    var again = Self.request
    again.forcesAuthentication = true
    #expect(try XMLTree.parse(Array(again.xml.utf8), .response)["ForceAuthn"] == "true")
  }

  @Test("a played provider reads of a request what it needs, and nothing of other documents")
  func received() throws {
    var request = Self.request
    request.forcesAuthentication = true
    let received = try #require(SAMLReceivedRequest(xml: Array(request.xml.utf8)))
    #expect(received.id == request.id && received.issuer == Stage.serviceProvider)
    #expect(
      received.assertionConsumerService == Stage.assertionConsumerService && received.forcesAuthentication)
    #expect(SAMLReceivedRequest(xml: Array(Self.request.xml.utf8))?.forcesAuthentication == false)
    for other in [
      Stage.unsigned, "", "<a/>", "<!DOCTYPE a>" + request.xml,
      request.xml.replacing(" ID=\"\(request.id)\"", with: ""),
    ] { #expect(SAMLReceivedRequest(xml: Array(other.utf8)) == nil) }
  }

  @Test("the address carries the request compressed, and its own query before it")
  func redirect() throws {
    let redirect = try #require(Self.request.redirect(relayState: "state &=+é"))
    let query = try #require(redirect.url.split(separator: "?", maxSplits: 1).last)
    #expect(redirect.url.hasPrefix("https://idp.example.com/sso?a=1&b=\"2\"&SAMLRequest="))
    #expect(query.hasSuffix("&RelayState=state%20%26%3D%2B%C3%A9") && !query.contains("SigAlg"))
    let message = try #require(query.split(separator: "SAMLRequest=").last?.split(separator: "&").first)
    let compressed = try #require(message.removingPercentEncoding.flatMap { Data(base64Encoded: $0) })
    #expect(try Inflate.inflated([UInt8](compressed)) == Array(Self.request.xml.utf8))
    #expect(compressed.count < Self.request.xml.utf8.count)
    for (address, start) in [
      ("https://a/b", "https://a/b?SAMLRequest="), ("https://a/b?", "https://a/b?SAMLRequest="),
      ("https://a/?c&", "https://a/?c&SAMLRequest="),
    ] {
      var other = Self.request
      other.destination = address
      #expect(try #require(other.redirect(relayState: "x")).url.hasPrefix(start))
    }
  }

  @Test("a signature is made over the octets of the address, in the binding's order")
  func signature() throws {
    let redirect = try #require(Self.request.redirect(relayState: "state"))
    let octets = String(decoding: redirect.signedOctets, as: UTF8.self)
    #expect(
      octets.hasPrefix("SAMLRequest=")
        && octets.hasSuffix(
          "&RelayState=state&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256")
    )
    let signature = try #require(Stage.key.signature(over: redirect.signedOctets))
    let url = redirect.url(signature: signature)
    let parts = url.split(separator: "&Signature=")
    #expect(parts.count == 2 && parts[0].hasSuffix("&" + octets))
    let sent = try #require(parts[1].removingPercentEncoding.flatMap { Data(base64Encoded: $0) })
    let key = try #require(CertificateKey(certificate: Stage.key.certificate))
    #expect(key.isValid(signature: [UInt8](sent), over: Array(octets.utf8), by: .rsaSHA256))
  }
}

/// Unpacks raw DEFLATE by Python's zlib.
enum Inflate {
  static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let program = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read(), -15))"
    return try Peer.run("/usr/bin/env", ["python3", "-c", program], input: bytes).output
  }
}
