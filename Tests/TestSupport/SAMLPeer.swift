import Foundation
import IdentityWire
import ProviderLab
import SAML

/// A SAML identity provider, played: it answers the requests that a server sends browsers with.
public struct SAMLPeer: Sendable {
  public let providerID: String
  package var issuer: SAMLIssuer
  /// The service provider's entity ID, which the server is given.
  public var audience = "https://sp.example.com/metadata"

  private static let keys = [
    SAMLSigningKey.generate(commonName: "one.idp.example.com"),
    SAMLSigningKey.generate(commonName: "two.idp.example.com"),
  ]

  /// - Parameter number: one of two, each with a key and an entity ID of its own.
  public init(_ providerID: String = "saml.company", number: Int = 0) throws {
    guard let key = Self.keys[number] else { throw TestFailure("no key was made") }
    self.providerID = providerID
    issuer = SAMLIssuer(entityID: "https://idp\(number).example.com/metadata", key: key)
  }

  public var entityID: String {
    get { issuer.entityID }
    set { issuer.entityID = newValue }
  }

  public var certificate: String {
    let body = Data(issuer.key.certificate)
      .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
  }

  /// The provider's settings by the REST API.
  public var config: [String: JSONValue] {
    [
      "displayName": "Company", "enabled": true,
      "idpConfig": [
        "idpEntityId": .string(issuer.entityID), "ssoUrl": "https://idp.example.com/sso?tenant=one",
        "signRequest": false, "idpCertificates": [["x509Certificate": .string(certificate)]],
      ],
      "spConfig": ["spEntityId": .string(audience), "callbackUri": ""],
    ]
  }

  /// Makes the provider known to a project or a tenant.
  public func configure(
    _ server: TestServer, _ more: [String: JSONValue] = [:], tenant: String? = nil
  ) async throws {
    let parent = tenant.map { "tenants/\($0)/" } ?? ""
    let response = try await server.configure(
      "POST", "\(parent)inboundSamlConfigs?inboundSamlConfigId=\(providerID)",
      .object(config.merging(more) { $1 }))
    guard response.status == 200 else { throw TestFailure("\(response.status) \(response.text)") }
  }

  // MARK: Responses

  /// The values of a response to a request; nil for one that answers none.
  package func content(
    answering request: SAMLPeerRequest?, at address: String, user: String = "ada@example.com", now: Date
  ) -> SAMLResponseContent {
    SAMLResponseContent(
      responseID: "_r\(UUID().uuidString)", assertionID: "_a\(UUID().uuidString)", issueInstant: now,
      destination: address, inResponseTo: request?.id, audience: audience, nameID: user)
  }

  /// The form's field `SAMLResponse`.
  package func response(_ content: SAMLResponseContent, signing signed: SAMLIssuer.Signed = .assertion)
    throws -> String
  {
    guard let xml = issuer.response(content, signing: signed) else {
      throw TestFailure("no response was issued")
    }
    return Data(xml.utf8).base64EncodedString()
  }

  /// The field of a good response to a flow's request.
  package func answer(
    _ flow: AuthUriFlow, _ server: TestServer, _ change: (inout SAMLResponseContent) -> Void = { _ in }
  ) throws -> String {
    let request = try SAMLPeerRequest(flow)
    var content = content(answering: request, at: request.address, now: server.clock.now().date)
    change(&content)
    return try response(content)
  }
}

/// A request as the HTTP-Redirect binding brings it.
public struct SAMLPeerRequest: Sendable {
  public let xml: String
  public let id: String
  /// The address of the assertion consumer service.
  public let address: String
  public let relayState: String

  public init(_ flow: AuthUriFlow) throws {
    guard let text = flow["SAMLRequest"], let compressed = Data(base64Encoded: text),
      let message = Inflate.bytes(of: Array(compressed), maximum: 65_536),
      let relayState = flow["RelayState"]
    else { throw TestFailure("no request in \(flow.authURI)") }
    xml = String(decoding: message, as: UTF8.self)
    self.relayState = relayState
    id = try Self.attribute("ID", of: xml)
    address = try Self.attribute("AssertionConsumerServiceURL", of: xml).replacing("&amp;", with: "&")
  }

  public static func attribute(_ name: String, of xml: String) throws -> String {
    guard let start = xml.range(of: " \(name)=\"")?.upperBound,
      let end = xml[start...].firstIndex(of: "\"")
    else { throw TestFailure("no \(name) in \(xml)") }
    return String(xml[start..<end])
  }
}

extension TestServer {
  /// `accounts:signInWithIdp` with a response, as an app sends what the handler's page gave it.
  public func finishSAML(
    _ flow: AuthUriFlow, _ response: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    let form = FormURLEncoded([("SAMLResponse", response), ("RelayState", flow["RelayState"] ?? "")])
    var message = more
    message["postBody"] = message["postBody"] ?? .string(form.text)
    return try await finishFlow(flow, at: origin + "/__/auth/handler", message, key: key)
  }

  /// The whole of a sign-in at the played provider.
  package func signInBySAML(
    _ peer: SAMLPeer, _ more: [String: JSONValue] = [:],
    _ change: (inout SAMLResponseContent) -> Void = { _ in }
  ) async throws -> TestResponse {
    let begun = more.filter { $0.key == "tenantId" }
    let flow = try await beginFlow(peer.providerID, begun)
    return try await finishSAML(flow, try peer.answer(flow, self, change), more)
  }
}
