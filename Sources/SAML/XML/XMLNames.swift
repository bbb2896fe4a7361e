import IdentityWire

/// The namespaces of SAML and of XML signatures.
enum XMLNames {
  static let samlProtocol = "urn:oasis:names:tc:SAML:2.0:protocol"
  static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
  static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
  static let signature = "http://www.w3.org/2000/09/xmldsig#"
  static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
  static let inclusion = "http://www.w3.org/2001/XInclude"
  static let xml = "http://www.w3.org/XML/1998/namespace"
}

extension UInt8 {
  /// White space of XML (section 2.3).
  var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
