import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("T38: costly text of SAML", .fewAtOnce, .serialized)
struct T38SAMLTextTests {
  private static let json = ("Content-Type", "application/json")
  private static let root = "/identitytoolkit.googleapis.com/"

  // Fails when a response is decoded or compared before its text was found cheap.
  @Test("responses and the state beside them")
  func responses() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.responses(kind, server) }
  }

  private static func responses(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for field in ["SAMLResponse", "RelayState"] {
      try await server.expectLinear("\(kind) as \(field)") { length in
        let text = kind.jsonText(bytes: length)
        return (
          "POST", "\(root)v1/accounts:signInWithIdp?key=key", [json],
          #"{"requestUri":"http://localhost","postBody":"SAMLResponse=AAAA&RelayState=x&\#(field)=\#(text)"}"#
        )
      }
    }
  }

  // Fails when a name, an ID, an attribute or a text of a document is compared or counted by characters.
  @Test("documents, with costly text in each of their places")
  func documents() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.documents(kind, server) }
  }

  private static func documents(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for place in Place.allCases {
      try await server.expectLinear("\(kind) as \(place)", from: 8_192) { length in
        let state = try await newState(server)
        let xml = document(place, kind.text(bytes: length))
        let form = FormURLEncoded([
          ("SAMLResponse", Data(xml.utf8).base64EncodedString()), ("RelayState", state),
        ])
        let message: JSONValue = [
          "requestUri": "http://localhost", "sessionId": "session", "postBody": .string(form.text),
        ]
        let before = server.processorTime
        let answer = try await server.send(
          "POST", "\(root)v1/accounts:signInWithIdp?key=key", headers: [json],
          body: JSONWriter.text(message))
        #expect(
          answer.status == 400 && answer.body.contains("INVALID_IDP_RESPONSE"),
          "\(kind) as \(place): \(answer.body.prefix(utf8Bytes: 300))")
        return server.processorTime - before
      }
    }
  }

  private enum Place: String, CaseIterable {
    case id, destination, attribute, element, namespace, issuer, statusMessage, reference, prefixes, digest
    case nameID, attributeName, value
  }

  /// The state of a new flow at the lab's provider.
  private static func newState(_ server: MeasuredServer) async throws -> String {
    let handler = "http://127.0.0.1:\(server.port)/__/auth/handler"
    let begun = try await server.send(
      "POST", "\(root)v1/accounts:createAuthUri?key=key", headers: [json],
      body: #"{"providerId":"saml.lab","continueUri":"\#(handler)","sessionId":"session"}"#)
    let state = begun.body.firstMatch(of: /RelayState=([A-Za-z0-9_-]+)/)?.1
    return String(try #require(state, "\(begun.body)"))
  }

  /// A response that nobody signed: its costs come before anybody is known.
  private static func document(_ place: Place, _ text: String) -> String {
    func at(_ other: Place, _ usual: String = "x") -> String { place == other ? text : usual }
    let signature = """
      <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod \
      Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod \
      Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#\(at(.reference, "_a"))">\
      <ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform \
      Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><ec:InclusiveNamespaces \
      xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="\(at(.prefixes, "saml"))"/></ds:Transform>\
      </ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>\
      \(at(.digest, "AAAA"))</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>AAAA\
      </ds:SignatureValue></ds:Signature>
      """
    let destination = place == .destination ? " Destination=\"\(text)\"" : ""
    let issuer = place == .issuer ? "<saml:Issuer>\(text)</saml:Issuer>" : ""
    return """
      <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
      xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:x="urn:\(at(.namespace))" ID="\(at(.id, "_r"))" \
      Version="2.0"\(destination)\(place == .attribute ? " \(text)=\"x\"" : "")>\(issuer)<samlp:Status>\
      <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/><samlp:StatusMessage>\
      \(at(.statusMessage))</samlp:StatusMessage></samlp:Status>\(place == .element ? "<\(text)/>" : "")\
      <saml:Assertion ID="_a" Version="2.0"><saml:Issuer>x</saml:Issuer>\(signature)<saml:Subject>\
      <saml:NameID>\(at(.nameID))</saml:NameID></saml:Subject><saml:AttributeStatement><saml:Attribute \
      Name="\(at(.attributeName))"><saml:AttributeValue>\(at(.value))</saml:AttributeValue></saml:Attribute>\
      </saml:AttributeStatement></saml:Assertion></samlp:Response>
      """
  }

  // Fails when a setting is compared or parsed before its text was found cheap.
  @Test("settings of SAML providers")
  func settings() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.settings(kind, server) }
  }

  private static func settings(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for (member, field) in [
      ("idpConfig", "idpEntityId"), ("idpConfig", "ssoUrl"), ("spConfig", "spEntityId"),
      ("spConfig", "callbackUri"),
    ] {
      try await server.expectLinear("\(kind) as \(field)") { length in
        (
          "POST", "\(root)v2/projects/example/inboundSamlConfigs?inboundSamlConfigId=saml.x",
          [json, ("Authorization", "Bearer owner")],
          #"{"\#(member)":{"\#(field)":"\#(kind.jsonText(bytes: length))"}}"#
        )
      }
    }
  }
}
