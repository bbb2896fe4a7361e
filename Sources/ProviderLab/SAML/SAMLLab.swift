import Foundation
import Hummingbird
import IdentityWire
import SAML

/// A SAML 2.0 identity provider: requests by redirect, responses by post, and sign-ins that begin at the
/// provider.
struct SAMLLab: ProviderRules {
  /// The faults that a response can show, including general ones.
  static let faults = LabFault.allCases.filter { fault in
    switch fault {
    case .wrongAudience, .wrongIssuer, .wrongSignature, .expired, .issuedInFuture, .emailMissing,
      .deniedConsent, .wrongState:
      true
    default: fault.place == .samlResponse
    }
  }

  let lab: ProviderLab
  let profile: ProviderProfile

  init(lab: ProviderLab) {
    self.lab = lab
    profile = ProviderProfile(
      id: .saml, name: "SAML", issuer: "\(lab.baseURL)/saml/metadata", responseTypes: [], denial: [])
  }

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "sso", .authorize) { try answer($0) }
    // Serves the same page for an unsolicited sign-in.
    routes.on([.get, .post], "start", .authorize) { try answer($0) }
    routes.on([.get], "metadata", .metadata) { _ in try metadata() }
  }

  private func answer(_ received: LabRequest) throws -> Response {
    do {
      var request = try ReceivedSAMLRequest(received.query, fault: received.form["lab_fault"])
      guard let decision = try AuthorizationDecision(received) else {
        return LabReply.html(
          lab.pages.authorize(request, profile, faults: Self.faults, path: received.path))
      }
      if request.order == nil {
        request.order = lab.state.takeGrantFault(
          at: .saml, for: [.token, .samlResponse, .person, .callback])
      }
      return try deliver(try response(to: request, decision), to: request)
    } catch let refusal as AuthorizationRefusal {
      return showError(refusal)
    } catch let error as LabError {
      return showError(AuthorizationRefusal(error: "invalid_request", description: error.message))
    }
  }

  private func response(to request: ReceivedSAMLRequest, _ decision: AuthorizationDecision) throws -> String {
    var person: LabPerson?
    if case .allow(let chosen) = decision, request.order?.fault != .deniedConsent { person = chosen }
    return try SAMLResponseForge(
      lab: lab, content: .init(request, person, now: lab.now), fault: request.order?.fault
    ).document()
  }

  private func showError(_ refusal: AuthorizationRefusal) -> Response {
    LabReply.html(lab.pages.error(refusal.error, refusal.description, profile), .badRequest)
  }

  /// Makes the browser post the response (SAML V2.0 Bindings, section 3.5.4).
  private func deliver(_ document: String, to request: ReceivedSAMLRequest) throws -> Response {
    var form = FormURLEncoded()
    form.append("SAMLResponse", Data(document.utf8).base64EncodedString())
    if let state = request.relayState {
      form.append("RelayState", request.order?.fault == .wrongState ? "not-\(state)" : state)
    }
    let nonce = LabDigest.random(bytes: 16)
    return LabReply.html(
      lab.pages.formPost(form, to: request.assertionConsumerService, profile, scriptNonce: nonce),
      scriptNonce: nonce)
  }

  /// The certificates of the published keys in DER, the current one first.
  func certificates() throws -> [[UInt8]] {
    try lab.keys.published(by: .saml).map { try Self.signingKey($0).certificate }
  }

  /// The signing key with its certificate. A key always gets the same certificate.
  static func signingKey(_ key: LabKey) throws -> SAMLSigningKey {
    let made = SAMLSigningKey(
      privateKey: Array(key.privateKey.derRepresentation), commonName: "SAML of the provider lab")
    guard let made else { throw LabError(message: "A key of the SAML provider cannot be used.") }
    return made
  }

  private func metadata() throws -> Response {
    let keys = try certificates().map { certificate in
      """
      <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\
      \(Data(certificate).base64EncodedString())\
      </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
      """
    }
    let address = lab.endpoints(for: LabProviderID.saml.rawValue)?.authorization ?? ""
    let document = """
      <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
      xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="\(escapedHTML(profile.issuer))"><md:IDPSSODescriptor \
      WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">\
      \(keys.joined())<md:SingleSignOnService \
      Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="\(escapedHTML(address))"/>\
      </md:IDPSSODescriptor></md:EntityDescriptor>
      """
    return LabReply.text(
      document, .ok,
      [("Content-Type", "application/samlmetadata+xml"), ("Cache-Control", "no-store")])
  }
}

extension ProviderLab {
  /// The certificates of the SAML identity provider in DER. The certificate of the signing key is the first.
  ///
  /// - Throws: an error if the provider's keys cannot be read or made.
  public func samlCertificates() throws -> [[UInt8]] { try SAMLLab(lab: self).certificates() }

  /// Makes a response as the SAML identity provider would post it, in base64.
  ///
  /// If the options name no fault, a fault set by the control API applies.
  ///
  /// - Parameter options: `audience` is the service provider's entity id and `recipient` its assertion
  ///   consumer service; both are required.
  /// - Throws: ``LabError`` for an unknown person, and for a fault that responses cannot show.
  public func mintSAMLResponse(_ options: LabTokenOptions) throws -> String {
    guard let audience = options.audience, let recipient = options.recipient else {
      throw LabError(message: "A SAML response needs an audience and a recipient.")
    }
    let order =
      options.fault.map { FaultSpecification($0) }
      ?? state.takeGrantFault(at: .saml, for: [.token, .samlResponse, .person])
    if let order, !SAMLLab.faults.contains(order.fault) || order.fault.place == .callback {
      throw LabError(message: "The fault \(order.fault.rawValue) does not show in a SAML response.")
    }
    var content = SAMLResponseForge.Content(
      recipient: recipient, audience: audience, requestID: options.inResponseTo,
      person: try options.subject().applying(order?.fault), now: options.now ?? now)
    if let lifetime = options.lifetime { content.lifetime = lifetime }
    let document = try SAMLResponseForge(lab: self, content: content, fault: order?.fault).document()
    return Data(document.utf8).base64EncodedString()
  }
}
