import Foundation
import IdentityWire

/// A signature in the only accepted form: it signs its own parent, with one reference, in exclusive canonical
/// form (SAML V2.0 Core, section 5.4).
struct EnvelopedSignature {
  private static let enveloped = XMLNames.signature + "enveloped-signature"
  private static let maximumPrefixes = 16
  private static let maximumPrefixListLength = 256

  let element: XMLElement
  let parent: XMLElement
  let algorithm: SignatureAlgorithm
  private let signedInfo: XMLElement
  private let keyInfo: XMLElement?
  private let signedInfoPrefixes: [String]
  private let digestAlgorithm: DigestAlgorithm
  private let digest: [UInt8]
  private let value: [UInt8]
  /// Namespace prefixes that are treated as in inclusive canonicalisation in the parent's canonical form.
  let prefixes: [String]

  /// - Throws: ``SAMLRefusal`` of `signatureProfile` or `algorithm`.
  init(_ element: XMLElement, of parent: XMLElement, allowsSHA1: Bool) throws(SAMLRefusal) {
    (self.element, self.parent) = (element, parent)
    let parts = try Self.children(
      of: element, ["SignedInfo", "SignatureValue"], optional: "KeyInfo", attributes: ["Id"])
    signedInfo = parts[0]
    keyInfo = parts.dropFirst(2).first
    value = try Self.base64(parts[1], maximum: 1_024)
    let info = try Self.children(
      of: signedInfo, ["CanonicalizationMethod", "SignatureMethod", "Reference"], attributes: ["Id"])
    signedInfoPrefixes = try Self.exclusivePrefixes(info[0])
    let method = try Self.algorithm(info[1])
    guard let algorithm = SignatureAlgorithm(rawValue: method), allowsSHA1 || algorithm != .rsaSHA1 else {
      throw SAMLRefusal(.algorithm, expected: "RSA or ECDSA with SHA-2", seen: method)
    }
    self.algorithm = algorithm

    let reference = info[2]
    let parts2 = try Self.children(
      of: reference, ["Transforms", "DigestMethod", "DigestValue"], attributes: ["Id", "URI"])
    guard let id = parent["ID"], !id.isEmpty, let uri = reference["URI"], uri.hasSameBytes(as: "#" + id)
    else {
      throw SAMLRefusal(
        .signatureProfile, expected: "a reference to #\(parent["ID"] ?? "")",
        seen: reference["URI"] ?? "a reference without URI")
    }
    let transforms = try Self.children(of: parts2[0], ["Transform", "Transform"])
    let first = try Self.algorithm(transforms[0])
    guard first.hasSameBytes(as: Self.enveloped) else {
      throw SAMLRefusal(.signatureProfile, expected: "the transform \(Self.enveloped) first", seen: first)
    }
    prefixes = try Self.exclusivePrefixes(transforms[1])
    let digestMethod = try Self.algorithm(parts2[1])
    guard let digestAlgorithm = DigestAlgorithm(rawValue: digestMethod),
      allowsSHA1 || digestAlgorithm != .sha1
    else { throw SAMLRefusal(.algorithm, expected: "a digest by SHA-2", seen: digestMethod) }
    self.digestAlgorithm = digestAlgorithm
    digest = try Self.base64(parts2[2], maximum: 128)
  }

  /// Returns the signed bytes: the parent without the signature, in canonical form.
  ///
  /// The signature over `SignedInfo` is verified first. So only the holder of a configured key can make the
  /// server canonicalise the parent.
  ///
  /// - Throws: ``SAMLRefusal`` of `canonicalForm`, `signature` or `digest`.
  func verifiedBytes(_ keys: [CertificateKey]) throws(SAMLRefusal) -> [UInt8] {
    let info = try CanonicalForm.bytes(of: signedInfo, prefixes: signedInfoPrefixes)
    guard keys.contains(where: { $0.isValid(signature: value, over: info, by: algorithm) }) else {
      throw SAMLRefusal(
        .signature, expected: "a signature of \(parent.name) by one of \(keys.count) configured certificates",
        seen: "one by another key\(namedCertificate) or of another text")
    }
    let bytes = try CanonicalForm.bytes(of: parent, without: element, prefixes: prefixes)
    guard let computed = digestAlgorithm.digest(of: bytes), computed == digest else {
      throw SAMLRefusal(
        .digest, expected: "the digest of \(parent.name) as it was signed", seen: "another: it was changed")
    }
    return bytes
  }

  /// The certificate that the signature contains, for an operator to compare. It is never trusted.
  private var namedCertificate: String {
    guard let data = keyInfo?.children("X509Data", in: XMLNames.signature).first,
      let element = data.children("X509Certificate", in: XMLNames.signature).first,
      let der = try? Self.base64(element, maximum: 16_384),
      let digest = DigestAlgorithm.sha256.digest(of: der)
    else { return "" }
    let octets = digest.map { XMLText.hexadecimal($0).uppercased() }
    return " (it names the certificate \(octets.joined(separator: ":")))"
  }

  /// Returns an element's children. They have to be exactly the named elements of the signature namespace,
  /// in this order.
  private static func children(
    of element: XMLElement, _ names: [String], optional: String? = nil, attributes: [String] = []
  ) throws(SAMLRefusal) -> [XMLElement] {
    let children = element.children
    let expected = children.count == names.count + 1 && optional != nil ? names + [optional ?? ""] : names
    guard element.hasElementsOnly, children.count == expected.count,
      zip(children, expected).allSatisfy({ $0.isNamed($1, in: XMLNames.signature) })
    else {
      throw SAMLRefusal(
        .signatureProfile, expected: "in \(element.name): \(names.joined(separator: ", "))",
        seen: children.prefix(8).map(\.name).joined(separator: ", "))
    }
    try check(attributesOf: element, attributes)
    return children
  }

  private static func check(attributesOf element: XMLElement, _ names: [String]) throws(SAMLRefusal) {
    for attribute in element.attributes where attribute.namespace != nil || !names.contains(attribute.name) {
      throw SAMLRefusal(.signatureProfile, seen: "the attribute \(attribute.name) of \(element.name)")
    }
  }

  /// Returns the `Algorithm` of an element, which must have no content.
  private static func algorithm(_ element: XMLElement) throws(SAMLRefusal) -> String {
    try check(attributesOf: element, ["Algorithm"])
    guard let algorithm = element["Algorithm"], element.children.isEmpty, element.hasElementsOnly else {
      throw SAMLRefusal(
        .signatureProfile, expected: "\(element.name) with an algorithm alone", seen: "more or less")
    }
    return algorithm
  }

  /// Returns the prefix list of an element that specifies exclusive canonicalisation without comments.
  private static func exclusivePrefixes(_ element: XMLElement) throws(SAMLRefusal) -> [String] {
    try check(attributesOf: element, ["Algorithm"])
    guard let algorithm = element["Algorithm"], algorithm.hasSameBytes(as: CanonicalForm.algorithm) else {
      throw SAMLRefusal(
        .signatureProfile, expected: CanonicalForm.algorithm, seen: element["Algorithm"] ?? "no algorithm")
    }
    let children = element.children
    guard let inclusion = children.first else {
      guard element.hasElementsOnly else {
        throw SAMLRefusal(.signatureProfile, seen: "text in \(element.name)")
      }
      return []
    }
    guard children.count == 1, element.hasElementsOnly,
      inclusion.isNamed("InclusiveNamespaces", in: XMLNames.exclusive), inclusion.text?.isEmpty == true
    else { throw SAMLRefusal(.signatureProfile, seen: "\(inclusion.name) in \(element.name)") }
    try check(attributesOf: inclusion, ["PrefixList"])
    let list = inclusion["PrefixList"] ?? ""
    let prefixes = list.utf8.split(whereSeparator: \.isXMLBlank).map { String(Substring($0)) }
    guard list.utf8.count <= maximumPrefixListLength, prefixes.count <= maximumPrefixes,
      prefixes.allSatisfy({ $0.hasSameBytes(as: "#default") || XMLIdentifier.isNCName($0) })
    else { throw SAMLRefusal(.signatureProfile, expected: "a short list of prefixes", seen: list) }
    return prefixes
  }

  /// - Parameter maximum: the maximum number of bytes. Up to four times as many characters are read,
  ///   including blanks.
  private static func base64(_ element: XMLElement, maximum: Int) throws(SAMLRefusal) -> [UInt8] {
    try check(attributesOf: element, ["Id"])
    guard let text = element.text, text.utf8.count <= 4 * maximum,
      let data = Data(base64Encoded: Data(text.utf8.filter { !$0.isXMLBlank })), !data.isEmpty
    else {
      throw SAMLRefusal(.signatureProfile, expected: "base64 in \(element.name)", seen: "something else")
    }
    return Array(data)
  }
}
