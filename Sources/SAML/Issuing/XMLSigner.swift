import Foundation

/// Signs an element of a document with an enveloped signature.
package struct XMLSigner: Sendable {
  /// The form of the signature. The default is the form that this server accepts.
  package struct Form: Sendable {
    /// The `SignatureMethod`.
    package var method = SignatureAlgorithm.rsaSHA256.rawValue
    package var digestMethod = DigestAlgorithm.sha256.rawValue
    /// The namespace prefixes to which the rules of inclusive canonicalisation apply (`PrefixList`).
    package var prefixes: [String] = []
    /// The certificate in `KeyInfo`, in DER. Nil for the key's own certificate; empty for no certificate.
    package var keyInfo: [UInt8]?
    /// Changes `SignedInfo` before it is signed. The result has to be in canonical form, too.
    package var changingSignedInfo: (@Sendable (String) -> String)?

    package init() {}
  }

  package var key: SAMLSigningKey
  package var form: Form

  package init(_ key: SAMLSigningKey, form: Form = Form()) { (self.key, self.form) = (key, form) }

  /// Returns the document with a signature of the element with the ID. The signature follows the element's
  /// `Issuer`, or is the first child if the element does not begin with an `Issuer`. Nil if the document
  /// cannot be signed.
  package func sign(_ xml: String, id: String) -> String? {
    var laboratory = XMLRules.signed
    laboratory.allowsComments = true
    guard let root = try? XMLTree.parse(Array(xml.utf8), laboratory),
      let element = Self.element(id, in: root), let position = Self.position(ofSignature: id, in: xml),
      let bytes = try? CanonicalForm.bytes(of: element, prefixes: form.prefixes),
      let signature = signature(over: bytes, id: id)
    else { return nil }
    return String(xml[..<position]) + signature + xml[position...]
  }

  private func signature(over bytes: [UInt8], id: String) -> String? {
    guard let digestAlgorithm = DigestAlgorithm(rawValue: form.digestMethod),
      let digest = digestAlgorithm.digest(of: bytes)
    else { return nil }
    let list = form.prefixes.joined(separator: " ")
    let inclusion =
      list.isEmpty
      ? ""
      : "<ec:InclusiveNamespaces xmlns:ec=\"\(XMLNames.exclusive)\" PrefixList=\"\(list)\"></ec:InclusiveNamespaces>"
    // This text already has the form that exclusive canonicalisation produces.
    var info = """
      <ds:SignedInfo xmlns:ds="\(XMLNames.signature)"><ds:CanonicalizationMethod \
      Algorithm="\(CanonicalForm.algorithm)"></ds:CanonicalizationMethod><ds:SignatureMethod \
      Algorithm="\(form.method)"></ds:SignatureMethod><ds:Reference URI="#\(id)"><ds:Transforms><ds:Transform \
      Algorithm="\(XMLNames.signature)enveloped-signature"></ds:Transform><ds:Transform \
      Algorithm="\(CanonicalForm.algorithm)">\(inclusion)</ds:Transform></ds:Transforms><ds:DigestMethod \
      Algorithm="\(form.digestMethod)"></ds:DigestMethod><ds:DigestValue>\(Self.base64(digest))</ds:DigestValue>\
      </ds:Reference></ds:SignedInfo>
      """
    if let change = form.changingSignedInfo { info = change(info) }
    let algorithm = SignatureAlgorithm(rawValue: form.method) ?? (key.isRSA ? .rsaSHA256 : .ecdsaSHA256)
    guard let value = key.signature(over: Array(info.utf8), by: algorithm) else { return nil }
    let certificate = Self.base64(form.keyInfo ?? key.certificate)
    let keyInfo =
      certificate.isEmpty
      ? ""
      : "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
    return """
      <ds:Signature xmlns:ds="\(XMLNames.signature)">\(info)\
      <ds:SignatureValue>\(Self.base64(value))</ds:SignatureValue>\(keyInfo)</ds:Signature>
      """
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private static func element(_ id: String, in element: XMLElement) -> XMLElement? {
    if element["ID"] == id { return element }
    return element.children.lazy.compactMap { Self.element(id, in: $0) }.first
  }

  private static func position(ofSignature id: String, in xml: String) -> String.Index? {
    guard let attribute = xml.range(of: "ID=\"\(id)\""),
      let tag = xml[attribute.upperBound...].firstIndex(of: ">")
    else { return nil }
    let inside = xml.index(after: tag)
    let issuer = "</saml:Issuer>"
    guard xml[inside...].hasPrefix("<saml:Issuer"), let end = xml[inside...].range(of: issuer) else {
      return inside
    }
    return end.upperBound
  }
}
