import Foundation
import IdentityWire

/// Reads the descriptions of identity providers by their exact paths (SAML V2.0 Metadata, section 2).
enum MetadataReader {
  private static let bindings = "urn:oasis:names:tc:SAML:2.0:bindings:"
  /// The maximum length of an address in bytes.
  private static let maximumAddressLength = 2_048

  static func collect(
    _ element: XMLElement, validUntil: Date?, _ maximum: Int,
    into found: inout [SAMLIdentityProviderDescription]
  ) throws(SAMLRefusal) {
    let end = try earliest(validUntil, of: element)
    if element.isNamed("EntitiesDescriptor", in: XMLNames.metadata) {
      for child in element.children where found.count < maximum {
        try collect(child, validUntil: end, maximum, into: &found)
      }
    } else if element.isNamed("EntityDescriptor", in: XMLNames.metadata) {
      for role in element.children("IDPSSODescriptor", in: XMLNames.metadata)
      where found.count < maximum && speaksSAML2(role) {
        found.append(
          try description(role, entityID: element["entityID"] ?? "", validUntil: try earliest(end, of: role)))
      }
    }
  }

  private static func speaksSAML2(_ role: XMLElement) -> Bool {
    let protocols = (role["protocolSupportEnumeration"] ?? "").utf8.split(whereSeparator: \.isXMLBlank)
    return protocols.contains { $0.elementsEqual(XMLNames.samlProtocol.utf8) }
  }

  private static func earliest(_ date: Date?, of element: XMLElement) throws(SAMLRefusal) -> Date? {
    guard let text = element["validUntil"] else { return date }
    guard let own = XMLInstant.date(text) else {
      throw SAMLRefusal(.text, expected: "a time in UTC in validUntil", seen: text)
    }
    return min(date ?? own, own)
  }

  private static func description(
    _ role: XMLElement, entityID: String, validUntil: Date?
  ) throws(SAMLRefusal) -> SAMLIdentityProviderDescription {
    guard entityID.utf8.count <= ValueReader.maximumIdentifierLength, StreamSafeText.accepts(entityID) else {
      throw SAMLRefusal(.text, expected: "a short entity ID", seen: entityID)
    }
    return SAMLIdentityProviderDescription(
      entityID: entityID, redirectURL: try address("HTTP-Redirect", of: role),
      postURL: try address("HTTP-POST", of: role), certificates: try certificates(of: role),
      validUntil: validUntil,
      wantsSignedRequests: ["true", "1"].contains(role["WantAuthnRequestsSigned"] ?? ""))
  }

  private static func address(_ binding: String, of role: XMLElement) throws(SAMLRefusal) -> String? {
    let services = role.children("SingleSignOnService", in: XMLNames.metadata)
    guard
      let address = services.first(where: { $0["Binding"]?.hasSameBytes(as: bindings + binding) == true })?[
        "Location"]
    else { return nil }
    guard address.utf8.count <= maximumAddressLength, StreamSafeText.accepts(address) else {
      throw SAMLRefusal(.text, expected: "a short address", seen: address)
    }
    return address
  }

  /// Returns the signing certificates. A key without `use` is valid for signatures, too (section 2.4.1.1).
  private static func certificates(of role: XMLElement) throws(SAMLRefusal) -> [[UInt8]] {
    var certificates: [[UInt8]] = []
    for descriptor in role.children("KeyDescriptor", in: XMLNames.metadata)
    where (descriptor["use"] ?? "signing").hasSameBytes(as: "signing") {
      for info in descriptor.children("KeyInfo", in: XMLNames.signature) {
        for data in info.children("X509Data", in: XMLNames.signature) {
          for element in data.children("X509Certificate", in: XMLNames.signature) {
            let certificate = try certificate(element)
            if !certificates.contains(certificate) { certificates.append(certificate) }
          }
        }
      }
    }
    return Array(certificates.prefix(SAMLIdentityProviderDescription.maximumCertificates))
  }

  private static func certificate(_ element: XMLElement) throws(SAMLRefusal) -> [UInt8] {
    guard let text = element.text, text.utf8.count <= 32_768,
      let der = Data(base64Encoded: Data(text.utf8.filter { !$0.isXMLBlank })), !der.isEmpty
    else { throw SAMLRefusal(.certificates, expected: "a certificate in base64", seen: "something else") }
    return Array(der)
  }
}
