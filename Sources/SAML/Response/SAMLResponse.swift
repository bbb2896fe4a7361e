import Foundation

/// An identity provider's response, as the HTTP-POST binding delivers it (SAML V2.0 Bindings, section 3.5).
///
/// One parser reads both the received document and the canonical bytes whose signature was verified. Values
/// come only from the tree of the canonical bytes. The tree of the received document can only cause a
/// refusal.
public enum SAMLResponse {
  /// The maximum length in characters.
  public static let maximumBase64Length = 262_144
  /// The maximum size in bytes.
  public static let maximumSize = 196_608
  private static let maximumCertificates = 10

  /// Verifies the form's field `SAMLResponse`.
  public static func verified(
    base64: String, _ expectations: SAMLExpectations
  ) throws(SAMLRefusal) -> SAMLAssertion {
    guard base64.utf8.count <= maximumBase64Length else {
      throw SAMLRefusal(
        .base64, expected: "at most \(maximumBase64Length) characters", seen: "\(base64.utf8.count)")
    }
    // Some providers insert line breaks, as in RFC 2045.
    let digits = Data(base64.utf8.filter { $0 != 0x0A && $0 != 0x0D })
    // Foundation accepts superfluous padding.
    guard let xml = Data(base64Encoded: digits), xml.base64EncodedData() == digits else {
      throw SAMLRefusal(.base64, expected: "base64", seen: "other characters or a wrong length")
    }
    return try verified(xml: Array(xml), expectations)
  }

  /// Verifies the response's XML.
  public static func verified(
    xml: [UInt8], _ expectations: SAMLExpectations
  ) throws(SAMLRefusal) -> SAMLAssertion {
    let message = try MessageStructure(response: XMLTree.parse(xml, .response))
    let signed = try signedStructure(of: message, expectations)
    return try AssertionReader(expectations).assertion(in: signed)
  }

  /// Returns the structure of the signed bytes: of the response if it is signed, otherwise of its assertion.
  private static func signedStructure(
    of message: MessageStructure, _ expectations: SAMLExpectations
  ) throws(SAMLRefusal) -> MessageStructure {
    // This check precedes the signature checks: a provider that reports an error signs nothing, and the
    // operator should see that error.
    if let response = message.response { try ResponseReader(expectations).check(response) }
    guard let assertion = message.assertion else {
      throw SAMLRefusal(.structure, expected: "an assertion in the response", seen: "none")
    }
    var signatures: [EnvelopedSignature] = []
    if let response = message.response, let element = message.responseSignature {
      signatures.append(
        try EnvelopedSignature(element, of: response, allowsSHA1: expectations.allowsSHA1))
    }
    if let element = message.assertionSignature {
      signatures.append(
        try EnvelopedSignature(element, of: assertion, allowsSHA1: expectations.allowsSHA1))
    }
    guard let outermost = signatures.first else {
      throw SAMLRefusal(
        .signaturePresence, expected: "a signature of the response or of its assertion", seen: "none")
    }
    let keys = try keys(expectations)
    var signedBytes: [UInt8] = []
    // Every signature has to be valid. The outermost one defines the signed bytes.
    for signature in signatures.reversed() { signedBytes = try signature.verifiedBytes(keys) }
    let root = try CanonicalForm.tree(of: signedBytes, prefixes: outermost.prefixes)
    return outermost.parent.isSame(as: message.response)
      ? try MessageStructure(response: root) : try MessageStructure(assertion: root)
  }

  private static func keys(_ expectations: SAMLExpectations) throws(SAMLRefusal) -> [CertificateKey] {
    let certificates = expectations.certificates.prefix(maximumCertificates)
    let keys = certificates.compactMap { CertificateKey(certificate: $0) }
    guard !keys.isEmpty else {
      throw SAMLRefusal(
        .certificates, expected: "a certificate with RSA of 2048 to 8192 bits, P-256 or P-384",
        seen: "\(certificates.count) certificates without such a key")
    }
    return keys
  }
}
