import IdentityWire

/// Checks the values of a response outside its assertion. An unsigned response can only cause a refusal.
struct ResponseReader {
  private static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
  /// The second-level codes with which providers report that the user declined (SAML V2.0 Core, section
  /// 3.2.2.2).
  private static let denials = [
    "urn:oasis:names:tc:SAML:2.0:status:RequestDenied", "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed",
  ]

  private let expectations: SAMLExpectations

  init(_ expectations: SAMLExpectations) { self.expectations = expectations }

  /// - Parameter isSigned: true if the response itself is signed. A signed response has to name its
  ///   destination.
  func check(_ response: XMLElement, isSigned: Bool = false) throws(SAMLRefusal) {
    try checkStatus(response)
    let reader = ValueReader(expectations)
    try reader.checkVersion(of: response)
    if let issuer = try MessageStructure.single("Issuer", XMLNames.assertion, in: response) {
      try reader.checkIssuer(issuer)
    }
    let destination = response["Destination"]
    if destination != nil || isSigned {
      guard let destination, destination.hasSameBytes(as: expectations.assertionConsumerService) else {
        throw SAMLRefusal(
          .destination, expected: expectations.assertionConsumerService,
          seen: destination ?? "no Destination in a signed response")
      }
    }
    if let answered = response["InResponseTo"] { try reader.checkInResponseTo(answered) }
  }

  private func checkStatus(_ response: XMLElement) throws(SAMLRefusal) {
    func refusal(_ seen: String, isDenial: Bool = false) -> SAMLRefusal {
      SAMLRefusal(.status, expected: Self.success, seen: seen, isDenial: isDenial)
    }
    guard let status = try MessageStructure.single("Status", XMLNames.samlProtocol, in: response),
      let code = try MessageStructure.single("StatusCode", XMLNames.samlProtocol, in: status)
    else { throw refusal("no status") }
    let value = code["Value"] ?? ""
    guard !value.hasSameBytes(as: Self.success) else { return }
    let inner = code.children("StatusCode", in: XMLNames.samlProtocol).first?["Value"]
    let message = status.children("StatusMessage", in: XMLNames.samlProtocol).first?.text
    throw refusal(
      [value, inner, message].compactMap { $0 }.joined(separator: ", "),
      isDenial: inner.map { Self.denials.containsBytes(of: $0) } ?? false)
  }
}
