/// A response or an assertion in which each element is at its only allowed place.
///
/// Elements are found by exact paths from the root. An assertion, a signature, or a part of either in any
/// other place is refused. So the reader never has to choose between two candidates.
struct MessageStructure {
  /// Nil if the document's root is the assertion.
  let response: XMLElement?
  let responseSignature: XMLElement?
  let assertion: XMLElement?
  let assertionSignature: XMLElement?

  private static let responseParts: Set<String> = ["Issuer", "Status", "Assertion", "EncryptedAssertion"]
  private static let assertionParts: Set<String> = [
    "Issuer", "Subject", "Conditions", "Advice", "AuthnStatement", "AuthzDecisionStatement",
    "AttributeStatement",
  ]
  private static let protocolParts: Set<String> = ["Extensions", "Status"]
  /// The elements that may contain a message's values. Each of them has only one allowed place.
  private static let exclusiveNames: Set<String> = [
    "Assertion", "EncryptedAssertion", "Subject", "Conditions", "AuthnStatement", "AttributeStatement",
  ]

  /// - Throws: ``SAMLRefusal`` of `structure`, `encryption` or `identifiers`.
  init(response root: XMLElement) throws(SAMLRefusal) {
    guard root.isNamed("Response", in: XMLNames.samlProtocol) else {
      throw SAMLRefusal(.structure, expected: "a samlp:Response", seen: "\(root.name) at the root")
    }
    try Self.checkParts(of: root) { part in
      part.isIn(XMLNames.samlProtocol)
        ? Self.protocolParts.contains(part.name)
        : part.isIn(XMLNames.assertion) && Self.responseParts.contains(part.name)
    }
    response = root
    responseSignature = try Self.single("Signature", XMLNames.signature, in: root)
    assertion = try Self.single("Assertion", XMLNames.assertion, in: root)
    if let assertion {
      assertionSignature = try Self.single("Signature", XMLNames.signature, in: assertion)
    } else {
      assertionSignature = nil
    }
    try checkPlaces(root)
  }

  /// - Throws: ``SAMLRefusal`` of `structure`, `encryption` or `identifiers`.
  init(assertion root: XMLElement) throws(SAMLRefusal) {
    guard root.isNamed("Assertion", in: XMLNames.assertion) else {
      throw SAMLRefusal(.structure, expected: "a saml:Assertion", seen: "\(root.name) at the root")
    }
    (response, responseSignature) = (nil, nil)
    assertion = root
    assertionSignature = try Self.single("Signature", XMLNames.signature, in: root)
    try checkPlaces(root)
  }

  private static let encrypted = SAMLRefusal(
    .encryption, expected: "an assertion that is not encrypted", seen: "an encrypted element")

  private func checkPlaces(_ root: XMLElement) throws(SAMLRefusal) {
    if let assertion {
      try Self.checkParts(of: assertion) { part in
        part.isIn(XMLNames.assertion) && Self.assertionParts.contains(part.name)
      }
      for name in ["Issuer", "Subject", "Conditions", "Advice"] {
        _ = try Self.single(name, XMLNames.assertion, in: assertion)
      }
    }
    try checkRest(of: root, parent: nil)
    try XMLIdentifier.checkUnique(in: root)
  }

  /// Refuses signatures and parts of messages outside their allowed places.
  private func checkRest(of element: XMLElement, parent: XMLElement?) throws(SAMLRefusal) {
    if element.isSame(as: responseSignature) || element.isSame(as: assertionSignature) {
      // `EnvelopedSignature` checks the form of the signature. The signature's key information is ignored.
      return try element.forEach { inner throws(SAMLRefusal) in
        guard !inner.isIn(XMLNames.samlProtocol), !inner.isIn(XMLNames.assertion) else {
          throw SAMLRefusal(.structure, seen: "\(inner.name) in a signature")
        }
        guard inner.isSame(as: element) || !inner.isNamed("Signature", in: XMLNames.signature) else {
          throw SAMLRefusal(.structure, seen: "a signature in a signature")
        }
      }
    }
    guard !element.isIn(XMLNames.signature) else {
      throw SAMLRefusal(
        .structure, expected: "signatures of the response and of its assertion alone",
        seen: "\(element.name) in \(parent?.name ?? "no element")")
    }
    if element.isIn(XMLNames.assertion) {
      if element.name.hasPrefix("Encrypted") { throw Self.encrypted }
      guard !Self.exclusiveNames.contains(element.name) || isPlace(of: element, parent) else {
        throw SAMLRefusal(
          .structure, expected: "one \(element.name) at its place",
          seen: "\(element.name) in \(parent?.name ?? "no element")")
      }
    }
    guard !element.isNamed("Response", in: XMLNames.samlProtocol) || element.isSame(as: response) else {
      throw SAMLRefusal(.structure, seen: "a response in a response")
    }
    for child in element.children { try checkRest(of: child, parent: element) }
  }

  private func isPlace(of element: XMLElement, _ parent: XMLElement?) -> Bool {
    element.isSame(as: assertion) || (parent?.isSame(as: assertion) ?? false)
  }

  private static func checkParts(
    of element: XMLElement, _ isPart: (XMLElement) -> Bool
  ) throws(SAMLRefusal) {
    guard element.hasElementsOnly else { throw SAMLRefusal(.structure, seen: "text in \(element.name)") }
    for child in element.children
    where !isPart(child) && !child.isNamed("Signature", in: XMLNames.signature) {
      throw SAMLRefusal(.structure, expected: "known parts of \(element.name)", seen: child.name)
    }
  }

  /// Returns the only child with the name; nil if there is none.
  static func single(
    _ name: String, _ namespace: String, in element: XMLElement
  ) throws(SAMLRefusal) -> XMLElement? {
    let found = element.children(name, in: namespace)
    guard found.count <= 1 else {
      throw SAMLRefusal(
        .structure, expected: "one \(name) in \(element.name)", seen: "\(found.count)")
    }
    return found.first
  }
}
