import Foundation
import IdentityWire
import SAML

/// A SAML sign-in request, or the parameters of a sign-in that begins at the identity provider.
struct ReceivedSAMLRequest: Sendable {
  private static let redirectParameters: Set<String> = [
    "SAMLRequest", "RelayState", "SigAlg", "Signature", "SAMLEncoding",
  ]

  /// All parameters, in their order.
  let parameters: FormURLEncoded
  /// The request's `ID`. Nil if there is no request.
  var requestID: String?
  /// The service provider's entity ID.
  var audience: String
  var assertionConsumerService: String
  var relayState: String?
  var order: FaultSpecification?

  /// - Parameter fault: the name of the fault chosen on the page; nil for the fault in the request.
  /// - Throws: ``AuthorizationRefusal`` if no response can be sent, ``LabError`` for an unknown fault.
  init(_ parameters: FormURLEncoded, fault: String?) throws {
    self.parameters = parameters
    if let message = parameters["SAMLRequest"] {
      guard let data = Data(base64Encoded: message),
        let xml = Inflate.bytes(of: Array(data), maximum: SAMLReceivedRequest.maximumSize),
        let request = SAMLReceivedRequest(xml: xml)
      else {
        throw AuthorizationRefusal(
          error: "invalid_request", description: "SAMLRequest is no deflated AuthnRequest.")
      }
      requestID = request.id
      audience = request.issuer.trimmingCharacters(in: .whitespacesAndNewlines)
      assertionConsumerService = request.assertionConsumerService ?? ""
    } else {
      audience = parameters["audience"] ?? ""
      assertionConsumerService = parameters["acs"] ?? ""
    }
    relayState = parameters["RelayState"]
    guard !audience.isEmpty, audience.utf8.count <= 1_024 else {
      throw AuthorizationRefusal(
        error: "invalid_request", description: "The service provider's entity id is missing.")
    }
    guard RedirectURI.isAcceptable(assertionConsumerService) else {
      throw AuthorizationRefusal(
        error: "invalid_request",
        description: "The assertion consumer service must be an https or a loopback URL.")
    }
    order = try (fault ?? parameters["lab_fault"]).map { FaultSpecification(try LabFault(named: $0)) }
  }

  /// The parameters that the HTTP-Redirect binding does not define, and the signature algorithm.
  var others: [(name: String, value: String)] {
    parameters.pairs.filter { !Self.redirectParameters.contains($0.name) || $0.name == "SigAlg" }
  }
}
